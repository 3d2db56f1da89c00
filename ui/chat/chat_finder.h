#pragma once

#include <memory>
#include <vector>

#include <QObject>
#include <QTimer>

#include "ui/text/text_column.h"

namespace strata::ui {

class ChatModel;
class Theme;

/// Looks for words in all messages of a chat, a few milliseconds at a time, so that nothing waits for it.
class ChatFinder : public QObject {
    Q_OBJECT

public:
    struct Match {
        int row = 0;
        TextRange range;

        bool operator==(const Match&) const = default;
    };

    /// Both must outlive it.
    ChatFinder(const Theme* theme, const ChatModel* chat, QObject* parent = nullptr);

    /// Looks for a text, whatever its case; empty: for nothing.
    void find(const QString& needle);
    const QString& needle() const { return needle_; }
    /// In reading order; more come until isDone().
    const std::vector<Match>& matches() const { return matches_; }
    bool isDone() const { return !slice_.isActive(); }
    std::vector<TextRange> matchesIn(int row) const;

Q_SIGNALS:
    /// More matches or the end.
    void progressed();

private:
    void again();
    void scan();
    void scanPart();

    const Theme* theme_;
    const ChatModel* chat_;
    QString needle_;
    std::vector<Match> matches_;
    int row_ = 0;
    int part_ = 0;
    std::unique_ptr<TextParts> parts_;  ///< of the row; none: not begun
    QTimer slice_;
    QTimer again_;  ///< until it looks again because the chat has changed
};

}  // namespace strata::ui
