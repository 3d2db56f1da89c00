#pragma once

#include <QByteArrayView>
#include <QtEndian>

namespace strata::app {

enum class Endian { little, big };

/// Reads numbers one after another from bytes that nobody vouches for. Past the end all numbers are 0 and all views
/// empty. Borrows the bytes.
class ByteWalk {
public:
    ByteWalk(QByteArrayView bytes, Endian endian) : bytes_(bytes), endian_(endian) {}

    bool has(qint64 count) const { return count <= bytes_.size() - at_; }
    qint64 position() const { return at_; }
    /// Where it is; the end if there is no such place.
    void moveTo(qint64 position) { at_ = position <= bytes_.size() ? position : bytes_.size(); }
    /// False: there are fewer bytes; the walk is at the end then.
    bool skip(qint64 count) {
        const bool enough = has(count);
        at_ = enough ? at_ + count : bytes_.size();
        return enough;
    }

    quint8 take8() { return number<quint8>(); }
    quint16 take16() { return number<quint16>(); }
    quint32 take32() { return number<quint32>(); }
    /// As many bytes as there are, at most `count`.
    QByteArrayView take(qint64 count) {
        const QByteArrayView taken = bytes_.sliced(at_, qMin(count, bytes_.size() - at_));
        at_ += taken.size();
        return taken;
    }

private:
    template <class Number>
    Number number() {
        const auto size = static_cast<qint64>(sizeof(Number));
        if (!has(size)) {
            at_ = bytes_.size();
            return 0;
        }
        const char* const from = bytes_.data() + at_;
        at_ += size;
        return endian_ == Endian::big ? qFromBigEndian<Number>(from) : qFromLittleEndian<Number>(from);
    }

    QByteArrayView bytes_;
    Endian endian_;
    qint64 at_ = 0;
};

}  // namespace strata::app
