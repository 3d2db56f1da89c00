#include "ui/meters/estimate_label.h"

#include "ui/style/theme.h"

namespace strata::ui {

EstimateLabel::EstimateLabel(const Theme* theme, QWidget* parent) : QLabel(parent), theme_(theme) {
    setObjectName(QStringLiteral("estimateLine"));
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    connect(theme, &Theme::changed, this, &EstimateLabel::restyle);
    restyle();
}

void EstimateLabel::showLine(const EstimateLine& line) {
    if (line != line_) {
        const bool restyles = line.strong != line_.strong || line.attention != line_.attention;
        line_ = line;
        setText(line.text);
        if (restyles) {
            restyle();
        }
    }
}

void EstimateLabel::restyle() {
    QFont font = theme_->font(TextStyle::small);
    font.setWeight(line_.strong ? QFont::DemiBold : QFont::Normal);
    setFont(font);
    QPalette colors = theme_->palette();
    colors.setColor(QPalette::WindowText, theme_->color(line_.attention ? ColorRole::on_badge
                                                        : line_.strong  ? ColorRole::text
                                                                        : ColorRole::muted_text));
    setPalette(colors);
    setMinimumHeight(fontMetrics().lineSpacing());
}

}  // namespace strata::ui
