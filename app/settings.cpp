#include "app/settings.h"

#include <chrono>
#include <utility>

#include <QDir>
#include <QFile>
#include <QThreadPool>
#include <QTimer>

#include "app/ini_text.h"
#include "app/settings_fields.h"
#include "app/whole_file.h"

namespace strata::app {
namespace {

/// Raised when a key means something else than before; new keys alone do not raise it.
constexpr int kVersion = 1;
const QLatin1String kVersionKey("version");
const QLatin1String kWindowSection("window/");
/// Changes that come one after another, as from a slider, are written together.
constexpr std::chrono::milliseconds kDelay{400};
constexpr qint64 kLargestFile = 4 << 20;

QString previousOf(const QString& path) {
    return path + QStringLiteral(".previous");
}

/// The values of a file; none if it is there and cannot be understood. Empty without one.
std::optional<IniValues> readValues(const QString& path, QByteArray* text = nullptr) {
    QFile file(path);
    if (!file.exists()) {
        return IniValues{};
    }
    if (file.size() > kLargestFile || !file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    const QByteArray content = file.readAll();
    if (text != nullptr) {
        *text = content;
    }
    return parseIni(content);
}

/// Renames a file that cannot be understood, to a name that is free, so that nobody's work is overwritten.
QString moveAside(const QString& path) {
    QString aside = path + QStringLiteral(".damaged");
    for (int i = 2; QFile::exists(aside); ++i) {
        aside = path + QStringLiteral(".damaged%1").arg(i);
    }
    QFile::rename(path, aside);
    return aside;
}

template <class Fields>
IniValues valuesOf(const Fields& fields) {
    IniValues values;
    visitFields(fields, FieldWriter(values));
    return values;
}

template <class Fields>
void readInto(Fields& fields, const IniValues& values) {
    visitFields(fields, FieldReader(values));
}

}  // namespace

/// What is on disk or on its way there.
struct Settings::File {
    QString path;
    IniValues values;    ///< as wanted
    QByteArray on_disk;  ///< text that was read or written last; becomes the previous copy
    QString damaged_copy;
    bool changed = false;
    bool from_previous = false;
    bool read_only = false;
    Result<void> last;  ///< of the last write; the writer's until it is done
    QTimer delay;
    QThreadPool writer;  ///< one thread, so that writes keep their order

