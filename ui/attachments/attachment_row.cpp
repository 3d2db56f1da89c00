#include "ui/attachments/attachment_row.h"

#include <algorithm>
#include <utility>

#include <QStyle>

#include "ui/attachments/attachment_chip.h"
#include "ui/attachments/attachment_list.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {

AttachmentRow::AttachmentRow(const Theme* theme, AttachmentList* list, QWidget* parent)
    : QWidget(parent), theme_(theme), list_(list) {
    setObjectName(QStringLiteral("attachmentRow"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(list, &AttachmentList::changed, this, &AttachmentRow::showList);
    connect(
        theme, &Theme::changed, this, [this] { showList(); }, Qt::QueuedConnection);
    showList();
}

QSize AttachmentRow::sizeHint() const {
    return {0, layOut(std::max(width(), 1), false)};
}

void AttachmentRow::resizeEvent(QResizeEvent* /*event*/) {
    layOut(width(), true);
    updateGeometry();
}

/// Keeps the chips of what stays, so that the keyboard's place stays with them.
void AttachmentRow::showList() {
    std::vector<AttachmentChip*> chips;
    const int count = static_cast<int>(list_->all().size());
    for (const Attachment& one : list_->all()) {
        const auto known = std::find_if(chips_.begin(), chips_.end(),
                                        [&one](const AttachmentChip* chip) { return chip->id() == one.id; });
        AttachmentChip* const chip = known == chips_.end() ? newChip(one.id) : *known;
        chips.push_back(chip);
        chip->showAttachment(one, static_cast<int>(chips.size()), count);
        chip->show();
    }
    for (AttachmentChip* const chip : chips_) {
        if (std::find(chips.begin(), chips.end(), chip) == chips.end()) {
            chip->hide();
            chip->deleteLater();
        }
    }
    chips_ = std::move(chips);
    for (std::size_t i = 1; i < chips_.size(); ++i) {
        setTabOrder(chips_[i - 1], chips_[i]);
    }
    setVisible(!chips_.empty());
    layOut(width(), true);
    updateGeometry();
}

AttachmentChip* AttachmentRow::newChip(quint64 id) {
    auto* const chip = new AttachmentChip(theme_, id, this);
    connect(chip, &AttachmentChip::openWanted, this, [this, id] { Q_EMIT openWanted(id); });
    connect(chip, &AttachmentChip::showInBoxWanted, this, [this, id] { Q_EMIT showInBoxWanted(id); });
    connect(chip, &AttachmentChip::removeWanted, this, [this, id] { removeChip(id); });
    connect(chip, &AttachmentChip::moveWanted, this, [this, id](int places) { list_->move(id, placeOf(id) + places); });
    connect(chip, &AttachmentChip::draggedTo, this, [this, id](const QPoint& place) { dragChip(id, place); });
    return chip;
}

void AttachmentRow::removeChip(quint64 id) {
    const int place = placeOf(id);
    const bool had_focus = chips_[static_cast<std::size_t>(place)]->isAncestorOf(window()->focusWidget()) ||
                           chips_[static_cast<std::size_t>(place)]->hasFocus();
    list_->remove(id);
    if (chips_.empty()) {
        Q_EMIT leftByKeyboard();
    } else if (had_focus) {
        chips_[std::min(static_cast<std::size_t>(place), chips_.size() - 1)]->setFocus();
    }
}

void AttachmentRow::dragChip(quint64 id, const QPoint& place) {
    for (const AttachmentChip* const chip : chips_) {
        if (chip->id() != id && chip->geometry().contains(place)) {
            list_->move(id, placeOf(chip->id()));
            return;
        }
    }
}

int AttachmentRow::placeOf(quint64 id) const {
    const auto found =
        std::find_if(chips_.begin(), chips_.end(), [id](const AttachmentChip* chip) { return chip->id() == id; });
    return static_cast<int>(found - chips_.begin());
}

int AttachmentRow::layOut(int width, bool moves) const {
    int x = 0, y = 0, line = 0;
    for (AttachmentChip* const chip : chips_) {
        const QSize size = chip->sizeHint().boundedTo({std::max(width, 1), QWIDGETSIZE_MAX});
        if (x > 0 && x + size.width() > width) {
            x = 0;
            y += line + metrics::kSpace;
            line = 0;
        }
        if (moves) {
            chip->setGeometry(QStyle::visualRect(layoutDirection(), rect(), QRect(QPoint(x, y), size)));
        }
        x += size.width() + metrics::kSpace;
        line = std::max(line, size.height());
    }
    return y + line;
}

}  // namespace strata::ui
