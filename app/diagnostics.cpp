#include "app/diagnostics.h"

#include <algorithm>
#include <array>

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QSysInfo>

#include "app/memory_use.h"
#include "app/settings_fields.h"

namespace strata::app {
namespace {

constexpr qint64 kNewestBytes = 64 << 10;
constexpr qsizetype kNewestLines = 300;
constexpr double kGigabyte = 1e9;

/// Settings whose values name people, places or files.
constexpr std::array kPrivate{"model/model",        "model/draft_vocabulary", "parking/folder",   "privacy/proxy_host",
                              "privacy/proxy_user", "downloads/folder",       "downloads/mirror", "remote/address",
                              "remote/model",       "server/web_pages"};

QString gigabytes(std::uint64_t bytes) {
    return bytes == 0 ? QStringLiteral("unknown")
                      : QLocale::c().toString(static_cast<double>(bytes) / kGigabyte, 'f', 1) + QStringLiteral(" GB");
}

QString orUnknown(const std::string& text) {
    return text.empty() ? QStringLiteral("unknown") : QString::fromStdString(text);
}

void addVersions(QStringList& lines) {
    lines << QStringLiteral("[versions]") << QStringLiteral("Strata %1").arg(QCoreApplication::applicationVersion())
          << QStringLiteral("Qt %1, built with %2").arg(QLatin1String(qVersion()), QLatin1String(QT_VERSION_STR))
          << QStringLiteral("%1, kernel %2 %3, %4")
                 .arg(QSysInfo::prettyProductName(), QSysInfo::kernelType(), QSysInfo::kernelVersion(),
                      QSysInfo::currentCpuArchitecture());
}

void addHardware(QStringList& lines, const HardwareInfo& hardware) {
    lines << QStringLiteral("[hardware]")
          << QStringLiteral("processor: %1, %2 cores, %3 threads, computes with %4")
                 .arg(orUnknown(hardware.cpu_name))
                 .arg(hardware.physical_cores)
                 .arg(hardware.logical_cores)
                 .arg(orUnknown(hardware.cpu_level))
          << QStringLiteral("memory: %1, free %2")
                 .arg(gigabytes(hardware.ram_bytes), gigabytes(readMemoryUse().free_bytes.value_or(0)));
    if (hardware.gpus.empty()) {
        lines << QStringLiteral("graphics card: none found");
    }
    for (const GpuInfo& gpu : hardware.gpus) {
        lines << QStringLiteral("graphics card: %1, %2, driver %3")
                     .arg(orUnknown(gpu.name), gigabytes(gpu.memory_bytes), orUnknown(gpu.driver));
    }
}

void addEngine(QStringList& lines, const DiagnosticsFacts& facts) {
    lines << QStringLiteral("[engine]") << QStringLiteral("state: %1").arg(facts.state);
    if (facts.load_time) {
        lines << QStringLiteral("last load: %1 ms").arg(facts.load_time->count());
    }
    if (facts.engine) {
        lines << QStringLiteral("%1 threads, context %2, %3 used, %4 tokens/s, KV cache %5")
                     .arg(facts.engine->threads)
                     .arg(facts.engine->context_length)
                     .arg(facts.engine->context_used)
                     .arg(facts.engine->tokens_per_second, 0, 'f', 1)
                     .arg(gigabytes(facts.engine->kv_bytes));
    }
    const MemoryUse memory = readMemoryUse();
    lines << QStringLiteral("memory of this program: %1").arg(gigabytes(memory.own_bytes.value_or(0)))
          << QStringLiteral("self-check: %1")
                 .arg(facts.self_check.isEmpty() ? QStringLiteral("not run yet") : facts.self_check);
}

void addSettings(QStringList& lines, const Settings& settings) {
    IniValues values;
    const auto take = [&values](const auto& fields) { visitFields(fields, FieldWriter(values)); };
    take(settings.general());
    take(settings.model());
    take(settings.parking());
    take(settings.pictures());
    take(settings.look());
    take(settings.privacy());
    take(settings.downloads());
    take(settings.remote());
    take(settings.server());
    take(settings.setup());
    lines << QStringLiteral("[settings]");
    for (const auto& [key, value] : values) {
        const bool is_private = std::any_of(kPrivate.begin(), kPrivate.end(),
                                            [&key = key](const char* name) { return key == QLatin1String(name); });
        lines << key + QStringLiteral(" = ") + (is_private && !value.isEmpty() ? QStringLiteral("(set)") : value);
    }
}

}  // namespace

QStringList diagnosticsLines(const DiagnosticsFacts& facts, const Settings& settings, const LogText& text) {
    QStringList lines;
    addVersions(lines);
    addHardware(lines, facts.hardware);
    addEngine(lines, facts);
    addSettings(lines, settings);
    for (QString& line : lines) {
        line = text.clean(line);
    }
    return lines;
}

QStringList newestLines(const QString& log, const LogText& text) {
    QFile file(log);
    if (log.isEmpty() || !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const bool cut = file.size() > kNewestBytes && file.seek(file.size() - kNewestBytes);
    QStringList lines = QString::fromUtf8(file.read(kNewestBytes)).split(u'\n', Qt::SkipEmptyParts);
    if (cut && !lines.isEmpty()) {
        lines.removeFirst();  // half a line
    }
    lines = lines.mid(std::max<qsizetype>(0, lines.size() - kNewestLines));
    for (QString& line : lines) {
        line = text.clean(line);
    }
    return lines;
}

}  // namespace strata::app
