#pragma once

#include <QWidget>

#include "ui/server/server_examples.h"

class QComboBox;
class QPlainTextEdit;

namespace strata::ui {

class Button;
class Label;
class ServerController;
class Theme;

/// What to paste into an app so that it finds the local server, for the app that the person chooses. The key is shown
/// as dots and copied whole.
class ExampleBox : public QWidget {
    Q_OBJECT

public:
    /// All must outlive the box.
    ExampleBox(const Theme* theme, ServerController* server, QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    ServerAccess access() const;
    void refresh();
    void fitHeight();
    void copy();
    void restyle();

    const Theme* theme_;
    ServerController* server_;
    QComboBox* apps_;
    Label* hint_;
    QPlainTextEdit* text_;
    Button* copy_;
};

}  // namespace strata::ui
