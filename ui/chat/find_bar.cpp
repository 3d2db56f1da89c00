#include "ui/chat/find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>

#include "ui/style/button.h"
#include "ui/style/field_frame.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

constexpr int kEditCharacters = 24;
constexpr int kPlaceCharacters = 12;

}  // namespace

FindBar::FindBar(const Theme* theme, QWidget* parent)
    : QFrame(parent),
      theme_(theme),
      edit_(new QLineEdit(this)),
      place_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), this)),
      previous_(new Button(theme, ButtonKind::quiet, tr("Match before (Shift+Enter)"), Icon::chevron_up, this)),
      next_(new Button(theme, ButtonKind::quiet, tr("Next match (Enter)"), Icon::chevron_down, this)),
      close_(new Button(theme, ButtonKind::quiet, tr("Close (Esc)"), Icon::close, this)) {
    setObjectName(QStringLiteral("findBar"));
    edit_->setObjectName(QStringLiteral("findEdit"));
    edit_->setAccessibleName(tr("Find in this chat"));
    edit_->setPlaceholderText(tr("Find in this chat"));
    edit_->setFrame(false);
    edit_->installEventFilter(this);
    place_->setObjectName(QStringLiteral("findPlace"));
    place_->setAlignment(Qt::AlignVCenter | Qt::AlignTrailing);
    previous_->setObjectName(QStringLiteral("findPreviousButton"));
    next_->setObjectName(QStringLiteral("findNextButton"));
    close_->setObjectName(QStringLiteral("findCloseButton"));
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(2, 2, 2, 2);
    row->setSpacing(0);
    row->addSpacing(metrics::kSpace + metrics::kTightSpace - 2);
    row->addWidget(edit_, 1);
    row->addWidget(place_);
    row->addSpacing(metrics::kTightSpace);
    for (Button* const button : {previous_, next_, close_}) {
        button->setIconOnly();
        row->addWidget(button);
    }
    connect(edit_, &QLineEdit::textChanged, this, &FindBar::needleChanged);
    connect(previous_, &QAbstractButton::clicked, this, &FindBar::previousWanted);
    connect(next_, &QAbstractButton::clicked, this, &FindBar::nextWanted);
    connect(close_, &QAbstractButton::clicked, this, &FindBar::close);
    connect(theme, &Theme::changed, this, &FindBar::restyle);
    restyle();
    hide();
}

void FindBar::open() {
    show();
    raise();
    edit_->setFocus(Qt::ShortcutFocusReason);
    edit_->selectAll();
}

void FindBar::openWith(const QString& needle) {
    const QSignalBlocker silent(edit_);
    edit_->setText(needle);
    show();
    raise();
}

QString FindBar::needle() const {
    return edit_->text();
}

void FindBar::showPlace(int number, int count, bool done) {
    const QLocale locale;
    const QString all = locale.toString(count) + (done ? QString() : QStringLiteral("+"));
    QString text;
    if (!edit_->text().isEmpty()) {
        text = count == 0 ? (done ? tr("Not found") : tr("Searching…"))
                          : tr("%1 of %2").arg(number == 0 ? tr("–") : locale.toString(number), all);
    }
    if (text != place_->text()) {
        place_->setText(text);
        place_->setAccessibleName(text);
    }
    previous_->setEnabled(count > 0);
    next_->setEnabled(count > 0);
}

void FindBar::close() {
    hide();
    Q_EMIT closed();
}

void FindBar::restyle() {
    edit_->setFont(theme_->font(TextStyle::body));
    QPalette colors = theme_->palette();
    colors.setColor(QPalette::Base, theme_->color(ColorRole::surface));
    edit_->setPalette(colors);
    edit_->setMinimumWidth(kEditCharacters * edit_->fontMetrics().averageCharWidth());
    place_->setMinimumWidth(kPlaceCharacters * place_->fontMetrics().averageCharWidth());
    updateGeometry();
    update();
}

bool FindBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == edit_ && (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride)) {
        auto* const key = static_cast<QKeyEvent*>(event);
        const bool is_press = event->type() == QEvent::KeyPress;
        if (key->key() == Qt::Key_Escape) {
            key->accept();  // the window's own key has to wait
            if (is_press) {
                close();
            }
            return true;
        }
        if (is_press && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
            key->modifiers().testFlag(Qt::ShiftModifier) ? previousWanted() : nextWanted();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void FindBar::paintEvent(QPaintEvent* /*event*/) {
    paintFieldFrame(this, *theme_);
}

}  // namespace strata::ui
