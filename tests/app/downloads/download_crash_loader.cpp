#include <csignal>
#include <cstdio>

#include <QCoreApplication>

#include "support/download_bench.h"

/// Downloads one file and says how far it is and what stands in its way, until it is there or the program is killed:
///   download_crash_loader <folder> <server> <bytes> <sha256>
int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
#ifdef SIGXFSZ
    std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit fails, as on a full disk
#endif
    strata::app::DownloadOptions options;
    options.hub = words.at(2);
    options.allow_http = true;
    options.piece_bytes = strata::testing::DownloadBench::kPiece;
    options.spare_bytes = options.floor_bytes = 0;
    options.report = std::chrono::milliseconds(1);
    strata::app::CatalogFile file;
    file.id = file.path = "weights.bin";
    file.repository = "owner/model";
    file.revision = QString(40, 'a');
    file.folder = "fast";
    file.bytes = words.at(3).toLongLong();
    file.sha256 = words.at(4).toLatin1();
    strata::app::DownloadManager manager(options);
    manager.setProxy({strata::app::ProxyChoice::none, {}, 0, {}});
    manager.setKeepAwake(false);
    QObject::connect(&manager, &strata::app::DownloadManager::changed, &manager, [&manager] {
        const auto& problem = manager.state().problem;
        std::printf("%lld %d\n", static_cast<long long>(manager.state().bytes_done),
                    problem ? static_cast<int>(problem->trouble) : -1);
        std::fflush(stdout);
    });
    QObject::connect(&manager, &strata::app::DownloadManager::allFinished, &application, &QCoreApplication::quit);
    manager.restore(words.at(1), true);
    manager.start({file}, words.at(1));
    return QCoreApplication::exec();
}
