#pragma once

#include <functional>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QThreadPool>

#include "app/pictures/attachment_import.h"
#include "app/settings.h"
#include "ui/attachments/attachment_list.h"

class QFileDialog;
class QMimeData;
class QWidget;

namespace strata::ui {

class Composer;
class DropOverlay;
class PictureLoader;
class Theme;

/// Joins the ways in - button, drop, paste, files that were opened with the program - with the attachments of the
/// composer. Reads and shrinks on a thread of its own, one after another, so that memory stays bounded.
class AttachmentDesk : public QObject {
    Q_OBJECT

public:
    /// Pasted text longer than this becomes an attachment.
    static constexpr qsizetype kLongPaste = 20'000;

    struct Parts {
        const Theme* theme = nullptr;
        QWidget* window = nullptr;
        Composer* composer = nullptr;
        PictureLoader* loader = nullptr;
        const app::Settings* settings = nullptr;  ///< may be absent: the defaults hold
    };

    /// All parts must outlive the desk.
    explicit AttachmentDesk(const Parts& parts, QObject* parent = nullptr);
    ~AttachmentDesk() override;

    /// Where the pictures of the chat on the screen are kept.
    void setKeeping(app::PictureKeeping keeping) { keeping_ = keeping; }
    void addFiles(const QStringList& paths);
    /// False: there is nothing in it for this program.
    bool take(const QMimeData& data);
    void openViewer(const app::AttachedPicture& picture);

Q_SIGNALS:
    /// Something was not attached, and why.
    void refused(const QString& sentence);
    /// What was refused has been followed by something that was taken.
    void accepted();

private:
    void add(std::vector<app::AttachmentSource> sources);
    void start(const app::AttachmentSource& source);
    void finish(quint64 id, const app::Imported& imported);
    void addText(const QString& text);
    void fetchThumbnails();
    void openAttachment(quint64 id);
    void showInBox(quint64 id);
    void askForFiles();
    AttachmentList* list() const;

    const Parts parts_;
    DropOverlay* overlay_;
    QThreadPool pool_;
    app::PictureKeeping keeping_ = app::PictureKeeping::on_disk;
    QPointer<QFileDialog> file_dialog_;
};

}  // namespace strata::ui
