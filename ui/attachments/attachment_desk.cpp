#include "ui/attachments/attachment_desk.h"

#include <utility>

#include <QFileDialog>
#include <QFileInfo>
#include <QFuture>
#include <QMimeData>
#include <QPromise>
#include <QShortcut>
#include <QtConcurrent>
#include <QTextCursor>

#include "app/pictures/picture_size.h"
#include "ui/attachments/attachment_row.h"
#include "ui/attachments/attachment_text.h"
#include "ui/attachments/drop_overlay.h"
#include "ui/attachments/mime_sources.h"
#include "ui/attachments/picture_loader.h"
#include "ui/attachments/picture_viewer.h"
#include "ui/chat/composer.h"

namespace strata::ui {

AttachmentDesk::AttachmentDesk(const Parts& parts, QObject* parent)
    : QObject(parent), parts_(parts), overlay_(new DropOverlay(parts.theme, parts.window)) {
    pool_.setMaxThreadCount(1);  // two large pictures at once would need twice the memory
    Composer* const composer = parts.composer;
    composer->setAttaching(true);
    connect(overlay_, &DropOverlay::dropped, this, [this](const QMimeData& data) {
        take(data);
        parts_.window->activateWindow();
        parts_.composer->setFocus();
    });
    composer->edit()->setPasteTaker([this](const QMimeData& data) {
        // Short text is the box's own business.
        const bool only_text = !data.hasUrls() && !data.hasImage() && data.text().size() <= kLongPaste;
        return !only_text && take(data);
    });
    connect(composer, &Composer::attachWanted, this, &AttachmentDesk::askForFiles);
    connect(composer->attachmentRow(), &AttachmentRow::openWanted, this, &AttachmentDesk::openAttachment);
    connect(composer->attachmentRow(), &AttachmentRow::showInBoxWanted, this, &AttachmentDesk::showInBox);
    connect(list(), &AttachmentList::changed, this, &AttachmentDesk::fetchThumbnails);
    connect(parts.loader, &PictureLoader::thumbnailReady, list(), &AttachmentList::setThumbnail);
    auto* const open = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_O), parts.window);
    connect(open, &QShortcut::activated, this, &AttachmentDesk::askForFiles);
}

AttachmentDesk::~AttachmentDesk() {
    pool_.clear();
    pool_.waitForDone();
}

AttachmentList* AttachmentDesk::list() const {
    return parts_.composer->attachments();
}

void AttachmentDesk::addFiles(const QStringList& paths) {
    std::vector<app::AttachmentSource> sources;
    for (const QString& path : paths) {
        sources.push_back({QFileInfo(path).fileName(), path, {}, {}});
    }
    add(std::move(sources));
}

bool AttachmentDesk::take(const QMimeData& data) {
    Brought brought = broughtBy(data);
    if (brought.only_address) {
        Q_EMIT refused(
            tr("This is only the address of a picture, which Strata does not fetch. Copy the picture itself "
               "and paste it."));
    } else if (!brought.text.isEmpty()) {
        addText(brought.text);
    } else {
        add(std::move(brought.sources));
    }
    return !brought.isEmpty() || brought.only_address;
}

void AttachmentDesk::addText(const QString& text) {
    if (text.size() <= kLongPaste) {
        parts_.composer->edit()->insertPlainText(text);
        return;
    }
    Attachment attachment;
    attachment.kind = Attachment::Kind::text;
    attachment.text = text;
    attachment.pasted = true;
    list()->add(std::move(attachment));
    Q_EMIT accepted();
}

void AttachmentDesk::add(std::vector<app::AttachmentSource> sources) {
    int left_out = 0;
    Q_EMIT accepted();
    for (const app::AttachmentSource& source : sources) {
        if (list()->pictureCount() >= app::kPicturesPerMessage) {
            ++left_out;
        } else {
            start(source);
        }
    }
    if (left_out > 0) {
        Q_EMIT refused(
            tr("A message can have up to %1 pictures. The others were left out.").arg(app::kPicturesPerMessage));
    }
}

