#include "ui/chat/times_popup.h"

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QGridLayout>
#include <QScreen>

#include "ui/chat/times_text.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kMargin = 14;
constexpr int kWidestValue = 46;  ///< average characters before it is wrapped

}  // namespace

TimesPopup::TimesPopup(const Theme* theme, const Message& message, QWidget* parent) : QFrame(parent, Qt::Popup) {
    setObjectName(QStringLiteral("timesPopup"));
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    QPalette colors = theme->palette();
    colors.setColor(QPalette::Window, theme->color(ColorRole::surface));
    setPalette(colors);
    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins(kMargin, kMargin, kMargin, kMargin - metrics::kTightSpace);
    grid->setHorizontalSpacing(metrics::kWideSpace);
    grid->setVerticalSpacing(metrics::kTightSpace);
    auto* const title = new Label(theme, TextStyle::strong, ColorRole::text, tr("Times and numbers of this answer"));
    grid->addWidget(title, 0, 0, 1, 2);
    int row = 1;
    for (const auto& [name, value] : messageTimes(message)) {
        auto* const shown = new Label(theme, TextStyle::small, ColorRole::text, value);
        shown->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        shown->setAccessibleName(name + QStringLiteral(": ") + value);
        const int widest = kWidestValue * shown->fontMetrics().averageCharWidth();
        if (shown->sizeHint().width() > widest) {
            shown->setWordWrap(true);
            shown->setFixedWidth(widest);
        }
        grid->addWidget(new Label(theme, TextStyle::small, ColorRole::muted_text, name), row, 0, Qt::AlignTop);
        grid->addWidget(shown, row++, 1);
        text_ += name + u'\t' + value + u'\n';
    }
    auto* const copy = new Button(theme, ButtonKind::quiet, tr("Copy"), Icon::copy, this);
    copy->setObjectName(QStringLiteral("copyTimesButton"));
    copy->setAccessibleName(tr("Copy these numbers"));
    grid->addWidget(copy, row, 0, 1, 2, Qt::AlignTrailing);
    connect(copy, &QAbstractButton::clicked, this, [this] {
        QApplication::clipboard()->setText(text_);
        close();
    });
    setAccessibleName(title->text());
    setFocusProxy(copy);
}

void TimesPopup::showAbove(const QPoint& place) {
    adjustSize();
    const QRect screen = parentWidget()->screen()->availableGeometry();
    QRect area(place - QPoint(width(), height()), size());
    area.moveLeft(std::clamp(area.left(), screen.left(), std::max(screen.left(), screen.right() - width())));
    area.moveTop(std::clamp(area.top(), screen.top(), std::max(screen.top(), screen.bottom() - height())));
    move(area.topLeft());
    show();
    setFocus();
}

}  // namespace strata::ui
