#include "app/chat_schema.h"

namespace strata::app {
namespace {

QStringList firstVersion() {
    return {
        QStringLiteral("CREATE TABLE chats ("
                       " id TEXT PRIMARY KEY NOT NULL,"
                       " title TEXT NOT NULL,"
                       " created INTEGER NOT NULL,"
                       " changed INTEGER NOT NULL,"
                       " deleted INTEGER,"
                       " unread INTEGER NOT NULL DEFAULT 0,"
                       " draft TEXT NOT NULL DEFAULT '')"),
        QStringLiteral("CREATE INDEX chats_by_time ON chats (deleted, changed)"),
        QStringLiteral("CREATE TABLE messages ("
                       " chat TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,"
                       " position INTEGER NOT NULL,"
                       " role TEXT NOT NULL,"
                       " time INTEGER NOT NULL,"
                       " text TEXT NOT NULL,"
                       " reasoning TEXT NOT NULL,"
                       " tool_calls TEXT NOT NULL,"
                       " tool_call_id TEXT NOT NULL,"
                       " state TEXT NOT NULL,"
                       " thinking TEXT NOT NULL,"
                       " model TEXT NOT NULL,"
                       " error_code TEXT,"
                       " error_text TEXT,"
                       " thinking_ms INTEGER,"
                       " first_word_ms INTEGER,"
                       " pieces INTEGER,"
                       " pieces_per_second REAL,"
                       " prompt_pieces INTEGER,"
                       " reused_pieces INTEGER,"
                       " resume_source TEXT,"
                       " reread_reason TEXT,"
                       " restored_bytes INTEGER,"
                       " restore_ms INTEGER,"
                       " divergence TEXT,"
                       " PRIMARY KEY (chat, position))"),
        QStringLiteral("CREATE TABLE state (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL)"),
    };
}

// What leads from a message to others comes first: it can then be read without the pages of a long text.
QStringList treeTables() {
    return {
        QStringLiteral("CREATE TABLE chats ("
                       " number INTEGER PRIMARY KEY AUTOINCREMENT,"
                       " id TEXT NOT NULL UNIQUE,"
                       " title TEXT NOT NULL,"
                       " created INTEGER NOT NULL,"
                       " changed INTEGER NOT NULL,"
                       " deleted INTEGER,"
                       " unread INTEGER NOT NULL DEFAULT 0,"
                       " pinned INTEGER NOT NULL DEFAULT 0,"
                       " leaf INTEGER,"
                       " place_message INTEGER,"
                       " place_offset INTEGER NOT NULL DEFAULT 0,"
                       " instructions TEXT NOT NULL DEFAULT '',"
                       " draft TEXT NOT NULL DEFAULT '',"
                       " draft_pictures TEXT NOT NULL DEFAULT '[]')"),
        QStringLiteral("CREATE INDEX chats_by_time ON chats (deleted, changed)"),
        QStringLiteral("CREATE TABLE messages ("
                       " id INTEGER PRIMARY KEY AUTOINCREMENT,"
                       " chat INTEGER NOT NULL REFERENCES chats (number) ON DELETE CASCADE,"
                       " parent INTEGER,"
                       " last_child INTEGER,"
                       " line INTEGER NOT NULL DEFAULT 0,"
                       " deleted INTEGER,"
                       " role TEXT NOT NULL,"
                       " time INTEGER NOT NULL,"
                       " state TEXT NOT NULL,"
                       " thinking TEXT NOT NULL,"
                       " model TEXT NOT NULL,"
                       " program_version TEXT NOT NULL DEFAULT '',"
                       " settings TEXT NOT NULL DEFAULT '',"
                       " tool_calls TEXT NOT NULL,"
                       " tool_call_id TEXT NOT NULL,"
                       " error_code TEXT,"
                       " error_text TEXT,"
                       " thinking_ms INTEGER,"
                       " first_word_ms INTEGER,"
                       " pieces INTEGER,"
                       " pieces_per_second REAL,"
                       " prompt_pieces INTEGER,"
                       " reused_pieces INTEGER,"
                       " resume_source TEXT,"
                       " reread_reason TEXT,"
                       " restored_bytes INTEGER,"
                       " restore_ms INTEGER,"
                       " divergence TEXT,"
                       " text TEXT NOT NULL,"
                       " reasoning TEXT NOT NULL)"),
        QStringLiteral("CREATE INDEX messages_by_parent ON messages (chat, parent)"),
        QStringLiteral("CREATE INDEX messages_unfinished ON messages (id) WHERE state = 'unfinished'"),
        QStringLiteral("CREATE INDEX messages_deleted ON messages (deleted) WHERE deleted IS NOT NULL"),
        QStringLiteral("CREATE TABLE pictures ("
                       " message INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,"
                       " position INTEGER NOT NULL,"
                       " hash TEXT NOT NULL,"
                       " name TEXT NOT NULL,"
                       " width INTEGER NOT NULL,"
                       " height INTEGER NOT NULL,"
                       " source_width INTEGER NOT NULL,"
                       " source_height INTEGER NOT NULL,"
                       " PRIMARY KEY (message, position)) WITHOUT ROWID"),
        QStringLiteral("CREATE INDEX pictures_by_hash ON pictures (hash)"),
        QStringLiteral("CREATE TABLE presets (name TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL)"),
    };
}

// Several answers to one message stood one after another in version 1; now they are versions at one place.
QStringList linesToTrees() {
    return {
        QStringLiteral("INSERT INTO chats (id, title, created, changed, deleted, unread, draft) "
                       "SELECT id, title, created, changed, deleted, unread, draft FROM chats_1 ORDER BY rowid"),
        QStringLiteral("CREATE TABLE places (id INTEGER PRIMARY KEY, chat TEXT, position INTEGER, role TEXT)"),
        QStringLiteral(
            "INSERT INTO places SELECT row_number() OVER (ORDER BY c.number, m.position), m.chat, m.position,"
            " m.role FROM messages_1 m JOIN chats c ON c.id = m.chat"),
        QStringLiteral("CREATE INDEX places_by_position ON places (chat, position)"),
        QStringLiteral(
            "INSERT INTO messages (id, chat, parent, role, time, state, thinking, model, tool_calls, tool_call_id,"
            " error_code, error_text, thinking_ms, first_word_ms, pieces, pieces_per_second, prompt_pieces,"
            " reused_pieces, resume_source, reread_reason, restored_bytes, restore_ms, divergence, text, reasoning) "
            "SELECT p.id, c.number,"
            " (SELECT b.id FROM places b WHERE b.chat = p.chat AND b.position < p.position"
            "  AND (p.role <> 'assistant' OR b.role <> 'assistant') ORDER BY b.position DESC LIMIT 1),"
            " m.role, m.time, m.state, m.thinking, m.model, m.tool_calls, m.tool_call_id, m.error_code, m.error_text,"
            " m.thinking_ms, m.first_word_ms, m.pieces, m.pieces_per_second, m.prompt_pieces, m.reused_pieces,"
            " m.resume_source, m.reread_reason, m.restored_bytes, m.restore_ms, m.divergence, m.text, m.reasoning "
            "FROM places p JOIN messages_1 m ON m.chat = p.chat AND m.position = p.position"
            " JOIN chats c ON c.id = p.chat ORDER BY p.id"),
        QStringLiteral("UPDATE messages SET last_child = (SELECT max(b.id) FROM messages b"
                       " WHERE b.chat = messages.chat AND b.parent = messages.id)"),
        QStringLiteral("UPDATE chats SET leaf = (SELECT max(id) FROM messages WHERE chat = chats.number)"),
        QStringLiteral("DROP TABLE places"),
        QStringLiteral("DROP TABLE messages_1"),
        QStringLiteral("DROP TABLE chats_1"),
    };
}

// The two indexes hold the words of what can be found: not what is in the bin, nor an answer that still runs. They copy
// no text, so an entry is taken out by telling the text that it was made of.
QStringList searchIndexes() {
    return {
        QStringLiteral("CREATE VIEW searchable_titles AS SELECT number, title FROM chats WHERE deleted IS NULL"),
        QStringLiteral("CREATE VIEW searchable_messages AS SELECT m.id, m.text FROM messages m"
                       " JOIN chats c ON c.number = m.chat"
                       " WHERE c.deleted IS NULL AND m.deleted IS NULL AND m.state <> 'unfinished'"),
        QStringLiteral("CREATE VIRTUAL TABLE title_search USING fts5(title, content = 'searchable_titles',"
                       " content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3')"),
        QStringLiteral("CREATE VIRTUAL TABLE message_search USING fts5(text, content = 'searchable_messages',"
                       " content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3')"),
        QStringLiteral("INSERT INTO title_search (title_search) VALUES ('rebuild')"),
        QStringLiteral("INSERT INTO message_search (message_search) VALUES ('rebuild')"),
    };
}

QStringList searchTriggers() {
    const QString searchable = QStringLiteral(
        "%1.deleted IS NULL AND %1.state <> 'unfinished'"
        " AND EXISTS (SELECT 1 FROM chats WHERE number = %1.chat AND deleted IS NULL)");
    const QString forget_message =
        QStringLiteral(
            " INSERT INTO message_search (message_search, rowid, text) SELECT 'delete', old.id, old.text"
            " WHERE %1;")
            .arg(searchable.arg(QStringLiteral("old")));
    const QString learn_message =
        QStringLiteral(" INSERT INTO message_search (rowid, text) SELECT new.id, new.text WHERE %1;")
            .arg(searchable.arg(QStringLiteral("new")));
    const QString forget_title = QStringLiteral(
        " INSERT INTO title_search (title_search, rowid, title) SELECT 'delete', old.number, old.title"
        " WHERE old.deleted IS NULL;");
    const QString learn_title = QStringLiteral(
        " INSERT INTO title_search (rowid, title) SELECT new.number, new.title"
        " WHERE new.deleted IS NULL;");
    const QString forget_chat = QStringLiteral(
        " INSERT INTO message_search (message_search, rowid, text) SELECT 'delete', id, text"
        " FROM messages WHERE chat = old.number AND deleted IS NULL AND state <> 'unfinished'"
        " AND old.deleted IS NULL;");
    const QString learn_chat = QStringLiteral(
        " INSERT INTO message_search (rowid, text) SELECT id, text FROM messages"
        " WHERE chat = new.number AND deleted IS NULL AND state <> 'unfinished'"
        " AND new.deleted IS NULL;");
    return {
        QStringLiteral("CREATE TRIGGER message_added AFTER INSERT ON messages BEGIN%1 END").arg(learn_message),
        QStringLiteral("CREATE TRIGGER message_changed AFTER UPDATE OF text, state, deleted ON messages"
                       " WHEN old.text IS NOT new.text OR old.state IS NOT new.state OR old.deleted IS NOT new.deleted"
                       " BEGIN%1%2 END")
            .arg(forget_message, learn_message),
        QStringLiteral("CREATE TRIGGER message_removed BEFORE DELETE ON messages BEGIN%1 END").arg(forget_message),
        QStringLiteral("CREATE TRIGGER chat_added AFTER INSERT ON chats BEGIN%1 END").arg(learn_title),
        QStringLiteral("CREATE TRIGGER chat_renamed AFTER UPDATE OF title ON chats"
                       " WHEN old.title IS NOT new.title AND old.deleted IS new.deleted BEGIN%1%2 END")
            .arg(forget_title, learn_title),
        QStringLiteral("CREATE TRIGGER chat_moved AFTER UPDATE OF deleted ON chats"
                       " WHEN (old.deleted IS NULL) <> (new.deleted IS NULL) BEGIN%1%2%3%4 END")
            .arg(forget_title, learn_title, forget_chat, learn_chat),
        // Its messages go after the chat: they cannot know any more whether they were to be found.
        QStringLiteral("CREATE TRIGGER chat_removed BEFORE DELETE ON chats BEGIN%1%2 END")
            .arg(forget_title, forget_chat),
    };
}

QStringList secondVersion() {
    const QStringList renaming{QStringLiteral("DROP INDEX chats_by_time"),
                               QStringLiteral("ALTER TABLE messages RENAME TO messages_1"),
                               QStringLiteral("ALTER TABLE chats RENAME TO chats_1")};
    return renaming + treeTables() + linesToTrees() + searchIndexes() + searchTriggers();
}

/// Texts that go with a draft stay apart from what is typed.
QStringList thirdVersion() {
    return {QStringLiteral("ALTER TABLE chats ADD COLUMN draft_texts TEXT NOT NULL DEFAULT '[]'")};
}

}  // namespace

const SchemaSteps& chatSchema() {
    static const SchemaSteps steps{firstVersion(), secondVersion(), thirdVersion()};
    return steps;
}

}  // namespace strata::app
