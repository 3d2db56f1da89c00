#pragma once

#include <array>

#include <QFrame>

#include "ui/chat/chat_model.h"

class QBoxLayout;

namespace strata::ui {

class Button;
class Label;
class Theme;

/// An error inside the chat, at the place where it happened: what happened, and the buttons that help.
class ProblemBubble : public QFrame {
    Q_OBJECT

public:
    explicit ProblemBubble(const Theme* theme, QWidget* parent = nullptr);

    void showProblem(const Problem& problem);
    /// Whether its buttons can still help; not if the chat went on.
    void setRemedyOffered(bool offered);

    QList<QWidget*> tabStops() const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

Q_SIGNALS:
    void remedyWanted(strata::ui::Remedy remedy);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int iconSide() const;
    void arrange(int width) const;
    void restyle();

    const Theme* theme_;
    Label* text_;
    std::array<Button*, Problem::kMostRemedies> remedies_;
    Button* copy_;
    QBoxLayout* buttons_;
    Problem problem_;
};

}  // namespace strata::ui
