#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest/QtTest>

#include "support/program.h"
#include "support/test_registry.h"

using namespace strata::testing;

namespace {

const QString kProgram = QStringLiteral(STRATA_ENGINE_PROGRAM);

QJsonObject message(const QString& role, const QString& text) {
    return {{"role", role}, {"content", text}};
}

QJsonObject turn(const QJsonArray& messages) {
    return {{"messages", messages}};
}

// Three turns about a name.
QByteArray script() {
    const QJsonArray turns = {
        turn({message("system", "You are a helpful assistant."), message("user", "My name is Nadia.")}),
        turn({message("user", "What is my name?")}), turn({message("user", "What is the capital of France?")})};
    return QJsonDocument(QJsonObject{{"turns", turns}}).toJson();
}

QStringList replay(const QString& folder = {}) {
    QStringList words = {"replay", "-", "--json", "--fingerprint", "--max-tokens", "12"};
    if (!folder.isEmpty()) {
        words << "--conversation-folder" << folder << "--conversation"
              << "chat";
    }
    return words;
}

QList<QJsonObject> lines_of(const QByteArray& out) {
    QList<QJsonObject> lines;
    for (const QByteArray& line : out.split('\n')) {
        if (!line.trimmed().isEmpty()) {
            lines << QJsonDocument::fromJson(line).object();
        }
    }
    return lines;
}

}  // namespace

class ConversationCommandsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void replay_tells_what_each_turn_read() {
        const Ran ran = run_program(kProgram, replay(), script());
        QVERIFY2(ran.code == 0, ran.err);
        const auto lines = lines_of(ran.out);
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[0]["reused_tokens"].toInt(), 0);
        for (int i = 1; i < 3; ++i) {
            QCOMPARE(lines[i]["source"].toString(), QString("checkpoint"));
            QVERIFY(lines[i]["reused_tokens"].toInt() > 0);
            QCOMPARE(lines[i]["reused_tokens"].toInt() + lines[i]["read_tokens"].toInt(),
                     lines[i]["prompt_tokens"].toInt());
            QVERIFY(lines[i]["diverged"].toString().startsWith("diverges at "));
        }
    }

    void restoring_reading_again_and_coming_back_from_disk_agree() {
        const QTemporaryDir folder;
        const Ran plain = run_program(kProgram, replay(), script());
        QStringList again = replay();
        again << "--reread";
        const Ran reread = run_program(kProgram, again, script());
        const Ran first = run_program(kProgram, replay(folder.path()), script());
        const Ran second = run_program(kProgram, replay(folder.path()), script());
        for (const Ran* ran : {&reread, &first, &second}) {
            QVERIFY2(ran->code == 0, ran->err);
            for (int i = 0; i < 3; ++i) {
                QCOMPARE(lines_of(ran->out).at(i)["text"], lines_of(plain.out).at(i)["text"]);
                QCOMPARE(lines_of(ran->out).at(i)["fingerprint"], lines_of(plain.out).at(i)["fingerprint"]);
            }
        }
        QCOMPARE(lines_of(second.out).at(0)["source"].toString(), QString("disk"));
    }

    void a_program_that_is_killed_in_mid_answer_goes_on_from_the_disk() {
        const QTemporaryDir folder;
        const Ran whole = run_program(kProgram, replay(), script());
        QProcess program;
        program.start(kProgram, replay(folder.path()));
        program.write(script());
        program.closeWriteChannel();
        // Two turns are told; the third one is running, or about to.
        QByteArray told;
        while (told.count('\n') < 2 && program.waitForReadyRead()) {
            told += program.readAllStandardOutput();
        }
        program.kill();
        QVERIFY(program.waitForFinished());
        const Ran after = run_program(kProgram, replay(folder.path()), script());
        QVERIFY2(after.code == 0, after.err);
        const auto lines = lines_of(after.out);
        QCOMPARE(lines.at(0)["source"].toString(), QString("disk"));
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(lines.at(i)["text"], lines_of(whole.out).at(i)["text"]);
            QCOMPARE(lines.at(i)["fingerprint"], lines_of(whole.out).at(i)["fingerprint"]);
        }
    }

    void a_second_program_on_one_folder_says_so_and_works_without_it() {
        const QTemporaryDir folder;
        QProcess holder;
        holder.start(kProgram, {"chat", "--conversation-folder", folder.path(), "--conversation", "one"});
        holder.write("hello\n");
        QVERIFY(holder.waitForReadyRead());
        const Ran second = run_program(kProgram, replay(folder.path()), script());
        QCOMPARE(second.code, 0);
        QVERIFY2(second.err.contains("not parked on disk"), second.err);
        QVERIFY2(second.err.contains("another"), second.err);
        QCOMPARE(lines_of(second.out).at(2)["text"],
                 lines_of(run_program(kProgram, replay(), script()).out).at(2)["text"]);
        holder.closeWriteChannel();
        QVERIFY(holder.waitForFinished());
    }

    void a_state_of_larger_chunks_can_be_read_again_in_smaller_ones() {
        const QTemporaryDir folder;
        const Ran first = run_program(kProgram, replay(folder.path()), script());
        QStringList words = replay(folder.path());
        words << "--reread"
              << "--chunk"
              << "8";
        const Ran again = run_program(kProgram, words, script());
        QVERIFY2(again.code == 0, again.err);
        QCOMPARE(lines_of(again.out).at(2)["fingerprint"], lines_of(first.out).at(2)["fingerprint"]);
    }

    void a_folder_of_somebody_else_is_refused_and_left_alone() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("secret"));
        QFile inside(folder.filePath("secret/letter")), beside(folder.filePath("report.deadbeef.tmp"));
        QVERIFY(inside.open(QIODevice::WriteOnly) && beside.open(QIODevice::WriteOnly));
        const auto permissions = QFile::permissions(folder.path());
        const Ran ran = run_program(kProgram, replay(folder.path()), script());
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.err.contains("holds something else"), ran.err);
        QVERIFY(inside.exists() && beside.exists());
        QCOMPARE(QFile::permissions(folder.path()), permissions);
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 2);
    }

    void a_state_that_does_not_reach_the_disk_is_said() {
        const QTemporaryDir folder;
        QStringList words = replay(folder.path() + "/vault");
        words << "--disk-parking"
              << "1";
        const Ran ran = run_program(kProgram, words, script());
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.err.contains("not kept on the disk"), ran.err);
    }

    void verify_cache_says_pass_or_what_is_wrong_with_the_command() {
        const QTemporaryDir folder;
        const Ran passed =
            run_program(kProgram, {"verify-cache", "--scenario", "exchange,restart", "--folder", folder.path()});
        QVERIFY2(passed.code == 0, passed.err + passed.out);
        QCOMPARE(passed.out.count("PASS"), 2);
        const Ran unknown = run_program(kProgram, {"verify-cache", "--scenario", "nonsense"});
        QCOMPARE(unknown.code, 1);
        QVERIFY(unknown.err.contains("nonsense"));
        const Ran list = run_program(kProgram, {"verify-cache", "--list"});
        QVERIFY(list.out.contains("reuse") && list.out.contains("mixed"));
    }

    void a_script_that_makes_no_sense_is_refused() {
        for (const char* text :
             {"", "[]", "{\"turns\": []}", "{\"turns\": [{}]}", "{\"turns\": [{\"messages\": [1]}]}"}) {
            const Ran ran = run_program(kProgram, {"replay", "-"}, text);
            QCOMPARE(ran.code, 1);
            QVERIFY(!ran.err.isEmpty());
        }
    }
};

STRATA_TEST(ConversationCommandsTest);
#include "conversation_commands_test.moc"
