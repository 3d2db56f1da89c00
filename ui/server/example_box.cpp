#include "ui/server/example_box.h"

#include <algorithm>

#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "ui/server/folding_row.h"
#include "ui/server/server_controller.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"
#include "ui/style/theme.h"

namespace strata::ui {

ExampleBox::ExampleBox(const Theme* theme, ServerController* server, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      server_(server),
      apps_(new QComboBox(this)),
      hint_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), this)),
      text_(new QPlainTextEdit(this)),
      copy_(new Button(theme, ButtonKind::outlined, tr("Copy"), Icon::none, this)) {
    apps_->setObjectName(QStringLiteral("serverExampleApp"));
    apps_->setAccessibleName(tr("App to connect"));
    apps_->setMinimumHeight(metrics::kSmallestTarget);
    apps_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const ServerExample& example : serverExamples({})) {
        apps_->addItem(example.app);
    }
    hint_->setWordWrap(true);
    text_->setObjectName(QStringLiteral("serverExampleText"));
    text_->setAccessibleName(tr("Text to paste"));
    text_->setReadOnly(true);
    text_->setTabChangesFocus(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text_->setWordWrapMode(QTextOption::WrapAnywhere);
    text_->setVerticalScrollBar(new SlimScrollBar(theme, text_));
    text_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // it is as high as its text
    text_->viewport()->installEventFilter(this);
    copy_->setObjectName(QStringLiteral("serverExampleCopy"));
    copy_->setAccessibleName(tr("Copy the text, with the key"));
    auto* const head = new FoldingRow(theme, apps_, this);
    head->addButton(copy_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, metrics::kSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(head);
    rows->addWidget(hint_);
    rows->addWidget(text_);
    connect(apps_, &QComboBox::currentIndexChanged, this, &ExampleBox::refresh);
    connect(server, &ServerController::changed, this, &ExampleBox::refresh);
    connect(copy_, &QAbstractButton::clicked, this, &ExampleBox::copy);
    connect(theme, &Theme::changed, this, &ExampleBox::restyle);
    restyle();
    refresh();
}

ServerAccess ExampleBox::access() const {
    return {server_->address(), wantsKey(server_->settings()->server()) ? server_->key() : QString(),
            server_->modelId()};
}

void ExampleBox::refresh() {
    const ServerAccess present = access();
    const ServerExample example = serverExamples(present)[static_cast<std::size_t>(std::max(apps_->currentIndex(), 0))];
    hint_->setText(example.hint);
    if (const QString text = masked(example.text.trimmed(), present.key); text != text_->toPlainText()) {
        text_->setPlainText(text);
    }
    copy_->setText(tr("Copy"));
    fitHeight();
}

void ExampleBox::copy() {
    QGuiApplication::clipboard()->setText(
        serverExamples(access())[static_cast<std::size_t>(std::max(apps_->currentIndex(), 0))].text);
    copy_->setText(tr("Copied"));
}

bool ExampleBox::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        fitHeight();
    } else if (event->type() == QEvent::Wheel) {
        event->ignore();
        return true;  // for the page
    }
    return QWidget::eventFilter(watched, event);
}

void ExampleBox::fitHeight() {
    const auto lines = static_cast<int>(text_->document()->size().height());
    const int margins = qRound(2 * text_->document()->documentMargin()) + 2 * text_->frameWidth();
    text_->setFixedHeight(lines * text_->fontMetrics().lineSpacing() + margins + metrics::kTightSpace);
}

void ExampleBox::restyle() {
    text_->setFont(theme_->font(TextStyle::code));
    QPalette palette = theme_->palette();
    palette.setColor(QPalette::Base, theme_->color(ColorRole::code));
    text_->setPalette(palette);
    fitHeight();
}

}  // namespace strata::ui
