#pragma once

#include <QApplication>

namespace strata::ui {

/// The application object of the program. Lets app::UiTrace see how long each event keeps the window's thread.
class Application : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override;
};

}  // namespace strata::ui
