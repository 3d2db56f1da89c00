#pragma once

#include <cstddef>
#include <span>

#include <QString>
#include <tl/expected.hpp>

namespace strata::app {

/// What a disk refused.
enum class DiskFault {
    full,
    gone,    ///< the drive or the folder is not there
    locked,  ///< another program holds the file
    other,
};

struct DiskError {
    DiskFault fault = DiskFault::other;
    QString reason;  ///< the system's words
};

template <class T>
using DiskResult = tl::expected<T, DiskError>;

/// A file that is written at given places, for this user alone. Movable; closed when it goes. One thread at a time.
class DiskFile {
public:
    DiskFile() = default;
    DiskFile(DiskFile&& other) noexcept;
    DiskFile& operator=(DiskFile&& other) noexcept;
    ~DiskFile();

    /// Opens a file of our own for reading and writing, or makes it. Refused: links, what is no regular file, and a
    /// file that has a second name.
    static DiskResult<DiskFile> openOwn(const QString& path);
    static DiskResult<DiskFile> openForReading(const QString& path);

    bool isOpen() const;
    void close();
    DiskResult<qint64> size() const;
    /// Fills `out`; a file that ends before is an error.
    DiskResult<void> read(qint64 offset, std::span<std::byte> out) const;
    /// Writes all of it.
    DiskResult<void> write(qint64 offset, std::span<const std::byte> bytes);
    /// Makes the file as long as this and takes the room on the disk, where the file system can.
    DiskResult<void> reserve(qint64 bytes);
    DiskResult<void> resize(qint64 bytes);
    /// Returns when what was written is on the disk.
    DiskResult<void> flush();

private:
#ifdef _WIN32
    void* handle_ = nullptr;
#else
    int handle_ = -1;
#endif
};

/// Gives a file another name; what had that name is replaced. A file that another program holds for a moment is tried
/// again for a second.
DiskResult<void> renameFile(const QString& from, const QString& to);

/// A second name for a file, if the file system knows such.
DiskResult<void> linkFile(const QString& existing, const QString& name);

/// How many names the file has; 0: unknown.
int nameCount(const QString& path);

/// Room that a file takes on the disk; 0 for none.
qint64 bytesOnDisk(const QString& path);

/// Makes a folder, and those above it, that only this user may enter. Existing ones stay as they are.
DiskResult<void> makeOwnFolder(const QString& path);

}  // namespace strata::app
