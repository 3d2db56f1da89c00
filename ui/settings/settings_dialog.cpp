#include "ui/settings/settings_dialog.h"

#include <chrono>

#include <QFontMetrics>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/dialogs/dialog_style.h"
#include "ui/dialogs/table_delegate.h"
#include "ui/server/server_page.h"
#include "ui/settings/setting_pages.h"
#include "ui/settings/settings_controller.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/notice_bar.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kNothingPage = 0;  ///< of the stack: what is shown when nothing is found

}  // namespace

SettingsDialog::SettingsDialog(SettingsController* controller, QWidget* parent)
    : QDialog(parent),
      controller_(controller),
      theme_(controller->parts().theme),
      search_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      stack_(new QStackedWidget(this)),
      nothing_(new Label(theme_, TextStyle::body, ColorRole::muted_text, tr("No setting is called that."), this)),
      reload_(new NoticeBar(theme_, this)) {
    setObjectName(QStringLiteral("settingsDialog"));
    setWindowTitle(tr("Settings"));
    search_->setObjectName(QStringLiteral("settingsSearch"));
    search_->setPlaceholderText(tr("Search settings"));
    search_->setAccessibleName(tr("Search settings"));
    search_->setClearButtonEnabled(true);
    search_->setMinimumHeight(metrics::kSmallestTarget);
    list_->setObjectName(QStringLiteral("settingsPages"));
    list_->setAccessibleName(tr("Pages"));
    list_->setItemDelegate(new TableDelegate(theme_, list_));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    reload_->setObjectName(QStringLiteral("settingsReload"));
    nothing_->setAlignment(Qt::AlignCenter);
    stack_->addWidget(nothing_);
    arrange();

    app::Settings* const settings = controller->parts().settings;
    const SettingsFacts facts = controller->facts();
    for (SettingsPage* const page :
         {makeGeneralPage(theme_, settings, this), makeModelPage(theme_, settings, facts, this),
          makeParkingPage(theme_, settings, facts, this), makePicturesPage(theme_, settings, this),
          makeLookPage(theme_, settings, this),
          makePrivacyPage(theme_, settings, controller->parts().keys, controller->connectionTest(), this),
          makeAboutPage(theme_, settings, facts, this)}) {
        insertPage(pageCount(), page);
    }
    if (controller->server() != nullptr) {
        insertPage(kServerPage, makeServerPage(theme_, controller->server(), this));
    }
    connect(list_, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0) {
            stack_->setCurrentWidget(pages_[static_cast<std::size_t>(row)]);
        }
    });
    connect(search_, &QLineEdit::textChanged, this, &SettingsDialog::search);
    connect(controller, &SettingsController::needsReloadChanged, this, &SettingsDialog::showReload);
    connect(reload_, &NoticeBar::actionPressed, controller, &SettingsController::load);
    connect(theme_, &Theme::changed, this, &SettingsDialog::restyle);
    restyle();
    showReload();
    resize(dialogSize(*theme_, 880, 620));
    showPage(0);
    search_->setFocus();
}

void SettingsDialog::arrange() {
    auto* const side = new QVBoxLayout;
    side->setSpacing(metrics::kSpace);
    side->addWidget(search_);
    side->addWidget(list_, 1);
    auto* const right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(stack_, 1);
    right->addWidget(reload_);
    auto* const columns = new QHBoxLayout(this);
    columns->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kSpace, metrics::kWideSpace);
    columns->setSpacing(metrics::kSpace);
    columns->addLayout(side);
    columns->addLayout(right, 1);
}

void SettingsDialog::insertPage(int at, SettingsPage* page) {
    pages_.insert(pages_.begin() + at, page);
    stack_->addWidget(page);
    list_->insertItem(at, page->title());
    page->setAccessibleName(page->title());
    restyle();
}

void SettingsDialog::addPage(SettingsPage* page) {
    insertPage(pageCount() - 1, page);
}

void SettingsDialog::showPage(int index) {
    list_->setCurrentRow(index);
}

void SettingsDialog::restyle() {
    applyDialogStyle(this, *theme_);
    QPalette palette = theme_->palette();
    palette.setColor(QPalette::Base, theme_->color(ColorRole::window));
    list_->setPalette(palette);
    const QFontMetrics letters(theme_->font(TextStyle::body));
    int width = 0;
    for (const SettingsPage* const page : pages_) {
        width = std::max(width, letters.horizontalAdvance(page->title()));
    }
    list_->setFixedWidth(width + 2 * TableDelegate::kPadding + 2 * metrics::kSpace);
    search_->setFixedWidth(list_->width());
    list_->doItemsLayout();
}

/// Shows only pages and settings that match, and the first of these pages.
void SettingsDialog::search(const QString& words) {
    int first = -1;
    for (int i = 0; i < pageCount(); ++i) {
        SettingsPage* const page = pages_[static_cast<std::size_t>(i)];
        const bool named = !words.trimmed().isEmpty() && page->title().contains(words.trimmed(), Qt::CaseInsensitive);
        const bool found = page->search(named ? QString() : words) > 0 || named || words.trimmed().isEmpty();
        list_->item(i)->setHidden(!found);
        if (found && first < 0) {
            first = i;
        }
    }
    const int current = list_->currentRow();
    if (first < 0) {
        stack_->setCurrentIndex(kNothingPage);
    } else if (current < 0 || list_->item(current)->isHidden()) {
        list_->setCurrentRow(first);
        stack_->setCurrentWidget(pages_[static_cast<std::size_t>(first)]);
    } else {
        stack_->setCurrentWidget(pages_[static_cast<std::size_t>(current)]);
    }
}

void SettingsDialog::showReload() {
    reload_->setVisible(controller_->needsReload());
    if (controller_->needsReload()) {
        const auto time = controller_->reloadTime();
        const auto seconds = time ? std::max<long long>(1, (time->count() + 500) / 1000) : 0;
        reload_->showNotice(NoticeBar::Tone::neutral,
                            time ? tr("↻ Some changes hold when the model is loaded again, about %n second(s).",
                                      nullptr, static_cast<int>(seconds))
                                 : tr("↻ Some changes hold when the model is loaded again."),
                            tr("Load again"));
    }
}

void SettingsDialog::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter) {
        return;  // settings hold at once; there is nothing to confirm
    }
    if (event->key() == Qt::Key_Escape && !search_->text().isEmpty()) {
        search_->clear();
        return;
    }
    QDialog::keyPressEvent(event);
}

}  // namespace strata::ui
