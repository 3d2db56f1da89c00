#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include <QObject>
#include <QString>
#include <QThreadPool>

namespace strata::app {

/// About how many pieces a text has, for where nobody counts.
int guessedPieces(const QString& text);

/// Counts the pieces of what is typed, on a thread of its own and with the model's own rules. What was counted before
/// is remembered by paragraph, so that a change in a long text costs only what changed. Lives on the window's thread.
class PieceCounter : public QObject {
    Q_OBJECT

public:
    explicit PieceCounter(QObject* parent = nullptr);
    /// Waits for what is being counted.
    ~PieceCounter() override;

    /// Whose pieces are counted. Reports with modelOpened. An empty path: nobody knows; then counts are guessed.
    void open(const std::filesystem::path& model);
    /// Reports with counted, unless a newer text comes before its turn.
    void count(const QString& text);

Q_SIGNALS:
    /// file_bytes: of the model; 0: it cannot be read. message_overhead: pieces that a message costs besides its text.
    void modelOpened(quint64 file_bytes, int message_overhead);
    /// exact: false if it is a guess.
    void counted(const QString& text, int pieces, bool exact);

private:
    struct Counting;

    std::shared_ptr<Counting> counting_;  ///< shared with what runs on the thread
    QThreadPool thread_;                  ///< of one thread, so that one thing happens after another
};

}  // namespace strata::app
