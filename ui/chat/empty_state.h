#pragma once

#include <QScrollArea>

class QGridLayout;
class QVBoxLayout;

namespace strata::ui {

class Button;
class Label;
class Theme;

/// What an empty chat shows: a short invitation and a few questions to press. Scrolls where large text has no room.
class EmptyState : public QScrollArea {
    Q_OBJECT

public:
    explicit EmptyState(const Theme* theme, QWidget* parent = nullptr);

    /// Says plainly what to expect of the practice model.
    void setBuiltInModel(bool built_in);

Q_SIGNALS:
    void promptChosen(const QString& prompt);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    const Theme* theme_;
    QVBoxLayout* rows_;
    Label* title_;
    Label* text_;
    QGridLayout* grid_;
    QList<Button*> prompts_;
};

}  // namespace strata::ui
