#pragma once

#include <QWidget>

#include "ui/attachments/attachment_list.h"

namespace strata::ui {

class Button;
class ElidingLabel;
class Theme;

/// One attachment above the box: a thumbnail or a pictogram, its name, what it is, and a button that takes it away.
/// With the keyboard: Delete takes it away, Alt with an arrow moves it, Enter opens it.
class AttachmentChip : public QWidget {
    Q_OBJECT

public:
    AttachmentChip(const Theme* theme, quint64 id, QWidget* parent = nullptr);

    quint64 id() const { return id_; }
    /// place: counted from 1.
    void showAttachment(const Attachment& attachment, int place, int count);

    QSize sizeHint() const override;

Q_SIGNALS:
    void openWanted();
    void removeWanted();
    /// By so many places, seen from the beginning of the line.
    void moveWanted(int places);
    /// Dragged to this place (in the parent's coordinates).
    void draggedTo(const QPoint& place);
    /// A pasted text is to become part of what is typed.
    void showInBoxWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void restyle();
    int side() const;
    void placeParts();

    const Theme* theme_;
    const quint64 id_;
    Attachment::Kind kind_ = Attachment::Kind::reading;
    QImage thumbnail_;
    ElidingLabel* name_;
    ElidingLabel* details_;
    Button* show_in_box_;
    Button* remove_;
    QPoint pressed_at_;
    bool dragging_ = false;
};

/// Draws an image into a rounded rectangle, filling it; what does not fit is cut off at the sides.
void paintThumbnail(QPainter& painter, const QRectF& area, const QImage& image, double radius);

}  // namespace strata::ui
