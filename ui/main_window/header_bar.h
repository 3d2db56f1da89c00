#pragma once

#include <QWidget>

class QGridLayout;
class QHBoxLayout;

namespace strata::ui {

class Badge;
class Button;
class ElidingLabel;
class MeterStrip;
class Theme;

/// The top of the window: which model answers, what the engine does, and the way to a new chat.
class HeaderBar : public QWidget {
    Q_OBJECT

public:
    explicit HeaderBar(const Theme* theme, QWidget* parent = nullptr);

    /// name: empty if there is none. built_in: it is the practice model, and that is said.
    void showModel(const QString& name, bool built_in);
    MeterStrip* meterStrip() const { return meters_; }

Q_SIGNALS:
    void newChatWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    const Theme* theme_;
    QGridLayout* grid_;
    QHBoxLayout* title_;
    ElidingLabel* model_;
    Badge* badge_;
    MeterStrip* meters_;
    Button* new_chat_;
};

}  // namespace strata::ui
