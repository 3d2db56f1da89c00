#pragma once

#include <optional>

#include <QObject>
#include <QPoint>
#include <QTimer>

#include "ui/text/text_column.h"

namespace strata::ui {

class ChatModel;
class ChatView;
class TextView;
class Theme;

/// What is selected across several messages or parts of one, whether they are on the screen or not. Within one text
/// view that selects by itself; this takes over when the pointer leaves it.
class ChatSelection : public QObject {
    Q_OBJECT

public:
    /// All must outlive the selection.
    ChatSelection(const Theme* theme, const ChatModel* chat, ChatView* view);

    /// Looks after what the person does with the pointer in a text.
    void watch(TextView* text);
    /// Shows in a message what is selected there.
    void showIn(int row) const;

    bool isEmpty() const { return !range_; }
    void clear();
    void selectAll();
    void selectMessage(int row);
    /// As somebody would type it, in reading order.
    QString text() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Place {
        int row = 0;
        TextPoint point;

        auto operator<=>(const Place&) const = default;
    };
    struct Range {
        Place anchor;
        Place head;
    };

    bool press(TextView* text, const QMouseEvent& event);
    bool drag(TextView* text, const QPoint& global);
    void select(const Place& anchor, const Place& head);
    void scrollOn();
    std::optional<Place> placeOf(const TextView* text, int position) const;
    std::optional<Place> placeAt(const QPoint& global) const;
    std::optional<TextRange> rangeIn(int row) const;

    const Theme* theme_;
    const ChatModel* chat_;
    ChatView* view_;
    std::optional<Range> range_;
    std::optional<Place> pressed_;  ///< where the pointer went down
    TextView* dragged_from_ = nullptr;
    bool crossed_ = false;  ///< the pointer has left the text where it went down
    QPoint pointer_;
    QTimer scrolling_;
};

}  // namespace strata::ui
