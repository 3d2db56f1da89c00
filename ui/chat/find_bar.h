#pragma once

#include <QFrame>

class QLineEdit;

namespace strata::ui {

class Button;
class Label;
class Theme;

/// A line to look for words in the chat: what to look for, which match is shown, the way to the others.
class FindBar : public QFrame {
    Q_OBJECT

public:
    FindBar(const Theme* theme, QWidget* parent);

    /// Shows the bar with its text selected, ready to be typed over.
    void open();
    /// Shows the bar with this text; the keyboard stays where it is.
    void openWith(const QString& needle);
    QString needle() const;
    /// number: of the match that is shown, from 1; 0: none yet. done: there will not be more.
    void showPlace(int number, int count, bool done);

Q_SIGNALS:
    void needleChanged(const QString& needle);
    void nextWanted();
    void previousWanted();
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void close();
    void restyle();

    const Theme* theme_;
    QLineEdit* edit_;
    Label* place_;
    Button* previous_;
    Button* next_;
    Button* close_;
};

}  // namespace strata::ui
