#include "ui/chat/composer.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextOption>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/attachments/attachment_list.h"
#include "ui/attachments/attachment_row.h"
#include "ui/chat/thinking_button.h"
#include "ui/style/button.h"
#include "ui/style/margins.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kHighestUntilTold = 240;
constexpr int kFrameRadius = 16;
constexpr int kFrameRing = 2;
constexpr int kFramePadding = 15;

}  // namespace

ComposerEdit::ComposerEdit(const Theme* theme, QWidget* parent)
    : QPlainTextEdit(parent), theme_(theme), highest_(kHighestUntilTold) {
    setObjectName(QStringLiteral("composer"));
    setAccessibleName(tr("Message"));
    setPlaceholderText(tr("Write a message"));
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setAcceptDrops(false);  // the window takes drops, wherever they fall
    setVerticalScrollBar(new SlimScrollBar(theme, this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    document()->setDocumentMargin(0);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &ComposerEdit::fitHeight);
    connect(this, &QPlainTextEdit::textChanged, this, &ComposerEdit::settleDirection);
    connect(theme, &Theme::changed, this, &ComposerEdit::restyle);
    settleDirection();
    restyle();
}

/// An empty box begins where the words of the window begin; what is written goes as its own letters do.
void ComposerEdit::settleDirection() {
    const Qt::LayoutDirection direction = document()->isEmpty() ? layoutDirection() : Qt::LayoutDirectionAuto;
    QTextOption option = document()->defaultTextOption();
    if (option.textDirection() != direction) {
        option.setTextDirection(direction);
        document()->setDefaultTextOption(option);
    }
}

void ComposerEdit::setHighest(int height) {
    highest_ = height;
    fitHeight();
}

void ComposerEdit::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!enter) {
        QPlainTextEdit::keyPressEvent(event);
        return;
    }
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool sends = event->modifiers().testFlag(Qt::ControlModifier) || shift != enter_sends_;
    if (!sends) {
        insertPlainText(QStringLiteral("\n"));
        ensureCursorVisible();
    } else if (!composing_) {
        Q_EMIT sendPressed();
    }
}

void ComposerEdit::inputMethodEvent(QInputMethodEvent* event) {
    QPlainTextEdit::inputMethodEvent(event);
    if (!event->preeditString().isEmpty()) {
        composing_ = true;
    } else if (composing_) {
        // The Enter that settles the text may still arrive as a key: it belongs to the input method.
        QTimer::singleShot(0, this, [this] { composing_ = false; });
    }
}

bool ComposerEdit::canInsertFromMimeData(const QMimeData* source) const {
    return (paste_taker_ && (source->hasImage() || source->hasUrls())) || QPlainTextEdit::canInsertFromMimeData(source);
}

void ComposerEdit::insertFromMimeData(const QMimeData* source) {
    if (!paste_taker_ || !paste_taker_(*source)) {
        QPlainTextEdit::insertFromMimeData(source);
    }
}

void ComposerEdit::focusInEvent(QFocusEvent* event) {
    QPlainTextEdit::focusInEvent(event);
    Q_EMIT focusChanged(true);
}

void ComposerEdit::focusOutEvent(QFocusEvent* event) {
    QPlainTextEdit::focusOutEvent(event);
    Q_EMIT focusChanged(false);
}

void ComposerEdit::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    fitHeight();
}

void ComposerEdit::restyle() {
    setFont(theme_->font(TextStyle::chat));
    QPalette colors = theme_->palette();
    colors.setColor(QPalette::Base, Qt::transparent);
    setPalette(colors);
    fitHeight();
}

