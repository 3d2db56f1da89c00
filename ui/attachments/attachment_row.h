#pragma once

#include <vector>

#include <QWidget>

namespace strata::ui {

class AttachmentChip;
class AttachmentList;
class Theme;

/// The attachments of the message that is being written, as chips in as many lines as they need. Hidden while there
/// are none.
class AttachmentRow : public QWidget {
    Q_OBJECT

public:
    /// list must outlive the row.
    AttachmentRow(const Theme* theme, AttachmentList* list, QWidget* parent = nullptr);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return layOut(width, false); }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void openWanted(quint64 id);
    void showInBoxWanted(quint64 id);
    /// The last chip was taken away, or the keyboard leaves.
    void leftByKeyboard();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showList();
    AttachmentChip* newChip(quint64 id);
    void removeChip(quint64 id);
    void dragChip(quint64 id, const QPoint& place);
    /// Gives the height.
    int layOut(int width, bool moves) const;
    int placeOf(quint64 id) const;

    const Theme* theme_;
    AttachmentList* list_;
    std::vector<AttachmentChip*> chips_;  ///< in order
};

}  // namespace strata::ui
