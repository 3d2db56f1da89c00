#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest/QtTest>

#include "gguf/gguf_writer.h"
#include "support/test_registry.h"

namespace {

const QString kProgram = QStringLiteral(STRATA_ENGINE_PROGRAM);
const QString kModel = QStringLiteral(STRATA_RESOURCES "/models/strata-mini-q4_k_s.gguf");

// The meta-object compiler loses its way in raw strings; these have ' for ".
constexpr const char* kBrief =
    "{'messages': [{'role': 'system', 'content': 'Be brief.'}, "
    "{'role': 'user', 'content': 'Hi'}], 'enable_thinking': false}";
constexpr const char* kLowEffort = "{'messages': [{'role': 'user', 'content': 'Hi'}], 'reasoning_effort': 'low'}";

/// A program that ran to its end.
struct Ran {
    int code = -1;  ///< −1: it crashed, or did not end
    QByteArray out, err;

    QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

Ran run_program(const QString& program, const QStringList& words, const QByteArray& input = {}) {
    QProcess process;
    process.start(program, words);
    process.write(input);
    process.closeWriteChannel();
    Ran ran;
    if (process.waitForFinished(600'000) && process.exitStatus() == QProcess::NormalExit) {
        ran.code = process.exitCode();
    }
    ran.out = process.readAllStandardOutput();
    ran.err = process.readAllStandardError();
    return ran;
}

Ran run(const QStringList& words, const QByteArray& input = {}) {
    return run_program(kProgram, words, input);
}

QByteArray json(QByteArray text) {
    return text.replace('\'', '"');
}

QString write_file(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
        qFatal("%s cannot be written", qPrintable(path));
    }
    return path;
}

QByteArray beginning_of_model(qint64 size) {
    QFile file(kModel);
    return file.open(QIODevice::ReadOnly) ? file.read(size) : QByteArray();
}

/// A small file of another family.
void write_other_architecture(const QString& path) {
    strata::GgufWriter writer;
    writer.add_string("general.architecture", "other");
    writer.add_string("general.name", "Some\x1B[31mthing");
    static const std::vector<float> values(64, 1.0F);
    const std::uint64_t dims[] = {32, 2};
    writer.add_tensor("a.weight", strata::QuantType::F32, dims, std::as_bytes(std::span(values)));
    QVERIFY(writer.write(path.toStdString()));
}

}  // namespace

class CliTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void explains_itself_and_every_command_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("program") << QStringList{};
        for (const char* command :
             {"run", "chat", "inspect", "tokenize", "render", "eval", "logits", "bench", "selftest", "synth"}) {
            QTest::newRow(command) << QStringList{command};
        }
    }
    void explains_itself_and_every_command() {
        QFETCH(QStringList, words);
        const Ran ran = run(words + QStringList{"--help"});
        QCOMPARE(ran.code, 0);
        QVERIFY(ran.out.contains("Usage"));
        QVERIFY(ran.err.isEmpty());
    }

    void says_its_version() {
        const Ran ran = run({"--version"});
        QCOMPARE(ran.code, 0);
        QVERIFY(ran.out.startsWith("strata-engine "));
    }

    void refuses_command_lines_that_make_no_sense_data() {
        QTest::addColumn<QStringList>("words");
        const QList<QStringList> lines = {
            {},
            {"nonsense"},
            {"--nonsense"},
            {"inspect"},
            {"inspect", kModel, "--nonsense"},
            {"inspect", kModel, "second"},
            {"tokenize", "--text"},
            {"tokenize", "--text", "a", "--file", "b"},
            {"tokenize", "--text", "a", "--decode", "1"},
            {"tokenize", "--decode", "1,x"},
            {"tokenize", "--decode", "1,,2"},
            {"tokenize", "--decode=-1"},
            {"render"},
            {"render", "--request", "a", "--template", "b", "--model", "c"},
            {"synth", "--preset", "tiny"},
            {"synth", "--out", "a.gguf"},
            {"synth", "--out", "a.gguf", "--preset", "huge"},
            {"synth", "--out", "a.gguf", "--preset", "tiny", "--types", "Q9"},
            {"synth", "--out", "a.gguf", "--preset", "tiny", "--seed", "x"},
            {"run", "--prompt", "a", "--prompt-file", "b"},
            {"run", "--prompt", "a", "--kv", "f8"},
            {"run", "--prompt", "a", "--temperature", "warm"},
            {"chat", "--threads", "-1"},
        };
        for (const QStringList& words : lines) {
            QTest::newRow(words.isEmpty() ? "nothing" : qPrintable(words.join(' '))) << words;
        }
    }
    void refuses_command_lines_that_make_no_sense() {
        QFETCH(QStringList, words);
        const Ran ran = run(words);
        QCOMPARE(ran.code, 2);
        QVERIFY(ran.out.isEmpty());
        QVERIFY(ran.err.startsWith("strata-engine: "));
    }

    void inspects_a_model_as_json() {
        const Ran ran = run({"inspect", kModel, "--json"});
        QCOMPARE(ran.code, 0);
        const QJsonObject report = ran.json();
        QCOMPARE(report["architecture"].toString(), QString("qwen4exp"));
        QCOMPARE(report["name"].toString(), QString("Strata Mini"));
        QCOMPARE(report["bytes"].toInteger(), QFile(kModel).size());
        QCOMPARE(report["metadata"].toObject()["qwen4exp.block_count"].toInteger(), 9);
        QCOMPARE(report["metadata"].toObject()["tokenizer.ggml.tokens"].toObject()["count"].toInteger(), 4096);
        const QJsonArray tensors = report["tensors"].toArray();
        QCOMPARE(tensors[0].toObject()["name"].toString(), QString("output.weight"));
        QCOMPARE(tensors[0].toObject()["type"].toString(), QString("Q6_K"));
        QCOMPARE(tensors[0].toObject()["dims"].toArray(), (QJsonArray{256, 4096}));
        qint64 listed = 0;
        for (const QJsonValue& tensor : tensors) {
            listed += tensor.toObject()["bytes"].toInteger();
        }
        qint64 counted = 0;
        for (const QJsonValue& type : report["types"].toObject()) {
            counted += type.toObject()["bytes"].toInteger();
        }
        QCOMPARE(counted, listed);
        const QJsonObject memory = report["memory"].toObject();
        QCOMPARE(memory["supported"].toBool(), true);
        QCOMPARE(memory["weights"].toInteger() + memory["ngram_table"].toInteger() + memory["draft_layer"].toInteger(),
                 listed);
        // 6 recurrent layers of 4 heads of 128 × 128 and their histories, 2 indexers, one n-gram history.
        QCOMPARE(memory["conversation"].toInteger(), 4 * (6 * (4 * 128 * 128 + 3 * 1024) + 2 * 3 * 128 + 9 * 1024));
        QVERIFY(memory["total"].toInteger() > memory["weights"].toInteger() + memory["conversation"].toInteger());
    }

    void inspects_a_model_as_text() {
        const Ran ran = run({"inspect", kModel});
        QCOMPARE(ran.code, 0);
        QVERIFY(ran.out.contains("qwen4exp.block_count = 9"));
        QVERIFY(ran.out.contains("blk.8.nextn.eh_proj.weight"));
        QVERIFY(ran.out.contains("weights"));
    }

    void inspects_a_model_that_it_cannot_run() {
        const QTemporaryDir folder;
        write_other_architecture(folder.filePath("other.gguf"));
        const Ran json = run({"inspect", folder.filePath("other.gguf"), "--json"});
        QCOMPARE(json.code, 0);
        QCOMPARE(json.json()["memory"].toObject()["supported"].toBool(), false);
        QVERIFY(!json.json()["memory"].toObject()["why_not"].toString().isEmpty());
        const Ran text = run({"inspect", folder.filePath("other.gguf")});
        QCOMPARE(text.code, 0);
        QVERIFY(text.out.contains("a.weight"));
        QVERIFY(!text.out.contains('\x1B'));
    }

    void says_why_a_file_cannot_be_read_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("This is no model at all, but a letter of some length.");
        QTest::newRow("cut in the metadata") << beginning_of_model(5000);
        QTest::newRow("cut in the tensors") << beginning_of_model(1'000'000);
    }
    void says_why_a_file_cannot_be_read() {
        QFETCH(QByteArray, bytes);
        const QTemporaryDir folder;
        const QString path = write_file(folder.filePath("bad.gguf"), bytes);
        for (const QStringList& words : {QStringList{"inspect", path}, QStringList{"inspect", path, "--json"},
                                         QStringList{"tokenize", "--model", path, "--text", "a"},
                                         QStringList{"run", "--model", path, "--prompt", "a"}}) {
            const Ran ran = run(words);
            QCOMPARE(ran.code, 1);
            QVERIFY(ran.out.isEmpty());
            QVERIFY2(ran.err.startsWith("strata-engine: ") && ran.err.contains("bad.gguf"), ran.err.constData());
        }
    }

    void says_that_a_file_is_missing() {
        const Ran ran = run({"inspect", "no such file.gguf"});
        QCOMPARE(ran.code, 1);
        QVERIFY(ran.err.contains("no such file.gguf"));
    }

    void tokens_turn_back_into_the_text() {
        const QByteArray text = "Hello, W\xC3\xB6rld!\n  12";
        const Ran ids = run({"tokenize", "--text", QString::fromUtf8(text)});
        QCOMPARE(ids.code, 0);
        const Ran back = run({"tokenize", "--decode", QString::fromUtf8(ids.out)});
        QCOMPARE(back.code, 0);
        QCOMPARE(back.out, text);
    }

    void reads_text_from_files_and_from_standard_input() {
        const QTemporaryDir folder;
        const QString path = write_file(folder.filePath("a text.txt"), "several\nlines\n");
        const Ran named = run({"tokenize", "--text", "several\nlines\n"});
        QCOMPARE(run({"tokenize", "--file", path}).out, named.out);
        QCOMPARE(run({"tokenize", "--file", "-"}, "several\nlines\n").out, named.out);
        QCOMPARE(run({"tokenize"}, "several\nlines\n").out, named.out);
        QCOMPARE(run({"tokenize", "--text", ""}).out, QByteArray("\n"));
    }

    void control_tokens_are_text_unless_asked_for() {
        const QJsonObject plain = run({"tokenize", "--text", "<|im_end|>", "--json"}).json();
        QVERIFY(plain["count"].toInt() > 1);
        const QJsonObject special = run({"tokenize", "--text", "<|im_end|>", "--json", "--special"}).json();
        QCOMPARE(special["ids"].toArray(), (QJsonArray{4072}));
        QCOMPARE(special["tokens"].toArray(), (QJsonArray{"<|im_end|>"}));
    }

    void refuses_ids_that_the_model_does_not_have() {
        QCOMPARE(run({"tokenize", "--decode", "4095"}).code, 0);
        const Ran ran = run({"tokenize", "--decode", "4096"});
        QCOMPARE(ran.code, 1);
        QVERIFY(ran.err.contains("4096"));
    }

    void renders_the_prompt_of_a_request() {
        const QTemporaryDir folder;
        const QString request = write_file(folder.filePath("r.json"), json(kBrief));
        const Ran ran = run({"render", "--request", request});
        QCOMPARE(ran.code, 0);
        QCOMPARE(ran.out, QByteArray("<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
                                     "<|im_start|>assistant\n<think>\n\n</think>\n\n"));
    }

    void renders_with_a_template_of_its_own() {
        const QTemporaryDir folder;
        const QString request = write_file(folder.filePath("r.json"), json(kLowEffort));
        const QString source =
            write_file(folder.filePath("t.jinja"), "{{ reasoning_effort }}:{{ messages[0].content }}");
        const Ran ran = run({"render", "--request", request, "--template", source});
        QCOMPARE(ran.code, 0);
        QCOMPARE(ran.out, QByteArray("low:Hi"));
    }

    void says_why_a_request_cannot_be_rendered() {
        const QTemporaryDir folder;
        const Ran request = run({"render", "--request", write_file(folder.filePath("r.json"), "{\"messages\": 1}")});
        QCOMPARE(request.code, 1);
        QVERIFY(request.err.contains("r.json"));
        write_file(folder.filePath("good.json"), json(kLowEffort));
        const Ran source = run({"render", "--request", folder.filePath("good.json"), "--template",
                                write_file(folder.filePath("t.jinja"), "{% if %}")});
        QCOMPARE(source.code, 1);
        QVERIFY(!source.err.isEmpty());
    }

    void answers_a_prompt() {
        const Ran ran = run({"run", "--prompt", "What is the capital of France?", "--greedy"});
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("Paris"), ran.out.constData());
        QVERIFY(ran.out.endsWith('\n'));
        QVERIFY2(ran.err.isEmpty(), ran.err.constData());
        QCOMPARE(run({"run", "--greedy"}, "What is the capital of France?").out, ran.out);
    }

    void answers_a_prompt_as_json() {
        const Ran ran = run({"run", "--prompt", "What is the capital of France?", "--greedy", "--json"});
        QCOMPARE(ran.code, 0);
        const QJsonObject answer = ran.json();
        QVERIFY(answer["text"].toString().contains("Paris"));
        QCOMPARE(answer["finish_reason"].toString(), QString("stop"));
        QVERIFY(answer["prompt_tokens"].toInt() > 10);
        const QJsonObject cut =
            run({"run", "--prompt", "Tell me a long story.", "--greedy", "--json", "--max-tokens", "3"}).json();
        QCOMPARE(cut["finish_reason"].toString(), QString("length"));
        QCOMPARE(cut["generated_tokens"].toInt(), 3);
    }

    void says_that_a_prompt_does_not_fit() {
        const Ran ran = run({"run", "--prompt", "What is the capital of France?", "--context", "8"});
        QCOMPARE(ran.code, 1);
        QVERIFY(ran.out.isEmpty());
        QVERIFY(!ran.err.isEmpty());
    }

    void chats_line_by_line_and_remembers() {
        const Ran ran = run({"chat", "--greedy"}, "Hi, my name is Anna.\n\nWhat is my name?\n");
        QCOMPARE(ran.code, 0);
        const QList<QByteArray> answers = ran.out.trimmed().split('\n');
        QCOMPARE(answers.size(), 2);
        QVERIFY2(answers[1].contains("Anna"), ran.out.constData());
        const Ran forgot = run({"chat", "--greedy"}, "Hi, my name is Anna.\n/new\nWhat is my name?\n/quit\nHi\n");
        QCOMPARE(forgot.code, 0);
        QCOMPARE(forgot.out.count('\n'), 2);
        QVERIFY2(!forgot.out.trimmed().split('\n').last().contains("Anna"), forgot.out.constData());
    }

    void a_chat_without_input_ends_well() {
        const Ran ran = run({"chat"});
        QCOMPARE(ran.code, 0);
        QVERIFY(ran.out.isEmpty());
    }

    void writes_a_model_that_it_can_inspect() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("s.gguf");
        const Ran ran = run({"synth", "--out", path, "--preset", "tiny", "--types", "Q8_0", "--mtp", "--vision"});
        QVERIFY2(ran.code == 0, ran.err.constData());
        const QJsonObject report = run({"inspect", path, "--json"}).json();
        QCOMPARE(report["memory"].toObject()["supported"].toBool(), true);
        QVERIFY(report["memory"].toObject()["draft_layer"].toInteger() > 0);
        QCOMPARE(run({"inspect", folder.filePath("s-mmproj.gguf"), "--json"}).json()["architecture"].toString(),
                 QString("clip"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 2);  // no temporary files left
    }

    void only_plans_a_model_when_told_so() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("s.gguf");
        const Ran ran = run({"synth", "--out", path, "--preset", "full", "--types", "F32", "--dry-run"});
        QVERIFY(ran.out.contains("1224 tensors"));
        QVERIFY(!QFile::exists(path));
        if (ran.code == 1) {  // this disk has less than 700 GB free
            QVERIFY(ran.err.contains("are needed"));
        } else {
            QCOMPARE(ran.code, 0);
        }
    }

    void leaves_nothing_behind_when_it_cannot_write() {
        const Ran ran = run({"synth", "--out", "no such folder/s.gguf", "--preset", "tiny"});
        QCOMPARE(ran.code, 1);
        QVERIFY(!ran.err.isEmpty());
    }

