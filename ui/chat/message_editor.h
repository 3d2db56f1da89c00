#pragma once

#include <QFrame>

class QPlainTextEdit;

namespace strata::ui {

class Button;
class Label;
class Theme;

/// Changes a message in its place. What comes of it is a further version; the one before stays.
class MessageEditor : public QFrame {
    Q_OBJECT

public:
    MessageEditor(const Theme* theme, const QString& text, QWidget* parent);

    QPlainTextEdit* edit() const { return edit_; }
    int heightFor(int width);
    QList<QWidget*> tabStops() const;

Q_SIGNALS:
    void sendWanted(const QString& text);
    void cancelled();
    void heightChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void trySend();
    void restyle();

    const Theme* theme_;
    QPlainTextEdit* edit_;
    Label* hint_;
    Button* send_;
    Button* cancel_;
};

}  // namespace strata::ui
