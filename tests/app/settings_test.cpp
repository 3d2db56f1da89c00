#include "app/settings.h"

#include <QtTest/QtTest>

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

QByteArray textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(no file)");
}

void put(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

}  // namespace

class SettingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        path_ = folder_->filePath("settings.ini");
    }

    void without_a_file_everything_is_at_its_default() {
        const Settings settings(path_);
        QVERIFY(settings.general() == GeneralSettings{});
        QVERIFY(settings.model() == ModelSettings{});
        QVERIFY(settings.parking() == ParkingSettings{});
        QVERIFY(settings.pictures() == PictureSettings{});
        QVERIFY(settings.look() == LookSettings{});
        QVERIFY(settings.privacy() == PrivacySettings{});
        QVERIFY(settings.downloads() == DownloadSettings{});
        QVERIFY(settings.remote() == RemoteSettings{});
        QVERIFY(settings.server() == ServerSettings{});
        QVERIFY(settings.setup() == SetupSettings{});
        QVERIFY(!QFile::exists(path_));
    }

    void every_value_is_there_at_the_next_start() {
        const GeneralSettings general{"de", LoadMoment::by_hand, 30, true, CloseAction::hide, true, false};
        ModelSettings model;
        model.model = "D:\\Модели\\x.gguf";
        model.context_length = 65'536;
        model.room = RoomForOthers::by_hand;
        model.free_graphics_gb = 2.5;
        model.free_memory_gb = 9.25;
        model.low_memory = true;
        model.game = WhenGameRuns::nothing;
        model.thinking = Thinking::high;
        model.style = 4;
        model.temperature = 0.3;
        model.seed = ~quint64{0};
        model.longest_answer = 0;
        model.graphics_card = "GPU 1";
        model.kv_type = KvType::f32;
        model.checkpoints = 0;
        model.checkpoint_spacing = 4'096;
        model.short_read = 64;
        model.coupled_drafts = true;
        model.draft_vocabulary = "most";
        model.threads = 3;
        const ParkingSettings parking{4.5, false, 120.0, "/mnt/ssd", 7, false, 0};
        const PictureSettings pictures{false, false, PictureDetail::high, true};
        const LookSettings look{LookChoice::high_contrast, 150, "Noto Serif", "Hack", true, false,
                                MetersShown::panel,        true};
        const PrivacySettings privacy{UpdateLookup::weekly, ProxyChoice::by_hand, "proxy", 3'128, "me"};
        const DownloadSettings downloads{"/models", "https://mirror", 10, false};
        const RemoteSettings remote{true, "http://127.0.0.1:8080/v1", "big"};
        const ServerSettings server{true, 8'081, false, true, {"https://a.example", "app://b"}, true, true};
        const SetupSettings setup{true, 7, "balanced", false, "licence 2", "2026-01-02T03:04:05Z"};
        {
            Settings settings(path_);
            settings.set(general);
            settings.set(model);
            settings.set(parking);
            settings.set(pictures);
            settings.set(look);
            settings.set(privacy);
            settings.set(downloads);
            settings.set(remote);
            settings.set(server);
            settings.set(setup);
            settings.setWindowState("main", QByteArray("\x00\xFF=\n", 4));
        }
        const Settings settings(path_);
        QVERIFY(settings.general() == general);
        QVERIFY(settings.model() == model);
        QVERIFY(settings.parking() == parking);
        QVERIFY(settings.pictures() == pictures);
        QVERIFY(settings.look() == look);
        QVERIFY(settings.privacy() == privacy);
        QVERIFY(settings.downloads() == downloads);
        QVERIFY(settings.remote() == remote);
        QVERIFY(settings.server() == server);
        QVERIFY(settings.setup() == setup);
        QCOMPARE(settings.windowState("main"), QByteArray("\x00\xFF=\n", 4));
        QCOMPARE(settings.windowState("other"), QByteArray());
    }

    void tells_once_what_changed() {
        Settings settings(path_);
        QSignalSpy look(&settings, &Settings::lookChanged);
        QSignalSpy general(&settings, &Settings::generalChanged);
        LookSettings value;
        settings.set(value);
        QCOMPARE(look.count(), 0);
        value.text_percent = 120;
        settings.set(value);
        settings.set(value);
        QCOMPARE(look.count(), 1);
        QCOMPARE(general.count(), 0);
    }

    void values_that_make_no_sense_count_as_absent() {
        put(path_,
            "[look]\ntext_percent=900\ntheme=purple\nfollow_end=maybe\nenter_sends=false\n"
            "[model]\ntemperature=nan\nfree_memory_gb=inf\nseed=-1\nstyle=\nkv_type=f16\nlongest_answer=1e9\n"
            "[privacy]\nproxy_port=0\n[server]\nport=65536\non=1\n");
        const Settings settings(path_);
        LookSettings look;
        look.enter_sends = false;
        QVERIFY(settings.look() == look);
        ModelSettings model;
        model.kv_type = KvType::f16;
        QVERIFY(settings.model() == model);
        QCOMPARE(settings.privacy().proxy_port, 8'080);
        QVERIFY(settings.server() == ServerSettings{});
    }

    void what_it_does_not_know_stays() {
        put(path_, "version=1\n[future]\nthing=as it was\n[look]\ntheme=purple\nsparkle=7\n");
        {
            Settings settings(path_);
            GeneralSettings general;
            general.sound = true;
            settings.set(general);
        }
        const QByteArray text = textOf(path_);
        QVERIFY(text.contains("thing=as it was"));
        QVERIFY(text.contains("sparkle=7"));
        QVERIFY(text.contains("theme=purple"));
        QVERIFY(text.contains("sound=true"));
    }

    void what_is_put_back_to_its_default_leaves_the_file() {
        Settings settings(path_);
        GeneralSettings general;
        general.sound = true;
        settings.set(general);
        QVERIFY(settings.save());
        QVERIFY(textOf(path_).contains("sound"));
        settings.set(GeneralSettings{});
        QVERIFY(settings.save());
        QVERIFY(!textOf(path_).contains("sound"));
    }

    void keeps_the_copy_before_the_last_change() {
        Settings settings(path_);
        LookSettings look;
        look.text_percent = 110;
        settings.set(look);
        QVERIFY(settings.save());
        const QByteArray first = textOf(path_);
        look.text_percent = 120;
        settings.set(look);
        QVERIFY(settings.save());
        QCOMPARE(textOf(path_ + ".previous"), first);
        QVERIFY(textOf(path_) != first);
    }

    void a_damaged_file_is_moved_aside_and_the_copy_before_it_counts() {
        put(path_, QByteArray(100, '\0'));
        put(path_ + ".previous", "[look]\ntext_percent=130\n");
        {
            const Settings settings(path_);
            QCOMPARE(settings.look().text_percent, 130);
            QCOMPARE(settings.damagedCopy(), path_ + ".damaged");
            QVERIFY(settings.cameFromPrevious());
        }
        QCOMPARE(textOf(path_ + ".damaged"), QByteArray(100, '\0'));
        QVERIFY(textOf(path_).contains("text_percent=130"));
    }

    void without_a_copy_before_it_nothing_claims_that_there_was_one() {
        put(path_, QByteArray(100, '\0'));
        const Settings settings(path_);
        QCOMPARE(settings.damagedCopy(), path_ + ".damaged");
        QVERIFY(!settings.cameFromPrevious());
    }

    void damaged_files_do_not_overwrite_each_other() {
        put(path_ + ".damaged", "the first");
        put(path_, "the second");
        const Settings settings(path_);
        QVERIFY(settings.look() == LookSettings{});
        QCOMPARE(textOf(path_ + ".damaged"), "the first");
        QCOMPARE(textOf(path_ + ".damaged2"), "the second");
    }

    void a_newer_file_is_read_and_never_written() {
        const QByteArray newer = "version=2\n[look]\ntext_percent=130\n";
        put(path_, newer);
        Settings settings(path_);
        QVERIFY(settings.isReadOnly());
        QCOMPARE(settings.look().text_percent, 130);
        QSignalSpy failed(&settings, &Settings::notSaved);
        LookSettings look;
        look.text_percent = 90;
        settings.set(look);
        QCOMPARE(settings.look().text_percent, 90);
        QVERIFY(!settings.save());
        QCOMPARE(failed.count(), 1);
        QCOMPARE(textOf(path_), newer);
    }

    void a_change_is_on_disk_without_being_asked() {
        Settings settings(path_);
        LookSettings look;
        look.text_percent = 140;
        settings.set(look);
        QVERIFY(!QFile::exists(path_));
        QTRY_VERIFY(textOf(path_).contains("text_percent=140"));
    }

    void says_that_it_cannot_write_and_tries_again() {
        const QString place = folder_->filePath("place");
        put(place, "a file where a folder should be");
        Settings settings(place + "/settings.ini");
        QSignalSpy failed(&settings, &Settings::notSaved);
        LookSettings look;
        look.text_percent = 140;
        settings.set(look);
        QVERIFY(!settings.save());
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(QFile::remove(place));
        QVERIFY(settings.save());
        QVERIFY(textOf(place + "/settings.ini").contains("text_percent=140"));
    }

    void without_a_path_nothing_is_kept() {
        Settings settings{QString()};
        LookSettings look;
        look.text_percent = 140;
        settings.set(look);
        QVERIFY(settings.save());
        QCOMPARE(settings.look().text_percent, 140);
        QVERIFY(QDir(folder_->path()).isEmpty());
    }

    void is_readable_by_its_user_alone() {
#ifdef Q_OS_WIN
        QSKIP("a folder of the user decides there");
#else
        Settings settings(path_);
        settings.set(RemoteSettings{true, "http://x/v1", {}});
        QVERIFY(settings.save());
        settings.set(RemoteSettings{true, "http://y/v1", {}});
        QVERIFY(settings.save());
        const auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther;
        QVERIFY((QFile::permissions(path_) & others) == 0);
        QVERIFY((QFile::permissions(path_ + ".previous") & others) == 0);
#endif
    }

private:
    std::unique_ptr<QTemporaryDir> folder_;
    QString path_;
};

STRATA_TEST(SettingsTest);

#include "settings_test.moc"