    void open(const QString& at);
};

void Settings::File::open(const QString& at) {
    path = at;
    writer.setMaxThreadCount(1);
    if (path.isEmpty()) {
        return;
    }
    std::optional<IniValues> read = readValues(path, &on_disk);
    if (!read) {
        damaged_copy = moveAside(path);
        on_disk.clear();
        read = readValues(previousOf(path));
        changed = read && !read->empty();
        from_previous = changed;
    }
    values = std::move(read).value_or(IniValues{});
    const auto version = values.find(kVersionKey);
    read_only = version != values.end() && version->second.toInt() > kVersion;
}

Settings::Settings(const QString& path, QObject* parent) : QObject(parent), file_(std::make_unique<File>()) {
    file_->open(path);
    const auto read_all = [this](auto&... fields) { (readInto(fields, file_->values), ...); };
    read_all(general_, model_, parking_, pictures_, look_, privacy_, downloads_, remote_, server_, setup_);
    file_->delay.setSingleShot(true);
    file_->delay.setInterval(kDelay);
    connect(&file_->delay, &QTimer::timeout, this, &Settings::write);
    if (file_->changed) {
        file_->delay.start();
    }
}

Settings::~Settings() {
    static_cast<void>(save());
}

bool Settings::isReadOnly() const {
    return file_->read_only;
}

QString Settings::damagedCopy() const {
    return file_->damaged_copy;
}

bool Settings::cameFromPrevious() const {
    return file_->from_previous;
}

/// Takes over new values of one struct. Only keys whose values differ change in the file, and what is as it would be
/// without the file needs no key.
template <class Fields>
bool Settings::change(Fields& present, const Fields& value) {
    if (present == value) {
        return false;
    }
    const IniValues before = valuesOf(present);
    const IniValues defaults = valuesOf(Fields{});
    for (const auto& [key, text] : valuesOf(value)) {
        if (text == before.at(key)) {
            continue;
        }
        if (text == defaults.at(key)) {
            file_->values.erase(key);
        } else {
            file_->values[key] = text;
        }
    }
    present = value;
    file_->changed = true;
    file_->delay.start();
    return true;
}

void Settings::set(const GeneralSettings& value) {
    if (change(general_, value)) {
        Q_EMIT generalChanged();
    }
}
void Settings::set(const ModelSettings& value) {
    if (change(model_, value)) {
        Q_EMIT modelChanged();
    }
}
void Settings::set(const ParkingSettings& value) {
    if (change(parking_, value)) {
        Q_EMIT parkingChanged();
    }
}
void Settings::set(const PictureSettings& value) {
    if (change(pictures_, value)) {
        Q_EMIT picturesChanged();
    }
}
void Settings::set(const LookSettings& value) {
    if (change(look_, value)) {
        Q_EMIT lookChanged();
    }
}
void Settings::set(const PrivacySettings& value) {
    if (change(privacy_, value)) {
        Q_EMIT privacyChanged();
    }
}
void Settings::set(const DownloadSettings& value) {
    if (change(downloads_, value)) {
        Q_EMIT downloadsChanged();
    }
}
void Settings::set(const RemoteSettings& value) {
    if (change(remote_, value)) {
        Q_EMIT remoteChanged();
    }
}
void Settings::set(const ServerSettings& value) {
    if (change(server_, value)) {
        Q_EMIT serverChanged();
    }
}
void Settings::set(const SetupSettings& value) {
    if (change(setup_, value)) {
        Q_EMIT setupChanged();
    }
}

QByteArray Settings::windowState(const QString& name) const {
    const auto at = file_->values.find(kWindowSection + name);
    return at == file_->values.end() ? QByteArray() : QByteArray::fromBase64(at->second.toLatin1());
}

void Settings::setWindowState(const QString& name, const QByteArray& state) {
    const QString text = QString::fromLatin1(state.toBase64());
    QString& kept = file_->values[kWindowSection + name];
    if (kept != text) {
        kept = text;
        file_->changed = true;
        file_->delay.start();
    }
}

/// Puts what has changed on its way to the disk.
void Settings::write() {
    file_->delay.stop();
    if (!std::exchange(file_->changed, false) || file_->path.isEmpty()) {
        return;
    }
    if (file_->read_only) {
        const QString words =
            tr("The settings were made by a newer version of Strata. What you change holds until this "
               "one is closed.");
        file_->last = tl::unexpected(Error{ErrorCode::unsupported_format, words.toStdString()});
        Q_EMIT notSaved(words);
        return;
    }
    file_->values[kVersionKey] = QString::number(kVersion);
    const QByteArray text = writeIni(file_->values, QStringLiteral("Settings of Strata Desktop"));
    if (text == file_->on_disk) {
        return;
    }
    const QByteArray previous = std::exchange(file_->on_disk, text);
    file_->writer.start([this, path = file_->path, previous, text] {
        Result<void> result;
        if (!previous.isEmpty()) {
            result = writeWholeFile(previousOf(path), previous);
        }
        if (result) {
            result = writeWholeFile(path, text);
        }
        file_->last = result;
        if (!result) {  // Settings waits for its writer before it goes; what is queued by then is dropped with it
            QMetaObject::invokeMethod(
                this, [this, error = result.error()] { reportFailure(error); }, Qt::QueuedConnection);
        }
    });
}

/// The next change or save tries again.
void Settings::reportFailure(const Error& error) {
    file_->changed = true;
    file_->on_disk.clear();
    Q_EMIT notSaved(QString::fromStdString(error.message));
}

Result<void> Settings::save() {
    write();
    file_->writer.waitForDone();
    return file_->last;
}

}  // namespace strata::app
