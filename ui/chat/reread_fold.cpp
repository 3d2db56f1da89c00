#include "ui/chat/reread_fold.h"

#include <QLocale>
#include <QVBoxLayout>

#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/margins.h"
#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

constexpr int kIndent = 16;
constexpr qsizetype kShownCharacters = 400;

QString shownText(const QString& text) {
    if (text.isEmpty()) {
        return RereadFold::tr("(nothing: it ended there)");
    }
    return text.size() <= kShownCharacters ? text : text.first(kShownCharacters) + u'…';
}

Label* addText(const Theme* theme, QVBoxLayout* rows, const QString& caption, const char* name) {
    rows->addSpacing(metrics::kTightSpace);
    rows->addWidget(new Label(theme, TextStyle::small, ColorRole::muted_text, caption));
    auto* const text = new Label(theme, TextStyle::code, ColorRole::text);
    text->setObjectName(QLatin1String(name));
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setAccessibleName(caption);
    rows->addWidget(text);
    return text;
}

}  // namespace

RereadFold::RereadFold(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      button_(new Button(theme, ButtonKind::fold, QString(), Icon::chevron_right, this)),
      details_(new QWidget(this)),
      place_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), details_)) {
    button_->setObjectName(QStringLiteral("rereadButton"));
    place_->setObjectName(QStringLiteral("rereadPlace"));
    place_->setWordWrap(true);
    auto* const inner = new QVBoxLayout(details_);
    inner->setContentsMargins(marginsAlong(this, kIndent, metrics::kTightSpace, 0, metrics::kSpace));
    inner->setSpacing(metrics::kTightSpace);
    inner->addWidget(place_);
    before_ = addText(theme, inner, tr("What the model remembered from there on:"), "rereadBefore");
    now_ = addText(theme, inner, tr("What the chat says now:"), "rereadNow");
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(button_, 0, Qt::AlignLeading);
    rows->addWidget(details_);
    details_->hide();
    connect(button_, &QAbstractButton::clicked, this, [this] {
        setOpen(!open_);
        Q_EMIT toggled(open_);
    });
}

void RereadFold::showReread(const QString& line, const std::optional<app::Divergence>& divergence) {
    if (button_->text() != line) {
        button_->setText(line);
        button_->setAccessibleName(line);
        button_->updateGeometry();
    }
    button_->setEnabled(divergence.has_value());
    button_->setPictogram(!divergence ? Icon::again : open_ ? Icon::chevron_down : Icon::chevron_right);
    if (divergence) {
        place_->setText(tr("The first %1 pieces are the same; from there on the two texts differ.")
                            .arg(QLocale().toString(divergence->position)));
        before_->setText(shownText(divergence->before));
        now_->setText(shownText(divergence->now));
    } else {
        setOpen(false);
    }
}

QList<QWidget*> RereadFold::tabStops() const {
    return {button_, before_, now_};
}

void RereadFold::setOpen(bool open) {
    if (open == open_) {
        return;
    }
    open_ = open;
    button_->setPictogram(open ? Icon::chevron_down : Icon::chevron_right);
    button_->setAccessibleDescription(open ? tr("Unfolded") : tr("Folded"));
    details_->setVisible(open);
    updateGeometry();
}

}  // namespace strata::ui
