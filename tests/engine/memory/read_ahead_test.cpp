#include "memory/read_ahead.h"

#include <QtTest/QtTest>

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/mapped_file.h"
#include "support/test_registry.h"

using namespace strata;

class ReadAheadTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parts_are_in_memory_when_their_jobs_are_done() {
        const QTemporaryDir folder;
        const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "file";
        constexpr std::size_t kBytes = (std::size_t{20} << 20) + 5;
        std::ofstream(path, std::ios::binary) << std::string(kBytes, 'x');
        const MappedFile file = *MappedFile::open(path);
        const MappedParts parts{file.bytes().subspan(1, 100), file.bytes().subspan(12'345)};
        std::vector<IoThreads::Job> jobs = jobs_to_populate(parts);
        QCOMPARE(jobs.size(), std::size_t{4});  // one, and three of at most 8 MiB
        IoBuffer buffer;
        for (const IoThreads::Job& job : jobs) {
            job(buffer);
        }
#ifdef __linux__
        QCOMPARE(MappedFile::cached_share(file.bytes()), 1.0);
#endif
        // A file that became shorter ends nothing.
        std::filesystem::resize_file(path, 4096);
        for (const IoThreads::Job& job : jobs) {
            job(buffer);
        }
    }
};

STRATA_TEST(ReadAheadTest);

#include "read_ahead_test.moc"
