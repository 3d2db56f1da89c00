#include "app/estimates/piece_counter.h"

#include <atomic>
#include <cmath>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>

#include "strata/text_model.h"

namespace strata::app {
namespace {

constexpr double kBytesPerPiece = 4.0;            ///< of English text, about: for models that cannot be asked
constexpr std::size_t kLongestPart = 16'384;      ///< bytes; a longer paragraph is counted in parts
constexpr std::size_t kRememberedParts = 20'000;  ///< then it begins anew
constexpr int kGuessedOverhead = 8;

int guessOf(std::size_t bytes) {
    return static_cast<int>(std::ceil(static_cast<double>(bytes) / kBytesPerPiece));
}

/// Length of the paragraph at the beginning of `text`: up to and with its line ends. Pieces do not reach over them.
std::size_t partLength(const std::string& text, std::size_t start) {
    std::size_t end = text.find('\n', start);
    while (end != std::string::npos && end + 1 < text.size() && (text[end + 1] == '\n' || text[end + 1] == '\r')) {
        ++end;
    }
    std::size_t length = (end == std::string::npos ? text.size() : end + 1) - start;
    if (length > kLongestPart) {
        length = kLongestPart;
        while (length > 1 && (static_cast<unsigned char>(text[start + length]) & 0xC0U) == 0x80U) {
            --length;  // whole characters
        }
    }
    return length;
}

int overheadOf(const TextModel& model) {
    GenerationRequest request;
    request.messages.push_back(ChatMessage{Role::user, {}, {}, {}, {}});
    return model.count_tokens(request).value_or(kGuessedOverhead);
}

quint64 sizeOf(const std::filesystem::path& file) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file, error);
    return error ? 0 : bytes;
}

}  // namespace

int guessedPieces(const QString& text) {
    return guessOf(static_cast<std::size_t>(text.toUtf8().size()));
}

/// What belongs to the counting thread, but for `newest`.
struct PieceCounter::Counting {
    std::unique_ptr<TextModel> model;
    std::unordered_map<std::string, int> known;  ///< pieces of paragraphs
    /// Number of the newest text; older ones need not be counted. Nothing else becomes visible with it: relaxed.
    std::atomic<quint64> newest{0};

    int countPart(const std::string& part) {
        if (const auto at = known.find(part); at != known.end()) {
            return at->second;
        }
        if (known.size() >= kRememberedParts) {
            known.clear();
        }
        const int pieces = model->count_tokens(part);
        known.emplace(part, pieces);
        return pieces;
    }

    /// None: a newer text has come meanwhile.
    std::optional<int> count(const std::string& text, quint64 number) {
        if (!model) {
            return guessOf(text.size());
        }
        int pieces = 0;
        for (std::size_t at = 0; at < text.size();) {
            if (newest.load(std::memory_order_relaxed) != number) {
                return std::nullopt;
            }
            const std::size_t length = partLength(text, at);
            pieces += countPart(text.substr(at, length));
            at += length;
        }
        return pieces;
    }
};

PieceCounter::PieceCounter(QObject* parent) : QObject(parent), counting_(std::make_shared<Counting>()) {
    thread_.setMaxThreadCount(1);
}

PieceCounter::~PieceCounter() {
    counting_->newest.fetch_add(1, std::memory_order_relaxed);
    thread_.waitForDone();
}

void PieceCounter::open(const std::filesystem::path& model) {
    thread_.start([this, counting = counting_, model] {
        counting->known.clear();
        counting->model.reset();
        quint64 bytes = 0;
        int overhead = kGuessedOverhead;
        if (!model.empty()) {
            bytes = sizeOf(model);
            if (auto opened = TextModel::open(model)) {
                counting->model = std::move(*opened);
                overhead = overheadOf(*counting->model);
            }
        }
        QMetaObject::invokeMethod(this, [this, bytes, overhead] { Q_EMIT modelOpened(bytes, overhead); });
    });
}

void PieceCounter::count(const QString& text) {
    const quint64 number = counting_->newest.fetch_add(1, std::memory_order_relaxed) + 1;
    thread_.start([this, counting = counting_, text, number] {
        if (counting->newest.load(std::memory_order_relaxed) != number) {
            return;
        }
        const auto pieces = counting->count(text.toStdString(), number);
        if (pieces) {
            const bool exact = counting->model != nullptr;
            QMetaObject::invokeMethod(this,
                                      [this, text, count = *pieces, exact] { Q_EMIT counted(text, count, exact); });
        }
    });
}

}  // namespace strata::app
