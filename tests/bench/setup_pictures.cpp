/// Pictures of each page of the setup and of the dialogs around it, to be looked at: on a scripted PC, without a
/// network. Text sizes and languages are options; the scale of the screen is the environment's QT_SCALE_FACTOR.
#include <cstdio>
#include <functional>
#include <string>
#include <utility>

#include <QApplication>
#include <QElapsedTimer>

#include <CLI/CLI.hpp>

#include "support/setup_bench.h"
#include "ui/downloads/download_bar.h"
#include "ui/downloads/download_dialog.h"
#include "ui/downloads/proxy_dialog.h"
#include "ui/settings/languages.h"
#include "ui/setup/import_dialog.h"
#include "ui/setup/models_dialog.h"
#include "ui/style/program_style.h"

namespace {

using namespace strata;
using namespace strata::ui;
using strata::testing::SetupBench;

constexpr qint64 kPatience = 10'000;  // milliseconds, for what a picture waits for
constexpr qint64 kSettle = 150;

void wait(const std::function<bool()>& done) {
    QElapsedTimer clock;
    clock.start();
    while (!done() && clock.elapsed() < kPatience) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    QElapsedTimer settled;
    settled.start();
    while (settled.elapsed() < kSettle) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    }
}

class Album {
public:
    Album(QString folder, QString suffix) : folder_(std::move(folder)), suffix_(std::move(suffix)) {}

    void add(QWidget& widget, const QString& name) {
        const QString path = QStringLiteral("%1/%2%3.png").arg(folder_, name, suffix_);
        const bool saved = widget.grab().save(path);
        std::printf("%s %s\n", saved ? "wrote" : "could not write", qPrintable(path));
        all_saved_ = all_saved_ && saved;
    }
    bool allSaved() const { return all_saved_; }

private:
    const QString folder_, suffix_;
    bool all_saved_ = true;
};

app::DownloadState halfWay(const SetupBench& bench) {
    app::DownloadState state = bench.downloads.state();
    state.current = 0;
    state.bytes_done = 31'400'000'000;
    state.bytes_per_second = 42'000'000.0;
    state.seconds_left = 890;
    return state;
}

void addPages(SetupBench& bench, Album& album) {
    static const QStringList kNames = {"w1-welcome", "w2-machine", "w3-size",  "w4-pictures", "w5-folder",
                                       "w6-licence", "w7-before",  "w8-trial", "w9-done"};
    for (int step = 0; step < kSetupSteps; ++step) {
        if (step == static_cast<int>(SetupStep::trial)) {
            bench.downloads.start(bench.setup->files(), bench.setup->folder());
            bench.downloads.report(halfWay(bench));
            wait([] { return true; });
            album.add(*bench.wizard, "w7-running");
            app::DownloadState troubled = halfWay(bench);
            troubled.phase = app::DownloadPhase::waiting;
            troubled.problem = app::DownloadProblem{app::DownloadTrouble::web_page, "hub.example", {}, 200, 0, 0};
            troubled.next_try_seconds = 30;
            bench.downloads.report(troubled);
            wait([] { return true; });
            album.add(*bench.wizard, "w7-trouble");
            bench.downloads.arrive();
            wait([&] { return bench.setup->isComplete(); });
        }
        bench.wizard->goTo(static_cast<SetupStep>(step));
        wait([&] {
            const bool trial = step == static_cast<int>(SetupStep::trial);
            return bench.setup->folderVerdict() && bench.setup->plan() && (!trial || bench.next()->isEnabled());
        });
        album.add(*bench.wizard, kNames[step]);
        if (step == static_cast<int>(SetupStep::size)) {
            bench.button("setupOtherKinds")->click();
            bench.button("setupMoreSizes")->click();
            wait([] { return true; });
            album.add(*bench.wizard, "w3-size-unfolded");
        }
    }
}

void addImport(SetupBench& bench, Album& album) {
    const QString folder = bench.folder.filePath("found");
    QDir().mkpath(folder);
    for (const auto& [name, content] : {std::pair("readme.gguf", "no model"), std::pair("half.gguf", "GGUF\3")}) {
        QFile file(folder + QLatin1Char('/') + QLatin1String(name));
        if (file.open(QIODevice::WriteOnly)) {
            file.write(content);
        }
    }
    ImportDialog dialog(&bench.theme, bench.catalog, {"orig-IQ2_XS", "Balanced", bench.setup->folder()});
    dialog.show();
    dialog.examine({folder});
    wait([] { return false; });
    album.add(dialog, "import");
}

void addDialogs(SetupBench& bench, Album& album) {
    DownloadDialog download(&bench.theme);
    app::DownloadState state = halfWay(bench);
    state.phase = app::DownloadPhase::stopped;
    state.problem = app::DownloadProblem{app::DownloadTrouble::refused, "hub.example", {}, 403, 0, 0};
    download.showState(state);
    download.showLimit(5);
    download.show();
    wait([] { return true; });
    album.add(download, "download-dialog");
    state = halfWay(bench);
    state.phase = app::DownloadPhase::reading;
    DownloadBar bar(&bench.theme);
    bar.resize(1100, bar.sizeHint().height());
    bar.showState(state);
    wait([] { return true; });
    album.add(bar, "download-bar");
    app::InstalledList list(&bench.catalog);
    ModelsDialog models(&bench.theme, &list);
    list.look(bench.setup->folder());
    models.show();
    wait([&] { return !list.models().empty(); });
    if (!list.models().empty()) {
        models.showInUse(list.models().front().path);
    }
    wait([] { return true; });
    album.add(models, "models");
    ProxyDialog proxy(&bench.theme, "proxy.example", {});
    proxy.show();
    wait([] { return true; });
    album.add(proxy, "proxy");
}

}  // namespace

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    QApplication::setStyle(new ProgramStyle);
    std::string folder = "pictures", theme = "light", language = "en";
    int text = 100;
    bool bad_pc = false;
    CLI::App options("Pictures of the setup");
    options.add_option("--out", folder, "folder");
    options.add_option("--theme", theme, "light, dark or high-contrast");
    options.add_option("--text", text, "size of the text, per cent");
    options.add_option("--language", language, "en, de, or x-rtl: right to left, long and accented");
    options.add_flag("--bad-pc", bad_pc, "a PC on which little goes");
    CLI11_PARSE(options, argc, argv);

    const Translations translations(QString::fromStdString(language));
    QDir().mkpath(QString::fromStdString(folder));
    Album album(QString::fromStdString(folder),
                QStringLiteral("-%1-%2-%3%4")
                    .arg(QString::fromStdString(theme), QString::number(text), QString::fromStdString(language),
                         bad_pc ? QStringLiteral("-bad-pc") : QString()));
    SetupBench bench(bad_pc ? strata::testing::badPc : strata::testing::goodPc);
    bench.theme.setChoice(theme == "dark"            ? ThemeChoice::dark
                          : theme == "high-contrast" ? ThemeChoice::high_contrast
                                                     : ThemeChoice::light);
    bench.theme.setZoomPercent(text);
    bench.open();
    wait([&] { return bench.check.facts() != nullptr; });
    if (bench.setup->size() == nullptr) {
        bench.setup->chooseSize("orig-Q2_0");  // as somebody would who wants one all the same
    }
    addPages(bench, album);
    addImport(bench, album);
    addDialogs(bench, album);
    return album.allSaved() ? EXIT_SUCCESS : EXIT_FAILURE;
}
