#pragma once

#include <QFrame>

class QBoxLayout;

namespace strata::ui {

class Button;
class Label;
class Theme;

/// One sentence in a frame with the button that goes with it.
class NoticeBar : public QFrame {
    Q_OBJECT

public:
    enum class Tone { neutral, error };

    explicit NoticeBar(const Theme* theme, QWidget* parent = nullptr);

    /// Shows the bar. action: on the button; empty: none.
    void showNotice(Tone tone, const QString& text, const QString& action);
    /// A second, quiet button; empty: none.
    void setSecondAction(const QString& action);
    /// A third one, quiet as well; empty: none.
    void setThirdAction(const QString& action);
    /// For somebody who is to help: shown below when the person asks for it; empty: nothing.
    void setDetails(const QString& details);
    QString text() const;

Q_SIGNALS:
    void actionPressed();
    void secondActionPressed();
    void thirdActionPressed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void pressDetails();

    const Theme* theme_;
    QBoxLayout* parts_;
    QBoxLayout* buttons_;
    Label* text_;
    Button* action_;
    Button* second_;
    Button* third_;
    Button* details_button_;
    Label* details_;
    Tone tone_ = Tone::neutral;
};

}  // namespace strata::ui