void ComposerEdit::fitHeight() {
    // A plain document measures its height in lines.
    const double lines = std::max(document()->size().height(), 1.0);
    const int wanted = qCeil(lines * fontMetrics().lineSpacing()) + 2;
    const int height = std::clamp(wanted, fontMetrics().lineSpacing() + 2, std::max(highest_, fontMetrics().height()));
    setVerticalScrollBarPolicy(wanted > height ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    if (height != maximumHeight()) {
        setFixedHeight(height);
    }
}

Composer::Composer(const Theme* theme, QWidget* parent)
    : QFrame(parent),
      theme_(theme),
      attachments_(new AttachmentList(this)),
      row_(new AttachmentRow(theme, attachments_, this)),
      edit_(new ComposerEdit(theme, this)),
      attach_(new Button(theme, ButtonKind::quiet, tr("Attach pictures or text files (Ctrl+O)"), Icon::attach, this)),
      thinking_(new ThinkingButton(theme, this)),
      stop_(new Button(theme, ButtonKind::outlined, tr("Stop"), Icon::stop, this)),
      send_(new Button(theme, ButtonKind::primary, tr("Send"), Icon::send, this)) {
    setObjectName(QStringLiteral("composerFrame"));
    setFocusProxy(edit_);
    setCursor(Qt::IBeamCursor);
    attach_->setObjectName(QStringLiteral("attachButton"));
    attach_->setIconOnly();
    attach_->hide();
    stop_->setObjectName(QStringLiteral("stopButton"));
    stop_->setAccessibleName(stop_->text());
    stop_->setToolTip(tr("Stop the answer (Esc)"));
    send_->setObjectName(QStringLiteral("sendButton"));
    send_->setIconOnly();
    send_->setToolTip(tr("Send (Enter)"));

    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kTightSpace);
    buttons->addWidget(attach_);
    buttons->addWidget(thinking_);
    buttons->addStretch();
    buttons->addWidget(stop_);
    buttons->addWidget(send_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(marginsAlong(this, kFramePadding - Button::kRingRoom, kFramePadding - 2, 8, 8));
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(row_);
    auto* const box = new QHBoxLayout;
    box->setContentsMargins(marginsAlong(this, Button::kRingRoom, 0, kFramePadding - 8, 0));
    box->addWidget(edit_);
    rows->addLayout(box);
    rows->addLayout(buttons);

    connect(edit_, &ComposerEdit::sendPressed, this, &Composer::trySend);
    connect(edit_, &QPlainTextEdit::textChanged, this, &Composer::updateButtons);
    connect(edit_, &QPlainTextEdit::textChanged, this, &Composer::textChanged);
    connect(edit_, &ComposerEdit::focusChanged, this, [this](bool focused) {
        focused_ = focused;
        update();
    });
    connect(attachments_, &AttachmentList::changed, this, &Composer::updateButtons);
    connect(attachments_, &AttachmentList::changed, this, &Composer::sendIfRead);
    connect(row_, &AttachmentRow::leftByKeyboard, edit_, qOverload<>(&QWidget::setFocus));
    connect(attach_, &QAbstractButton::clicked, this, &Composer::attachWanted);
    connect(send_, &QAbstractButton::clicked, this, &Composer::trySend);
    connect(stop_, &QAbstractButton::clicked, this, &Composer::stopWanted);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    setAnswering(false);
}

Thinking Composer::thinking() const {
    return thinking_->thinking();
}

void Composer::setEnterSends(bool sends) {
    edit_->setEnterSends(sends);
    send_->setToolTip(sends ? tr("Send (Enter)") : tr("Send (Shift+Enter)"));
    Q_EMIT enterSendsChanged();
}

void Composer::clearMessage() {
    edit_->clear();
    attachments_->clear();
}

void Composer::setText(const QString& text) {
    edit_->setPlainText(text);
    edit_->moveCursor(QTextCursor::End);
}

void Composer::giveBack(const QString& text) {
    const QString typed = edit_->toPlainText();
    edit_->setPlainText(typed.isEmpty() ? text : text + u'\n' + typed);
    edit_->moveCursor(QTextCursor::End);
    edit_->setFocus();
}

void Composer::setAttaching(bool attaching) {
    attach_->setVisible(attaching);
}

void Composer::setAnswering(bool answering) {
    if (!answering && stop_->hasFocus()) {
        edit_->setFocus();
    }
    stop_->setVisible(answering);
    stop_->setEnabled(answering);
    stop_->setText(tr("Stop"));
    updateButtons();
}

void Composer::setStopping() {
    stop_->setText(tr("Stopping…"));
    stop_->setEnabled(false);
    edit_->setFocus();
}

void Composer::setAccepting(bool accepting) {
    accepting_ = accepting;
    updateButtons();
}

void Composer::trySend() {
    if (!send_->isEnabled()) {
        return;
    }
    sends_when_read_ = attachments_->isReading();
    if (!sends_when_read_) {
        Q_EMIT sendWanted(text());
    }
}

/// Sends what was to be sent as soon as everything that goes with it was read.
void Composer::sendIfRead() {
    if (sends_when_read_ && !attachments_->isReading()) {
        trySend();
    }
}

void Composer::updateButtons() {
    const QTextDocument* const document = edit_->document();
    // Blank lines before the first word are rare: this looks at one block nearly always.
    bool blank = true;
    for (QTextBlock block = document->begin(); block.isValid() && blank; block = block.next()) {
        blank = block.text().trimmed().isEmpty();
    }
    send_->setEnabled(accepting_ && (!blank || !attachments_->isEmpty()));
}

void Composer::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double line = focused_ ? kFrameRing : 1;
    painter.setPen(QPen(theme_->color(focused_ ? ColorRole::focus_ring : ColorRole::control_border), line));
    painter.setBrush(theme_->color(ColorRole::surface));
    const double inset = kFrameRing / 2.0;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), kFrameRadius, kFrameRadius);
}

void Composer::mousePressEvent(QMouseEvent* /*event*/) {
    edit_->setFocus(Qt::MouseFocusReason);
}

}  // namespace strata::ui
