#include "app/chat_search.h"

#include <algorithm>
#include <utility>

#include <QSqlQuery>

namespace strata::app {
namespace {

// The database puts these around what it found; they are taken out again.
constexpr QChar kBegin(1);
constexpr QChar kEnd(2);
constexpr int kSnippetWords = 16;
constexpr int kSnippetBefore = 24;  ///< characters, where words are not divided by spaces
constexpr int kSnippetLength = 90;

QStringList wordsOf(const QString& text) {
    QStringList words;
    QString word;
    for (const uint character : text.toUcs4()) {
        if (QChar::isLetterOrNumber(character) || QChar::isMark(character)) {
            const char32_t code = character;
            word += QString::fromUcs4(&code, 1);
        } else if (!word.isEmpty()) {
            words.append(std::exchange(word, {}));
        }
    }
    if (!word.isEmpty()) {
        words.append(word);
    }
    return words;
}

/// Chinese, Japanese and Thai are written without spaces: what the index takes for a word is a whole sentence there.
bool isWrittenWithoutSpaces(const QString& word) {
    const auto characters = word.toUcs4();
    return std::any_of(characters.begin(), characters.end(), [](uint character) {
        switch (QChar::script(character)) {
            case QChar::Script_Han:
            case QChar::Script_Hiragana:
            case QChar::Script_Katakana:
            case QChar::Script_Thai:
            case QChar::Script_Lao:
            case QChar::Script_Khmer:
            case QChar::Script_Myanmar:
                return true;
            default:
                return false;
        }
    });
}

/// As FTS5 reads it: every word as it is, the last one as a beginning.
QString matchOf(const QStringList& words) {
    QStringList quoted;
    for (const QString& word : words) {
        quoted.append(u'"' + word + u'"');
    }
    return quoted.join(u' ') + u'*';
}

QString likeOf(const QString& word) {
    return u'%' + word + u'%';  // words have no % and no _
}

/// Takes the marks out of a text in one line.
void takeMarked(const QString& marked, SearchHit& hit) {
    int start = 0;
    for (const QChar character : marked) {
        const int here = static_cast<int>(hit.snippet.size());
        if (character == kBegin) {
            start = here;
        } else if (character == kEnd) {
            hit.marks.push_back({start, here - start});
        } else {
            hit.snippet += character.isSpace() ? QChar(u' ') : character;
        }
    }
}

/// Cuts out the words around the first place, and marks all of them in it.
void takePlaces(const QString& text, const QStringList& words, bool whole, SearchHit& hit) {
    QString shown = text;
    if (!whole) {
        const qsizetype place = std::max<qsizetype>(text.indexOf(words.front(), 0, Qt::CaseInsensitive), 0);
        qsizetype from = std::max<qsizetype>(place - kSnippetBefore, 0);
        if (from > 0 && text[from].isLowSurrogate()) {
            --from;
        }
        shown = text.mid(from, kSnippetLength);
        if (!shown.isEmpty() && shown.back().isHighSurrogate()) {
            shown.chop(1);
        }
        shown = (from > 0 ? QStringLiteral("…") : QString()) + shown +
                (from + kSnippetLength < text.size() ? QStringLiteral("…") : QString());
    }
    for (const QChar character : std::as_const(shown)) {
        hit.snippet += character.isSpace() ? QChar(u' ') : character;
    }
    for (const QString& word : words) {
        for (qsizetype at = hit.snippet.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
             at = hit.snippet.indexOf(word, at + word.size(), Qt::CaseInsensitive)) {
            hit.marks.push_back({static_cast<int>(at), static_cast<int>(word.size())});
        }
    }
}

SearchHit hitOf(const QSqlQuery& query) {
    SearchHit hit;
    hit.chat = query.value(0).toString().toStdString();
    hit.title = query.value(1).toString();
    hit.changed = QDateTime::fromMSecsSinceEpoch(query.value(2).toLongLong(), Qt::UTC);
    hit.message = query.value(3).toLongLong();
    return hit;
}

/// Looks through the texts themselves.
Result<void> searchTexts(const ChatDatabase& database, const QStringList& words, bool titles, int limit,
                         std::vector<SearchHit>& hits) {
    QString sql = titles ? QStringLiteral("SELECT id, title, changed, 0, title FROM chats WHERE deleted IS NULL")
                         : QStringLiteral(
                               "SELECT c.id, c.title, c.changed, m.id, m.text FROM messages m JOIN chats c"
                               " ON c.number = m.chat WHERE c.deleted IS NULL AND m.deleted IS NULL");
    QVariantList values;
    for (const QString& word : words) {
        sql += titles ? QStringLiteral(" AND title LIKE ?") : QStringLiteral(" AND m.text LIKE ?");
        values.append(likeOf(word));
    }
    sql += titles ? QStringLiteral(" ORDER BY changed DESC LIMIT ?") : QStringLiteral(" ORDER BY m.id DESC LIMIT ?");
    values.append(limit);
    auto query = database.select(sql, values);
    if (!query) {
        return tl::unexpected(query.error());
    }
    while (query->next()) {
        SearchHit hit = hitOf(*query);
        takePlaces(query->value(4).toString(), words, titles, hit);
        hits.push_back(std::move(hit));
    }
    return {};
}

Result<void> searchIndex(const ChatDatabase& database, const QStringList& words, bool titles, int limit,
                         std::vector<SearchHit>& hits) {
    // The rows of an index come in the order of their numbers without being sorted, so the first ones come at once
    // however many there are.
    const QString sql =
        titles ? QStringLiteral(
                     "SELECT c.id, c.title, c.changed, 0, highlight(title_search, 0, ?, ?) FROM title_search"
                     " JOIN chats c ON c.number = title_search.rowid WHERE title_search MATCH ?"
                     " ORDER BY title_search.rowid DESC LIMIT ?")
               : QStringLiteral(
                     "SELECT c.id, c.title, c.changed, m.id, snippet(message_search, 0, ?, ?, '…', %1)"
                     " FROM message_search JOIN messages m ON m.id = message_search.rowid"
                     " JOIN chats c ON c.number = m.chat WHERE message_search MATCH ?"
                     " ORDER BY message_search.rowid DESC LIMIT ?")
                     .arg(kSnippetWords);
    auto query = database.select(sql, {QString(kBegin), QString(kEnd), matchOf(words), limit});
    if (!query) {
        return tl::unexpected(query.error());
    }
    while (query->next()) {
        SearchHit hit = hitOf(*query);
        takeMarked(query->value(4).toString(), hit);
        hits.push_back(std::move(hit));
    }
    return {};
}

}  // namespace

Result<std::vector<SearchHit>> searchChats(const ChatDatabase& database, const QString& text, int limit) {
    const QStringList words = wordsOf(text);
    std::vector<SearchHit> hits;
    if (words.isEmpty()) {
        return hits;
    }
    const bool without_spaces = std::any_of(words.begin(), words.end(), isWrittenWithoutSpaces);
    const auto look = without_spaces ? searchTexts : searchIndex;
    Result<void> done = look(database, words, true, limit, hits);
    const int rest = limit - static_cast<int>(hits.size());
    if (done && rest > 0) {
        done = look(database, words, false, rest, hits);
    }
    return done ? Result<std::vector<SearchHit>>(std::move(hits)) : tl::unexpected(done.error());
}

}  // namespace strata::app
