#pragma once

#include <vector>

#include <QString>

#include "app/pictures/attachment_import.h"

class QMimeData;

namespace strata::ui {

/// What a drop or a paste brings.
struct Brought {
    std::vector<app::AttachmentSource> sources;
    QString text;               ///< to be inserted where one types
    bool only_address = false;  ///< a picture's address on the web and nothing of the picture itself

    bool isEmpty() const { return sources.empty() && text.isEmpty() && !only_address; }
};

/// Picture data before files, files before text; addresses are never fetched.
Brought broughtBy(const QMimeData& data);

/// Whether a drop would bring anything, by its formats alone: reading it may take long.
bool mayBring(const QMimeData& data);
/// What a drop would do, in words, from its formats and the names of its files.
struct DropPreview {
    QString accepted;  ///< "Add 2 pictures"
    QString refused;   ///< "Cannot use: report.pdf"
};
DropPreview previewOf(const QMimeData& data);

}  // namespace strata::ui
