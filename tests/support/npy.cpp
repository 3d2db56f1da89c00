#include "support/npy.h"

#include <QFile>
#include <QRegularExpression>
#include <cstring>
#include <functional>
#include <numeric>

namespace strata::testing {

std::size_t NpyArray::row_size() const {
    return std::accumulate(shape.begin() + 1, shape.end(), std::size_t{1}, std::multiplies<>());
}

NpyArray read_npy(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("%s cannot be opened", qPrintable(path));
    }
    const QByteArray bytes = file.readAll();
    if (!bytes.startsWith("\x93NUMPY\x01")) {
        qFatal("%s is not a .npy file of version 1", qPrintable(path));
    }
    const int header_size = static_cast<unsigned char>(bytes[8]) + 256 * static_cast<unsigned char>(bytes[9]);
    const QString header = QString::fromLatin1(bytes.mid(10, header_size));
    NpyArray array;
    const auto shape = QRegularExpression("'shape': \\(([^)]*)\\)").match(header).captured(1);
    std::size_t count = 1;
    for (const QString& dim : shape.split(',', Qt::SkipEmptyParts)) {
        if (!dim.trimmed().isEmpty()) {
            array.shape.push_back(dim.trimmed().toULongLong());
            count *= array.shape.back();
        }
    }
    const char* data = bytes.constData() + 10 + header_size;
    if (bytes.size() != 10 + header_size + static_cast<qsizetype>(count * 4) || header.contains("True")) {
        qFatal("%s has an unexpected layout", qPrintable(path));
    }
    if (header.contains("'<f4'")) {
        array.floats.resize(count);
        std::memcpy(array.floats.data(), data, count * 4);
    } else if (header.contains("'<i4'")) {
        array.integers.resize(count);
        std::memcpy(array.integers.data(), data, count * 4);
    } else {
        qFatal("%s has an unexpected type", qPrintable(path));
    }
    return array;
}

}  // namespace strata::testing
