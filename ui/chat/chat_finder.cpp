#include "ui/chat/chat_finder.h"

#include <algorithm>
#include <chrono>

#include <QElapsedTimer>
#include <QString>

#include "ui/chat/chat_model.h"

namespace strata::ui {
namespace {

constexpr qint64 kSliceMs = 6;
constexpr std::chrono::milliseconds kAgainAfter{400};

/// The text without what Markdown may make invisible: what the eye sees of it is in there.
QString withoutMarks(QString text) {
    static const QString marks = QStringLiteral("*_`~\\");
    text.removeIf([](QChar c) { return marks.contains(c); });
    return text;
}

bool mayContain(const QString& source, bool has_markup, const QString& needle) {
    return source.contains(needle, Qt::CaseInsensitive) ||
           (has_markup && withoutMarks(source).contains(needle, Qt::CaseInsensitive));
}

}  // namespace

ChatFinder::ChatFinder(const Theme* theme, const ChatModel* chat, QObject* parent)
    : QObject(parent), theme_(theme), chat_(chat) {
    slice_.setInterval(0);
    again_.setSingleShot(true);
    again_.setInterval(kAgainAfter);
    connect(&slice_, &QTimer::timeout, this, &ChatFinder::scan);
    connect(&again_, &QTimer::timeout, this, &ChatFinder::again);
    const auto later = [this] {
        if (!needle_.isEmpty() && !again_.isActive()) {
            again_.start();
        }
    };
    connect(chat, &QAbstractItemModel::rowsInserted, this, later);
    connect(chat, &QAbstractItemModel::dataChanged, this,
            [later](const QModelIndex&, const QModelIndex&, const QList<int>& roles) {
                if (roles.contains(ChatModel::text_role)) {
                    later();
                }
            });
    // Rows that are gone must not be looked at.
    connect(chat, &QAbstractItemModel::rowsRemoved, this, &ChatFinder::again);
    connect(chat, &QAbstractItemModel::modelReset, this, &ChatFinder::again);
}

void ChatFinder::find(const QString& needle) {
    if (needle != needle_) {
        needle_ = needle;
        again();
    }
}

std::vector<TextRange> ChatFinder::matchesIn(int row) const {
    std::vector<TextRange> ranges;
    const auto first = std::lower_bound(matches_.begin(), matches_.end(), row,
                                        [](const Match& match, int r) { return match.row < r; });
    for (auto match = first; match != matches_.end() && match->row == row; ++match) {
        ranges.push_back(match->range);
    }
    return ranges;
}

void ChatFinder::again() {
    again_.stop();
    matches_.clear();
    row_ = 0;
    part_ = 0;
    parts_.reset();
    if (needle_.isEmpty()) {
        slice_.stop();
        Q_EMIT progressed();
    } else {
        slice_.start();
    }
}

void ChatFinder::scan() {
    QElapsedTimer work;
    work.start();
    while (row_ < chat_->rowCount() && work.elapsed() < kSliceMs) {
        if (parts_ == nullptr) {
            const Message& message = chat_->at(row_);
            const bool own = message.role == Role::user;
            if (!mayContain(message.text, !own, needle_)) {
                ++row_;
                continue;
            }
            parts_ = std::make_unique<TextParts>(own ? TextParts::Markup::none : TextParts::Markup::markdown);
            parts_->show(message.text, true);
            part_ = 0;
        }
        if (part_ < parts_->count()) {
            scanPart();
            ++part_;
        } else {
            parts_.reset();
            ++row_;
        }
    }
    if (row_ >= chat_->rowCount()) {
        slice_.stop();
    }
    Q_EMIT progressed();
}

void ChatFinder::scanPart() {
    const std::vector<TextPiece> pieces = piecesOf(parts_->at(part_));
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
        for (const auto& [from, to] : findIn(theme_, pieces[piece], needle_)) {
            const int at = static_cast<int>(piece);
            matches_.push_back({row_, {{part_, at, from}, {part_, at, to}}});
        }
    }
}

}  // namespace strata::ui
