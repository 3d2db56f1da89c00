#include "ui/main_window/application.h"

#include <QThread>

#include "app/ui_trace.h"

namespace strata::ui {

bool Application::notify(QObject* receiver, QEvent* event) {
    if (QThread::currentThread() != thread()) {
        return QApplication::notify(receiver, event);  // of a thread with a loop of its own
    }
    const app::UiTrace::Stretch stretch;
    return QApplication::notify(receiver, event);
}

}  // namespace strata::ui
