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

/// The top of the window: which model answers, what the engine does, and the ways to the list of chats and to
/// everything else.
class HeaderBar : public QWidget {
    Q_OBJECT

public:
    explicit HeaderBar(const Theme* theme, QWidget* parent = nullptr);

    /// name: empty if there is none. built_in: it is the practice model, and that is said.
    void showModel(const QString& name, bool built_in);
    /// A server answers; readable: without encryption. An empty host: the model in this program does.
    void showRemote(const QString& host, bool readable);
    MeterStrip* meterStrip() const { return meters_; }

    Button* moreButton() const { return more_; }
    /// Whether the list of chats is in sight.
    void showListShown(bool shown);

Q_SIGNALS:
    void chatListToggled();

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
    Button* list_;
    Button* more_;
};

}  // namespace strata::ui
