#pragma once

#include <QString>

#include "app/pictures/attachment_import.h"
#include "ui/attachments/attachment_list.h"

namespace strata::ui {

/// Why something was not attached, as a sentence.
QString attachmentProblem(const app::ImportProblem& problem);

/// The second line of a chip: "4032×3024 → 1568×1176", "412 KB, about 98,000 pieces".
QString attachmentDetails(const Attachment& attachment);
/// Its first line.
QString attachmentName(const Attachment& attachment);
/// For screen readers: kind, place, name and details.
QString spokenAttachment(const Attachment& attachment, int place, int count);

/// "4032×3024"
QString sizeText(int width, int height);

}  // namespace strata::ui
