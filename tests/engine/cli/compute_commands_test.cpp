#include <algorithm>
#include <cmath>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest/QtTest>

#include "support/npy.h"
#include "support/program.h"
#include "support/test_registry.h"

using namespace strata::testing;

namespace {

const QString kProgram = QStringLiteral(STRATA_ENGINE_PROGRAM);
const QString kReference = QStringLiteral(STRATA_REFERENCE "/tiny-a/");

Ran run(const QStringList& words) {
    return run_program(kProgram, words);
}

QString token_list(const QString& sequence) {
    QFile file(kReference + "sequences.json");
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("the reference sequences are missing");
    }
    QStringList ids;
    for (const QJsonValue& id : QJsonDocument::fromJson(file.readAll()).object()[sequence].toArray()) {
        ids << QString::number(id.toInt());
    }
    return ids.join(',');
}

float largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
    float most = a.size() == b.size() ? 0.0F : INFINITY;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        most = std::max(most, std::fabs(a[i] - b[i]));
    }
    return most;
}

}  // namespace

class ComputeCommandsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void logits_writes_what_the_reference_says() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("l.npy");
        const QString taps = folder.filePath("taps");
        const Ran ran = run({"logits", "--model", kReference + "tiny-a-bf16.gguf", "--tokens", token_list("s64"),
                             "--out", out, "--taps", taps, "--chunk", "7", "--json"});
        QVERIFY2(ran.code == 0, ran.err);
        QCOMPARE(ran.json()["tokens"].toInt(), 64);
        const NpyArray logits = read_npy(out);
        QCOMPARE(logits.shape, (std::vector<std::size_t>{64, 1024}));
        QVERIFY(largest_difference(logits.floats, read_npy(kReference + "logits/s64.npy").floats) <= 1e-3F);
        for (const char* name : {"attn_k_l3", "gdn_state_l0", "ple_conv_state", "final_hidden"}) {
            const NpyArray wanted = read_npy(kReference + "taps_s64/" + name + ".npy");
            const NpyArray got = read_npy(taps + "/" + name + ".npy");
            QCOMPARE(got.shape, wanted.shape);
            QVERIFY(largest_difference(got.floats, wanted.floats) <= 1e-3F);
        }
        QCOMPARE(read_npy(taps + "/router_ids_l5.npy").integers,
                 read_npy(kReference + "taps_s64/router_ids_l5.npy").integers);
        QCOMPARE(read_npy(taps + "/indexer_blocks_l7.npy").integers,
                 read_npy(kReference + "taps_s64/indexer_blocks_l7.npy").integers);
    }

    void logits_may_read_a_part_at_once_and_the_rest_one_by_one() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("l.npy");
        const Ran ran = run({"logits", "--model", kReference + "tiny-a-bf16.gguf", "--tokens", token_list("cached"),
                             "--out", out, "--prefill", "32", "--chunk", "1"});
        QVERIFY2(ran.code == 0, ran.err);
        QVERIFY(largest_difference(read_npy(out).floats, read_npy(kReference + "logits/cached.npy").floats) <= 1e-3F);
    }

    void logits_refuses_ids_that_the_model_does_not_have() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("l.npy");
        for (const QString tokens : {"99999", "1,x,3", "1,,2", "-1", ""}) {
            const Ran ran = run({"logits", "--tokens=" + tokens, "--out", out});
            QVERIFY2(ran.code == 1 || ran.code == 2, qPrintable(tokens));
            QVERIFY(!ran.err.isEmpty());
            QVERIFY(!QFile::exists(out));
        }
    }

    void selftest_passes_on_every_level_of_this_machine() {
        for (const QString level : {"scalar", "auto"}) {
            const Ran ran = run({"selftest", "--cpu", level});
            QVERIFY2(ran.code == 0, ran.out + ran.err);
            QVERIFY(ran.out.contains("PASS kernel Q4_K"));
            QVERIFY(ran.out.contains("Paris"));
            QVERIFY(!ran.out.contains("FAIL"));
        }
    }

    void bench_prints_a_json_object_per_line() {
        const Ran ran = run({"bench", "--prompt", "32", "--decode", "4", "--context", "0,300", "--window", "4",
                             "--busy", "0,1", "--rounds", "1"});
        QVERIFY2(ran.code == 0, ran.err);
        const QList<QByteArray> lines = ran.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 16);  // per context and load a prompt, its first token, a decode and a window
        for (const QByteArray& line : lines) {
            const QJsonObject json = QJsonDocument::fromJson(line).object();
            QVERIFY(json["tokens_per_second"].toDouble() > 0.0);
            QVERIFY(json["weight_bytes"].toDouble() > 1e6);
            QVERIFY(json["share_of_bandwidth"].toDouble() > 0.0);
        }
    }

    void eval_counts_right_answers_by_category() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("set.json");
        QFile set(path);
        QVERIFY(set.open(QIODevice::WriteOnly));
        QByteArray text =
            "[{'id':'a','category':'capitals','enable_thinking':false,'messages':[{'role':'user','content':'What is "
            "the capital "
            "of France?'}],'expect':{'contains':['Paris']}},"
            "{'id':'b','category':'capitals','enable_thinking':false,'messages':[{'role':'user','content':'What is the "
            "capital "
            "of France?'}],'expect':{'contains':['Atlantis']}}]";
        set.write(text.replace('\'', '"'));
        set.close();
        const Ran ran = run({"eval", "--set", path, "--json"});
        QVERIFY2(ran.code == 0, ran.err);
        QCOMPARE(ran.json()["right"].toInt(), 1);
        QCOMPARE(ran.json()["by_category"].toObject()["capitals"].toObject()["of"].toInt(), 2);
        QVERIFY(run({"eval", "--set", folder.filePath("none.json")}).code == 1);
    }
};

STRATA_TEST(ComputeCommandsTest);

#include "compute_commands_test.moc"
