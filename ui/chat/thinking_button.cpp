#include "ui/chat/thinking_button.h"

#include <algorithm>
#include <array>

#include <QActionGroup>
#include <QMenu>

#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr std::array kThinkings{Thinking::off, Thinking::low, Thinking::medium, Thinking::high};

QString nameOf(Thinking thinking) {
    switch (thinking) {
        case Thinking::off:
            break;
        case Thinking::low:
            return ThinkingButton::tr("Short");
        case Thinking::medium:
            return ThinkingButton::tr("Medium");
        case Thinking::high:
            return ThinkingButton::tr("Long");
    }
    return ThinkingButton::tr("Off");
}

QString nameOfStyle(int style) {
    const std::array names{ThinkingButton::tr("Exact"), ThinkingButton::tr("Careful"), ThinkingButton::tr("Balanced"),
                           ThinkingButton::tr("Lively"), ThinkingButton::tr("Free")};
    return names[static_cast<std::size_t>(style)];
}

}  // namespace

ThinkingButton::ThinkingButton(const Theme* theme, QWidget* parent)
    : Button(theme, ButtonKind::toggle, QString(), Icon::thought, parent),
      theme_(theme),
      menu_(new QMenu(this)),
      thinkings_(new QActionGroup(menu_)),
      styles_(new QActionGroup(menu_)) {
    setObjectName(QStringLiteral("thinkingButton"));
    menu_->setObjectName(QStringLiteral("thinkingMenu"));
    setToolTip(tr("Thinks before answering. Better for hard questions, slower."));
    fillMenu();
    connect(this, &QAbstractButton::clicked, this, &ThinkingButton::openMenu);
    connect(theme, &Theme::changed, this, &ThinkingButton::restyle);
    restyle();
    showChoice();
}

void ThinkingButton::fillMenu() {
    const auto addHeading = [this](const QString& text) { menu_->addAction(text)->setEnabled(false); };
    addHeading(tr("Thinking before the answer"));
    for (const Thinking thinking : kThinkings) {
        QAction* const action = thinkings_->addAction(menu_->addAction(nameOf(thinking)));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, thinking] {
            setThinking(thinking);
            Q_EMIT thinkingChosen(thinking);
        });
    }
    menu_->addSeparator();
    addHeading(tr("Style (temperature)"));
    for (int style = 0; style < kStyles; ++style) {
        QAction* const action = styles_->addAction(menu_->addAction(nameOfStyle(style)));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, style] {
            setWritingStyle(style);
            Q_EMIT writingStyleChosen(style);
        });
    }
}

void ThinkingButton::setThinking(Thinking thinking) {
    thinking_ = thinking;
    showChoice();
}

void ThinkingButton::setWritingStyle(int style) {
    style_ = std::clamp(style, 0, kStyles - 1);
    showChoice();
}

void ThinkingButton::showChoice() {
    const auto place = std::find(kThinkings.begin(), kThinkings.end(), thinking_) - kThinkings.begin();
    thinkings_->actions().at(place)->setChecked(true);
    styles_->actions().at(style_)->setChecked(true);
    setChecked(thinking_ != Thinking::off);
    setText(thinking_ == Thinking::off ? tr("Thinking") : tr("Thinking: %1").arg(nameOf(thinking_).toLower()));
    setAccessibleName(tr("Thinking: %1. Style: %2").arg(nameOf(thinking_), nameOfStyle(style_)));
    updateGeometry();
}

/// Above the button, which is near the window's lower edge.
void ThinkingButton::openMenu() {
    menu_->popup(mapToGlobal(QPoint(0, -menu_->sizeHint().height())));
}

void ThinkingButton::restyle() {
    menu_->setPalette(theme_->palette());
    menu_->setFont(theme_->font(TextStyle::small));
}

}  // namespace strata::ui