/// A place among the attachments at once, what is in it when it was read.
void AttachmentDesk::start(const app::AttachmentSource& source) {
    Attachment reading;
    reading.name = source.name;
    const quint64 id = list()->add(std::move(reading));
    const app::PictureDetail detail =
        parts_.settings != nullptr ? parts_.settings->pictures().detail : app::PictureDetail::normal;
    const bool keeps = parts_.settings != nullptr && parts_.settings->pictures().keep_originals;
    const app::Originals originals = keeps ? app::Originals::kept : app::Originals::dropped;
    QtConcurrent::run(&pool_, [source, detail, originals, keeping = keeping_,
                               store = parts_.loader->store()](QPromise<app::Imported>& promise) {
        if (!promise.isCanceled()) {
            promise.addResult(app::importAttachment(source, detail, keeping, *store, originals));
        }
    }).then(this, [this, id](const app::Imported& imported) { finish(id, imported); });
}

void AttachmentDesk::finish(quint64 id, const app::Imported& imported) {
    const Attachment* const place = list()->find(id);
    if (place == nullptr) {
        return;  // taken away while it was read
    }
    Attachment attachment;
    attachment.name = place->name;
    if (const auto* const picture = std::get_if<app::ImportedPicture>(&imported)) {
        attachment.kind = Attachment::Kind::picture;
        attachment.picture = picture->picture;
        attachment.thumbnail = picture->thumbnail;
        attachment.more_frames = picture->more_frames;
        parts_.loader->putThumbnail(picture->picture.hash, picture->thumbnail);
        list()->replace(id, std::move(attachment));
    } else if (const auto* const text = std::get_if<app::ImportedText>(&imported)) {
        attachment.kind = Attachment::Kind::text;
        attachment.text = text->text;
        list()->replace(id, std::move(attachment));
    } else if (const auto* const problem = std::get_if<app::ImportProblem>(&imported)) {
        app::ImportProblem told = *problem;
        told.name = attachmentName(*place);
        list()->remove(id);
        Q_EMIT refused(attachmentProblem(told));
    }
}

/// For those that were kept before, as in a draft.
void AttachmentDesk::fetchThumbnails() {
    std::vector<QString> missing;
    for (const Attachment& one : list()->all()) {
        if (one.kind == Attachment::Kind::picture && one.thumbnail.isNull()) {
            missing.push_back(one.picture.hash);
        }
    }
    for (const QString& hash : missing) {
        if (const QImage known = parts_.loader->thumbnail(hash); !known.isNull()) {
            list()->setThumbnail(hash, known);
        }
    }
}

void AttachmentDesk::openAttachment(quint64 id) {
    const Attachment* const attachment = list()->find(id);
    if (attachment != nullptr && attachment->kind == Attachment::Kind::picture) {
        openViewer(attachment->picture);
    }
}

void AttachmentDesk::openViewer(const app::AttachedPicture& picture) {
    auto* const viewer = new PictureViewer(parts_.theme, parts_.loader, picture, parts_.window);
    viewer->setAttribute(Qt::WA_DeleteOnClose);
    viewer->show();
}

void AttachmentDesk::showInBox(quint64 id) {
    if (const Attachment* const attachment = list()->find(id)) {
        const QString text = attachment->text;
        list()->remove(id);
        parts_.composer->edit()->insertPlainText(text);
        parts_.composer->setFocus();
    }
}

void AttachmentDesk::askForFiles() {
    if (!file_dialog_) {
        auto* const dialog = new QFileDialog(parts_.window, tr("Attach"));
        dialog->setObjectName(QStringLiteral("attachDialog"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::ExistingFiles);
        dialog->setNameFilters({tr("Pictures and text") +
                                    QStringLiteral(" (*.png *.jpg *.jpeg *.jfif *.webp *.gif *.bmp *.txt *.md *.csv "
                                                   "*.json *.xml *.log *.ini *.toml *.yaml *.yml *.c *.h *.cpp *.hpp "
                                                   "*.cs *.java *.js *.ts *.py *.rs *.go *.rb *.php *.sh *.sql *.html "
                                                   "*.css)"),
                                tr("All files (*)")});
        connect(dialog, &QFileDialog::filesSelected, this, &AttachmentDesk::addFiles);
        connect(dialog, &QDialog::finished, this, [this] { parts_.composer->setFocus(); });
        file_dialog_ = dialog;
    }
    file_dialog_->open();
}

}  // namespace strata::ui
