#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <cstdint>
#include <filesystem>
#include <initializer_list>

#include "base/little_endian.h"

namespace strata::testing {

/// Little-endian bytes of an unsigned integer.
template <class T>
QByteArray bytes_of(T value) {
    QByteArray bytes(sizeof(T), '\0');
    store_little_endian(bytes.data(), value);
    return bytes;
}

/// A string as GGUF files hold it: length, bytes.
inline QByteArray text_bytes(const QByteArray& text) {
    return bytes_of(static_cast<std::uint64_t>(text.size())) + text;
}

/// Puts a GGUF file together byte by byte, also a wrong one.
class GgufBytes {
public:
    /// A metadata pair with the raw bytes of its value.
    GgufBytes& pair(const QByteArray& key, std::uint32_t type, const QByteArray& value) {
        pairs_ += text_bytes(key) + bytes_of(type) + value;
        ++pair_count_;
        return *this;
    }

    GgufBytes& u32(const QByteArray& key, std::uint32_t value) { return pair(key, 4, bytes_of(value)); }

    /// An array with the raw bytes of its elements.
    GgufBytes& array(const QByteArray& key, std::uint32_t element_type, std::uint64_t count,
                     const QByteArray& elements) {
        return pair(key, 9, bytes_of(element_type) + bytes_of(count) + elements);
    }

    GgufBytes& tensor(const QByteArray& name, std::initializer_list<std::uint64_t> dims, std::uint32_t type,
                      std::uint64_t offset) {
        table_ += text_bytes(name) + bytes_of(static_cast<std::uint32_t>(dims.size()));
        for (const std::uint64_t dim : dims) {
            table_ += bytes_of(dim);
        }
        table_ += bytes_of(type) + bytes_of(offset);
        ++tensor_count_;
        return *this;
    }

    /// The file: header, padding, data.
    QByteArray build(const QByteArray& data = {}, qsizetype alignment = 32) const {
        QByteArray file =
            "GGUF" + bytes_of(std::uint32_t{3}) + bytes_of(tensor_count_) + bytes_of(pair_count_) + pairs_ + table_;
        if (!data.isEmpty()) {
            file += QByteArray((alignment - file.size() % alignment) % alignment, '\0') + data;
        }
        return file;
    }

private:
    QByteArray pairs_;
    QByteArray table_;
    std::uint64_t pair_count_ = 0;
    std::uint64_t tensor_count_ = 0;
};

/// A folder for a test's files; gone with it.
class TestFolder {
public:
    std::filesystem::path path(const QString& name) const {
        return std::filesystem::path(folder_.filePath(name).toStdU16String());
    }

    std::filesystem::path write(const QString& name, const QByteArray& bytes) const {
        // A new file each time: to cut and rewrite the old one makes some file systems wait for the disk.
        QFile::remove(folder_.filePath(name));
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
            qFatal("cannot write a test's file");
        }
        return path(name);
    }

    /// What lies in the folder, by name.
    QStringList names() const {
        return QDir(folder_.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

private:
    QTemporaryDir folder_;
};

}  // namespace strata::testing
