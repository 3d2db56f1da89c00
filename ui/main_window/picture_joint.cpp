#include "ui/main_window/picture_joint.h"

#include <optional>
#include <utility>

#include <QDateTime>

#include "app/chat_store.h"
#include "app/engine_thread.h"
#include "app/settings.h"
#include "ui/attachments/attachment_desk.h"
#include "ui/attachments/picture_loader.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/composer.h"
#include "ui/chat/composer_settings.h"

namespace strata::ui {
namespace {

/// A picture that is younger may belong to what is being written now.
constexpr std::chrono::seconds kTooNewToJudge{3600};

}  // namespace

PictureJoint::PictureJoint(const Parts& parts, QObject* parent)
    : QObject(parent),
      parts_(parts),
      loader_(new PictureLoader(parts.pictures, this)),
      desk_(new AttachmentDesk({parts.theme, parts.window, parts.page->composer(), loader_, parts.settings}, this)) {
    new ComposerSettings(parts.page->composer(), parts.settings, this);
    parts.page->chatView()->setPictures(loader_);
    parts.page->setSightLookup([engine = parts.engine]() -> std::optional<bool> {
        const auto status = engine->status();
        return status ? std::optional(status->sees_pictures) : std::nullopt;
    });
    parts.controller->setPictureReader([loader = loader_](const std::vector<app::AttachedPicture>& pictures,
                                                          std::function<void(Result<ReadPictures>)> then) {
        loader->readAll(pictures, std::move(then));
    });
    const auto follow = [this] {
        desk_->setKeeping(parts_.controller->isTemporary() ? app::PictureKeeping::in_memory
                                                           : app::PictureKeeping::on_disk);
    };
    connect(parts.controller, &ChatController::chatOpened, this, follow);
    follow();
    connect(parts.page->chatView(), &ChatView::pictureActivated, desk_, &AttachmentDesk::openViewer);
    connect(desk_, &AttachmentDesk::refused, parts.page, &ChatPage::showRefusal);
    connect(parts.controller, &ChatController::binEmptied, this, &PictureJoint::removeOthers);
    removeOthers();
}

void PictureJoint::attach(const QStringList& paths) {
    desk_->addFiles(paths);
}

void PictureJoint::removeOthers() {
    const QString path = parts_.controller->store()->path();
    if (path.isEmpty() || app::hasFilesSetAside(path)) {
        return;  // a file of chats that could not be read, or is only read, may need any of them
    }
    if (const auto used = parts_.controller->store()->usedPictures()) {
        loader_->removeOthers(QSet<QString>(used->begin(), used->end()),
                              QDateTime::currentDateTime().addSecs(-kTooNewToJudge.count()));
    }
}

}  // namespace strata::ui
