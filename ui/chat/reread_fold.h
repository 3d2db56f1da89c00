#pragma once

#include <QWidget>

#include "ui/chat/chat_model.h"

namespace strata::ui {

class Button;
class Label;
class Theme;

/// That a part of the chat was read again, in one line; on request where the two texts part and what each said there.
class RereadFold : public QWidget {
    Q_OBJECT

public:
    explicit RereadFold(const Theme* theme, QWidget* parent = nullptr);

    /// line: from rereadLine(). Without a divergence there is nothing to unfold but the line itself.
    void showReread(const QString& line, const std::optional<app::Divergence>& divergence);
    QList<QWidget*> tabStops() const;

Q_SIGNALS:
    void toggled(bool open);

private:
    void setOpen(bool open);

    Button* button_;
    QWidget* details_;
    Label* place_;
    Label* before_;
    Label* now_;
    bool open_ = false;
};

}  // namespace strata::ui
