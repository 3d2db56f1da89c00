#include "memory/expert_profile.h"

#include <filesystem>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest/QtTest>
#include <vector>

#include "base/digest.h"
#include "support/test_registry.h"

using namespace strata;

namespace {

constexpr std::size_t kLayers = 4, kExperts = 16;

/// A file in a folder of its own, and a profile with some heat in it.
class ProfileFile {
public:
    std::filesystem::path path() const { return std::filesystem::path(folder_.path().toStdString()) / "experts"; }
    QByteArray bytes() const {
        QFile file(QString::fromStdString(path().string()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// Writes bytes with a seal that fits, so that what is wrong in them is met.
    void write_sealed(QByteArray content) const {
        const auto seal =
            sha256(std::as_bytes(std::span(content.constData(), static_cast<std::size_t>(content.size()))));
        content.append(reinterpret_cast<const char*>(seal.data()), static_cast<qsizetype>(seal.size()));
        write(content);
    }
    void write(const QByteArray& content) const {
        QFile file(QString::fromStdString(path().string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
    }

private:
    QTemporaryDir folder_;
};

ExpertProfile some_profile() {
    ExpertProfile profile(kLayers, kExperts);
    const std::vector<std::int32_t> first{3, 7}, second{7, 9};
    profile.note(1, first);
    profile.note(1, second);
    profile.note(2, first);
    return profile;
}

constexpr qsizetype kHeader = 52, kPair = 8, kSeal = 32;

}  // namespace

class ExpertProfileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ranks_by_use_then_by_place() {
        const std::vector<ExpertId> expected{{1, 7}, {1, 3}, {1, 9}, {2, 3}, {2, 7}};
        QVERIFY(some_profile().ranking() == expected);
    }

    void heat_fades_so_that_new_habits_win() {
        ExpertProfile profile(1, kExperts);
        const std::vector<std::int32_t> old{1}, young{2};
        for (std::uint32_t i = 0; i < ExpertProfile::kBatchesPerFade * 20; ++i) {
            profile.note(0, old);
        }
        for (std::uint32_t i = 0; i < ExpertProfile::kBatchesPerFade * 10; ++i) {
            profile.note(0, young);
        }
        QCOMPARE(profile.ranking().front(), (ExpertId{0, 2}));
    }

    void what_was_written_is_read_again() {
        const ProfileFile file;
        ExpertProfile profile = some_profile();
        QVERIFY(profile.has_news());
        QVERIFY(profile.write(file.path(), "model").has_value());
        QVERIFY(!profile.has_news());
        const auto again = ExpertProfile::read(file.path(), "model", kLayers, kExperts);
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QVERIFY(again->ranking() == profile.ranking());
        QCOMPARE(again->heat(1, 7), profile.heat(1, 7));
        QVERIFY(!again->has_news());
    }

    void a_profile_of_another_model_is_refused() {
        const ProfileFile file;
        QVERIFY(some_profile().write(file.path(), "model").has_value());
        QCOMPARE(ExpertProfile::read(file.path(), "other", kLayers, kExperts).error().code, ErrorCode::wrong_model);
        QCOMPARE(ExpertProfile::read(file.path(), "model", kLayers + 1, kExperts).error().code, ErrorCode::bad_file);
        QCOMPARE(ExpertProfile::read(file.path(), "model", kLayers, kExperts - 1).error().code, ErrorCode::bad_file);
    }

    void a_missing_file_is_told_apart() {
        QCOMPARE(ExpertProfile::read(ProfileFile().path(), "model", kLayers, kExperts).error().code,
                 ErrorCode::not_found);
    }

    void every_length_but_its_own_is_refused() {
        const ProfileFile file;
        QVERIFY(some_profile().write(file.path(), "model").has_value());
        const QByteArray whole = file.bytes();
        QCOMPARE(whole.size(), kHeader + 5 * kPair + kSeal);
        for (qsizetype size = 0; size < whole.size(); ++size) {
            file.write(whole.first(size));
            QVERIFY(!ExpertProfile::read(file.path(), "model", kLayers, kExperts));
        }
        file.write(whole + QByteArray(8, '\0'));
        QVERIFY(!ExpertProfile::read(file.path(), "model", kLayers, kExperts));
        file.write(QByteArray(1 << 20, '\0'));
        QVERIFY(!ExpertProfile::read(file.path(), "model", kLayers, kExperts));
    }

    void every_changed_byte_is_noticed() {
        const ProfileFile file;
        QVERIFY(some_profile().write(file.path(), "model").has_value());
        const QByteArray whole = file.bytes();
        for (qsizetype at = 0; at < whole.size(); ++at) {
            QByteArray changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ 0x10);
            file.write(changed);
            QVERIFY2(!ExpertProfile::read(file.path(), "model", kLayers, kExperts), qPrintable(QString::number(at)));
        }
    }

    void pairs_that_make_no_sense_are_refused_even_when_sealed() {
        const ProfileFile file;
        QVERIFY(some_profile().write(file.path(), "model").has_value());
        const QByteArray content = file.bytes().chopped(kSeal);
        const auto refused = [&](qsizetype at, const QByteArray& bytes) {
            QByteArray changed = content;
            changed.replace(at, bytes.size(), bytes);
            file.write_sealed(changed);
            const auto profile = ExpertProfile::read(file.path(), "model", kLayers, kExperts);
            return !profile && profile.error().code == ErrorCode::bad_file;
        };
        file.write_sealed(content);
        QVERIFY(ExpertProfile::read(file.path(), "model", kLayers, kExperts).has_value());
        QVERIFY(refused(kHeader, QByteArray("\x04\x00", 2)));              // a layer too many
        QVERIFY(refused(kHeader + 2, QByteArray("\x10\x00", 2)));          // an expert too many
        QVERIFY(refused(kHeader + kPair, content.mid(kHeader, kPair)));    // twice the same
        QVERIFY(refused(kHeader + 4, QByteArray("\x00\x00\xC0\x7F", 4)));  // not a number
        QVERIFY(refused(kHeader + 4, QByteArray("\x00\x00\x80\x7F", 4)));  // infinite
        QVERIFY(refused(kHeader + 4, QByteArray("\x00\x00\x80\xBF", 4)));  // below zero
        QVERIFY(refused(16, QByteArray("\xFF\xFF\xFF\xFF", 4)));           // more pairs than there are
    }
};

STRATA_TEST(ExpertProfileTest);

#include "expert_profile_test.moc"
