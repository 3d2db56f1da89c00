#include "ui/chat/reading_place.h"

#include <algorithm>
#include <chrono>

#include <QCoreApplication>
#include <QScrollBar>

#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_view.h"

namespace strata::ui {
namespace {

constexpr std::chrono::seconds kResting{2};

// One number for a part of a message and the pixels below its top, as the store keeps it. Parts are far lower than
// this.
constexpr int kHighestPart = 1 << 14;

int numberOf(const MessagePlace& place) {
    return (place.part - MessagePlace::kEnd) * kHighestPart + std::clamp(place.offset, 0, kHighestPart - 1);
}

MessagePlace placeOf(int number) {
    return {number / kHighestPart + MessagePlace::kEnd, number % kHighestPart};
}

}  // namespace

ReadingPlaceKeeper::ReadingPlaceKeeper(ChatView* view, ChatController* chats, QObject* parent)
    : QObject(parent), view_(view), chats_(chats) {
    resting_.setSingleShot(true);
    resting_.setInterval(kResting);
    connect(&resting_, &QTimer::timeout, this, &ReadingPlaceKeeper::store);
    connect(view->verticalScrollBar(), &QAbstractSlider::valueChanged, &resting_, qOverload<>(&QTimer::start));
    connect(chats, &ChatController::leavingChat, this, &ReadingPlaceKeeper::store);
    connect(chats, &ChatController::chatOpened, this, &ReadingPlaceKeeper::show);
    connect(qApp, &QCoreApplication::aboutToQuit, this, &ReadingPlaceKeeper::store);
}

void ReadingPlaceKeeper::store() {
    resting_.stop();
    if (view_->chat()->isEmpty()) {
        return;
    }
    const auto place = view_->readingPlace();
    chats_->setReadingPlace(
        place ? std::optional(app::ReadingPlace{view_->chat()->at(place->row).id, numberOf(place->inside)})
              : std::nullopt);
}

void ReadingPlaceKeeper::show() {
    const auto place = chats_->readingPlace();
    if (!place) {
        return;  // a chat opens at its end
    }
    const std::vector<Message>& messages = view_->chat()->messages();
    const auto found = std::find_if(messages.begin(), messages.end(),
                                    [&place](const Message& message) { return message.id == place->message; });
    if (found != messages.end()) {
        view_->showReadingPlace({static_cast<int>(found - messages.begin()), placeOf(place->offset)});
    }
    resting_.stop();
}

}  // namespace strata::ui
