#pragma once

#include "bench/picture_folder.h"
#include "support/test_window.h"

namespace strata::testing {

/// Takes each dialog that the window's menu opens, and the questions that it asks.
void takeDialogs(const PictureFolder& pictures, TestWindow& test);
/// Takes the window with what it says when something is wrong, one
/// picture for each.
void takeStoreNotices(const PictureFolder& pictures, ui::ThemeChoice theme, int text);
void takeModelNotices(const PictureFolder& pictures, ui::ThemeChoice theme, int text);

}  // namespace strata::testing
