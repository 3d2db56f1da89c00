#pragma once

namespace strata::ui {

/// Sizes of the window's parts in device-independent pixels, in one place so that parts line up.
namespace metrics {

constexpr int kTightSpace = 4;
constexpr int kSpace = 8;
constexpr int kWideSpace = 16;
constexpr int kPageMargin = 24;  ///< between the column and the window's edge
constexpr int kRadius = 8;
constexpr int kBubbleRadius = 14;
constexpr int kSmallestTarget = 28;  ///< side of what can be clicked
constexpr int kIcon = 16;
constexpr int kLineCharacters = 90;  ///< longest line of an answer
constexpr double kLineHeight = 1.2;  ///< of running text, times the font's own
constexpr int kWindowWidth = 1100;
constexpr int kWindowHeight = 760;
constexpr int kDrawerBelow = 900;  ///< width of the window under which the list of chats is a drawer
constexpr int kSmallestWindowWidth = 640;
constexpr int kSmallestWindowHeight = 480;

}  // namespace metrics
}  // namespace strata::ui
