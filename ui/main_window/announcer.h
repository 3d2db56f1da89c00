#pragma once

#include <QObject>
#include <QString>

class QLabel;
class QWidget;

namespace strata::ui {

class ChatModel;
class Notices;
enum class TurnState;

/// Tells screen readers what happens without being asked: that an answer is being read or written for, how long it
/// became, and what the notices say, each once. Sighted people see it where it happens.
class Announcer : public QObject {
    Q_OBJECT

public:
    /// All must outlive the announcer.
    struct Parts {
        QWidget* window = nullptr;
        const ChatModel* chat = nullptr;
        const Notices* notices = nullptr;
    };

    explicit Announcer(const Parts& parts, QObject* parent = nullptr);

    void announce(const QString& text);

Q_SIGNALS:
    void announced(const QString& text);

private:
    void followAnswer(int row);

    const Parts parts_;
    QLabel* spot_;        ///< whose name screen readers are told of when it changes; the window's
    qint64 message_ = 0;  ///< that was followed last
    TurnState state_;
};

}  // namespace strata::ui
