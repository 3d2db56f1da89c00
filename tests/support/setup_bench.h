#pragma once

#include <QtTest/QtTest>

#include <memory>

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

#include "app/downloads/resume_record.h"
#include "app/engine_thread.h"
#include "support/scripted_engine.h"
#include "ui/setup/setup_controller.h"
#include "ui/setup/setup_wizard.h"
#include "ui/style/theme.h"

namespace strata::testing {

/// Downloads that a test plays by hand. Files that arrive are empty on the disk but as long as they should be.
class ScriptedDownloads : public ui::SetupDownloads {
public:
    void plan(const std::vector<app::CatalogFile>& files, const QString& /*folder*/) override {
        app::DownloadPlan plan;
        for (const app::CatalogFile& file : files) {
            plan.bytes_total += file.bytes.value_or(0);
        }
        plan.bytes_free = free_bytes;
        QMetaObject::invokeMethod(
            this, [this, plan] { Q_EMIT planned(plan); }, Qt::QueuedConnection);
    }
    void start(const std::vector<app::CatalogFile>& files, const QString& folder) override {
        started = files;
        folder_ = folder;
        next.phase = app::DownloadPhase::reading;
        for (const app::CatalogFile& file : files) {
            next.files.push_back({file, {}, app::DownloadPhase::reading, 0, file.bytes.value_or(0), 0, {}, true});
            next.bytes_total += file.bytes.value_or(0);
        }
        report(next);
    }
    void pause() override { reportPhase(app::DownloadPhase::paused); }
    void resume() override { reportPhase(app::DownloadPhase::reading); }
    void retryNow() override {
        ++retries;
        next.problem.reset();
        reportPhase(app::DownloadPhase::reading);
    }
    const app::DownloadState& state() const override { return state_; }

    void report(const app::DownloadState& state) {
        state_ = state;
        Q_EMIT changed();
    }
    void reportPhase(app::DownloadPhase phase) {
        next.phase = phase;
        report(next);
    }
    /// All files are there.
    void arrive() {
        for (const app::CatalogFile& file : started) {
            const QString path = QDir(folder_).filePath(file.place());
            QVERIFY(QDir().mkpath(QFileInfo(path).path()));
            QFile there(path);
            QVERIFY(there.open(QIODevice::WriteOnly));
            QVERIFY(there.resize(file.bytes.value_or(1)));
            app::FinishMark mark;
            mark.id = file.id;
            mark.bytes = there.size();
            mark.sha256 = file.sha256.isEmpty() ? QByteArray(64, '0') : file.sha256;
            QVERIFY(app::writeFinishMark(app::finishMarkPath(path), mark));
        }
        next.bytes_done = next.bytes_total;
        reportPhase(app::DownloadPhase::done);
    }

