#include "ui/chat/message_editor.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QVBoxLayout>

#include "ui/style/button.h"
#include "ui/style/field_frame.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"

namespace strata::ui {
namespace {

constexpr int kPadding = 12;
constexpr int kFewestLines = 2;
constexpr int kMostLines = 14;
constexpr int kNarrowestHint = 12;  ///< letters

}  // namespace

MessageEditor::MessageEditor(const Theme* theme, const QString& text, QWidget* parent)
    : QFrame(parent),
      theme_(theme),
      edit_(new QPlainTextEdit(this)),
      hint_(new Label(theme, TextStyle::small, ColorRole::muted_text, tr("The version before is kept."), this)),
      send_(new Button(theme, ButtonKind::primary, tr("Send as new version"), Icon::send, this)),
      cancel_(new Button(theme, ButtonKind::quiet, tr("Cancel"), Icon::none, this)) {
    setObjectName(QStringLiteral("messageEditor"));
    edit_->setObjectName(QStringLiteral("messageEdit"));
    edit_->setAccessibleName(tr("Edit your message"));
    edit_->setFrameShape(QFrame::NoFrame);
    edit_->setTabChangesFocus(true);
    edit_->setVerticalScrollBar(new SlimScrollBar(theme, edit_));
    edit_->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    edit_->setPlainText(text);
    edit_->moveCursor(QTextCursor::End);
    edit_->installEventFilter(this);
    send_->setObjectName(QStringLiteral("sendEditButton"));
    cancel_->setObjectName(QStringLiteral("cancelEditButton"));
    hint_->setWordWrap(true);

    auto* const foot = new QHBoxLayout;
    foot->setSpacing(metrics::kSpace);
    foot->addWidget(hint_, 1);
    foot->addWidget(cancel_);
    foot->addWidget(send_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(kPadding, kPadding, kPadding, kPadding - 4);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(edit_, 1);
    rows->addLayout(foot);

    connect(send_, &QAbstractButton::clicked, this, &MessageEditor::trySend);
    connect(cancel_, &QAbstractButton::clicked, this, &MessageEditor::cancelled);
    connect(edit_, &QPlainTextEdit::textChanged, this, [this] {
        send_->setEnabled(!edit_->toPlainText().trimmed().isEmpty());
        Q_EMIT heightChanged();
    });
    connect(theme, &Theme::changed, this, &MessageEditor::restyle);
    restyle();
}

void MessageEditor::restyle() {
    edit_->setFont(theme_->font(TextStyle::body));
    QPalette colors = theme_->palette();
    colors.setColor(QPalette::Base, theme_->color(ColorRole::surface));
    edit_->setPalette(colors);
    update();
}

/// As high as what is typed, within limits.
int MessageEditor::heightFor(int width) {
    const int lines = std::clamp(edit_->document()->lineCount(), kFewestLines, kMostLines);
    const int frame = 2 * static_cast<int>(edit_->document()->documentMargin());
    // The hint is worth a few lines beside the buttons; where not even a word has room it is left out.
    const int beside =
        width - 2 * kPadding - cancel_->sizeHint().width() - send_->sizeHint().width() - 2 * metrics::kSpace;
    hint_->setVisible(beside >= kNarrowestHint * hint_->fontMetrics().averageCharWidth());
    const int foot = std::max(send_->sizeHint().height(), hint_->isHidden() ? 0 : hint_->heightForWidth(beside));
    return lines * edit_->fontMetrics().lineSpacing() + frame + foot + 2 * kPadding + metrics::kSpace;
}

QList<QWidget*> MessageEditor::tabStops() const {
    return {edit_, cancel_, send_};
}

void MessageEditor::trySend() {
    const QString text = edit_->toPlainText();
    if (!text.trimmed().isEmpty()) {
        Q_EMIT sendWanted(text);
    }
}

bool MessageEditor::eventFilter(QObject* watched, QEvent* event) {
    if (watched == edit_ && (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride)) {
        auto* const key = static_cast<QKeyEvent*>(event);
        const bool is_return = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (key->key() == Qt::Key_Escape) {
            key->accept();  // it would reach the window's own key otherwise
            if (event->type() == QEvent::KeyPress) {
                Q_EMIT cancelled();
            }
            return true;
        }
        if (event->type() == QEvent::KeyPress && is_return && !key->modifiers().testFlag(Qt::ShiftModifier)) {
            trySend();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void MessageEditor::paintEvent(QPaintEvent* /*event*/) {
    paintFieldFrame(this, *theme_);
}

}  // namespace strata::ui
