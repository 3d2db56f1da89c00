#pragma once

#include "strata/request.h"
#include "ui/style/button.h"

class QActionGroup;
class QMenu;

namespace strata::ui {

/// How the next answer is to be written: how long the model thinks first, and how freely it writes. A pill with a menu.
class ThinkingButton : public Button {
    Q_OBJECT

public:
    /// Steps between exact and free.
    static constexpr int kStyles = 5;

    explicit ThinkingButton(const Theme* theme, QWidget* parent = nullptr);

    Thinking thinking() const { return thinking_; }
    void setThinking(Thinking thinking);
    /// 0 exact … 4 free.
    int writingStyle() const { return style_; }
    void setWritingStyle(int style);

Q_SIGNALS:
    /// By the person.
    void thinkingChosen(strata::Thinking thinking);
    void writingStyleChosen(int style);

protected:
    /// The menu decides what is checked, not the click.
    void nextCheckState() override {}

private:
    void fillMenu();
    void openMenu();
    void showChoice();
    void restyle();

    const Theme* theme_;
    QMenu* menu_;
    QActionGroup* thinkings_;
    QActionGroup* styles_;
    Thinking thinking_ = Thinking::off;
    int style_ = 2;
};

}  // namespace strata::ui