    qint64 free_bytes = 400'000'000'000;
    std::vector<app::CatalogFile> started;
    int retries = 0;
    app::DownloadState next;

private:
    app::DownloadState state_;
    QString folder_;
};

/// A PC on which everything is good: 64 GB, a card with 12 GB, an SSD with room.
inline app::SystemFacts goodPc() {
    constexpr quint64 kGib = quint64{1} << 30;
    app::SystemFacts facts;
    facts.hardware.cpu_level = "avx2";
    facts.hardware.cpu_name = "AMD Ryzen 7 5700X 8-Core Processor";
    facts.hardware.physical_cores = 8;
    facts.hardware.ram_bytes = 63 * kGib;
    facts.hardware.available_ram_bytes = 50 * kGib;
    facts.hardware.gpus = {{"NVIDIA GeForce RTX 5070", "NVIDIA", 120, "591.44", 12 * kGib, 11 * kGib}};
    facts.volumes = {{"/", "ext4", app::DriveKind::ssd, false, false, 1'000'000'000'000, 400'000'000'000}};
    facts.page_file_bytes = 16 * kGib;
    facts.system = {app::SystemFamily::windows, "Windows 11", 22'631};
    return facts;
}

/// The same with nothing that helps: 16 GB, no card, no room, old parts.
inline app::SystemFacts badPc() {
    constexpr quint64 kGib = quint64{1} << 30;
    app::SystemFacts facts = goodPc();
    facts.hardware.cpu_level = "scalar";
    facts.hardware.ram_bytes = 16 * kGib;
    facts.hardware.available_ram_bytes = 4 * kGib;
    facts.hardware.gpus = {{"NVIDIA GeForce GTX 1060", "NVIDIA", 61, "531.18", 6 * kGib, 5 * kGib}};
    facts.volumes[0].free_bytes = 41'000'000'000;
    facts.page_file_bytes = 2 * kGib;
    facts.programs = {{"Firefox", 3 * kGib}, {"Photo editor", 2 * kGib}, {"Mail", kGib}};
    facts.system.build = 17'763;
    return facts;
}

/// The setup on a scripted PC, with scripted downloads and a scripted engine.
class SetupBench {
public:
    explicit SetupBench(app::SystemCheck::Reader pc = goodPc, app::EngineLoader loader = {}, bool card_computes = true)
        : settings(QString()),
          catalog(app::ModelCatalog::builtIn()),
          check(pc),
          engine(loader ? std::move(loader)
                        : loaderOf({answering({"once", " upon", " a time"})}, nullptr, nullptr, passingCheck())),
          theme(ui::ThemeChoice::light) {
        places.program = folder.filePath("program");
        places.home = folder.filePath("home");
        card_computes_ = card_computes;
        QDir().mkpath(places.home);
        app::DownloadSettings kept;
        kept.folder = modelFolder();
        settings.set(kept);
        open();
    }

    static ScriptedCheck passingCheck() {
        ScriptedCheck check;
        for (const CacheCheckScenario& scenario : cache_check_scenarios()) {
            check.results.push_back({scenario.name, true, {}, 4, 3});
        }
        return check;
    }

    /// Begins as after a start of the program: with what the settings kept.
    void open() {
        wizard.reset();
        setup.reset();
        setup = std::make_unique<ui::SetupController>(
            ui::SetupController::Parts{&settings, &catalog, &check, &downloads, &engine,
                                       [this](const QString& path) {
                                           used.append(path);
                                           LoadOptions options;
                                           options.model = QFileInfo(path).filesystemAbsoluteFilePath();
                                           if (!path.isEmpty()) {
                                               engine.load(options);
                                           }
                                       },
                                       places, card_computes_});
        wizard = std::make_unique<ui::SetupWizard>(&theme, setup.get(), QStringList{"de", "fr"});
        wizard->show();
    }

    QString modelFolder() const { return folder.filePath("home/models"); }
    template <class Widget = QWidget>
    Widget* find(const char* name) const {
        return wizard->findChild<Widget*>(QLatin1String(name));
    }
    QPushButton* button(const char* name) const { return find<QPushButton>(name); }
    QString text(const char* name) const { return find<QLabel>(name)->text(); }
    QPushButton* next() const { return button("setupNextButton"); }

    /// Presses Next as soon as it can be pressed.
    void goOn() {
        QTRY_VERIFY(next()->isEnabled());
        const ui::SetupStep before = wizard->step();
        next()->click();
        QVERIFY(wizard->step() != before || !wizard->isVisible());
    }
    void goTo(ui::SetupStep step) {
        QTRY_VERIFY(check.facts() != nullptr);
        wizard->goTo(step);
    }

    const QTemporaryDir folder;
    app::Settings settings;
    const app::ModelCatalog catalog;
    app::SystemCheck check;
    ScriptedDownloads downloads;
    app::EngineThread engine;
    ui::Theme theme;
    app::KnownPlaces places;
    QStringList used;  ///< models that were to be used, in order
    std::unique_ptr<ui::SetupController> setup;
    std::unique_ptr<ui::SetupWizard> wizard;

private:
    bool card_computes_ = true;
};

}  // namespace strata::testing