#ifdef Q_OS_UNIX
    void survives_an_output_that_nobody_reads() {
        const Ran closed = run_program("/bin/sh", {"-c", "exec \"$0\" inspect \"$1\" >&-", kProgram, kModel});
        QCOMPARE(closed.code, 1);
        QVERIFY(closed.err.contains("standard output"));
        const Ran full = run_program("/bin/sh", {"-c", "exec \"$0\" inspect \"$1\" >/dev/full", kProgram, kModel});
        QCOMPARE(full.code, 1);
        const Ran gone = run_program(
            "/bin/sh", {"-c", "{ \"$0\" inspect \"$1\" --json; echo $? >&2; } | head -c 1", kProgram, kModel});
        QVERIFY2(gone.err.endsWith("\n1\n") || gone.err == "0\n", gone.err.constData());
    }

    void survives_closed_standard_streams() {
        const QTemporaryDir folder;
        const Ran ran = run_program("/bin/sh", {"-c", "exec \"$0\" synth --preset tiny --out \"$1\" <&- >&- 2>&-",
                                                kProgram, folder.filePath("s.gguf")});
        QCOMPARE(ran.code, 1);  // its summary could not be printed
        const Ran inspected = run({"inspect", folder.filePath("s.gguf"), "--json"});
        QCOMPARE(inspected.code, 0);  // and nothing was printed into the file
    }

    void survives_words_that_are_no_text() {
        const Ran path =
            run_program("/bin/sh", {"-c", "exec \"$0\" inspect \"$(printf 'a\\377b\\033[2J')\"", kProgram});
        QCOMPARE(path.code, 1);
        QVERIFY(!path.err.contains('\x1B'));
        const Ran text =
            run_program("/bin/sh", {"-c", "exec \"$0\" tokenize --json --text \"$(printf 'a\\377b')\"", kProgram});
        QCOMPARE(text.code, 0);
        QVERIFY(text.json()["count"].toInt() >= 3);
        QCOMPARE(run_program("/bin/sh", {"-c", "exec \"$0\" \"$(printf '\\377')\"", kProgram}).code, 2);
    }
#endif
};

STRATA_TEST(CliTest);
#include "cli_test.moc"
