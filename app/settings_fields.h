#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <type_traits>

#include <QLocale>
#include <QString>
#include <QStringList>

#include "app/ini_text.h"
#include "app/settings.h"

// Key names, ranges and words of all settings, once for reading and for writing.
namespace strata::app {

/// Words of an enumeration, in its order.
template <class Enum>
inline constexpr std::array<const char*, 0> kWordsOf{};
template <>
inline constexpr std::array kWordsOf<LoadMoment>{"on_typing", "at_start", "by_hand"};
template <>
inline constexpr std::array kWordsOf<CloseAction>{"ask", "hide", "quit"};
template <>
inline constexpr std::array kWordsOf<RoomForOthers>{"little", "normal", "much", "by_hand"};
template <>
inline constexpr std::array kWordsOf<WhenGameRuns>{"ask", "free_card", "nothing"};
template <>
inline constexpr std::array kWordsOf<Thinking>{"off", "low", "medium", "high"};
template <>
inline constexpr std::array kWordsOf<KvType>{"f32", "f16", "int8"};
template <>
inline constexpr std::array kWordsOf<PictureDetail>{"low", "normal", "high"};
template <>
inline constexpr std::array kWordsOf<LookChoice>{"system", "light", "dark", "high_contrast"};
template <>
inline constexpr std::array kWordsOf<MetersShown>{"panel", "strip", "off"};
template <>
inline constexpr std::array kWordsOf<UpdateLookup>{"unasked", "never", "weekly"};
template <>
inline constexpr std::array kWordsOf<ProxyChoice>{"system", "none", "by_hand"};

/// What a number may be; anything else counts as absent.
template <class Number>
struct Range {
    Number least, most;
};

/// Takes values that are there and make sense; leaves the others as they are.
class FieldReader {
public:
    explicit FieldReader(const IniValues& values) : values_(values) {}

    void operator()(const char* key, QString& value) const {
        if (const QString* const text = find(key)) {
            value = *text;
        }
    }
    /// Words that hold no space.
    void operator()(const char* key, QStringList& value) const {
        if (const QString* const text = find(key)) {
            value = text->split(u' ', Qt::SkipEmptyParts);
        }
    }
    void operator()(const char* key, bool& value) const {
        if (const QString* const text = find(key)) {
            const bool is_true = *text == QLatin1String("true");
            value = is_true || *text == QLatin1String("false") ? is_true : value;
        }
    }
    template <class Enum>
    requires std::is_enum_v<Enum>
    void operator()(const char* key, Enum& value) const {
        static_assert(!kWordsOf<Enum>.empty());
        if (const QString* const text = find(key)) {
            for (std::size_t i = 0; i < kWordsOf<Enum>.size(); ++i) {
                if (*text == QLatin1String(kWordsOf<Enum>[i])) {
                    value = static_cast<Enum>(i);
                }
            }
        }
    }
    template <class Number>
    requires std::is_arithmetic_v<Number>
    void operator()(const char* key, Number& value, Range<Number> range) const {
        if (const std::optional<Number> number = numberAt<Number>(key, range)) {
            value = *number;
        }
    }
    template <class Number>
    void operator()(const char* key, std::optional<Number>& value, Range<Number> range) const {
        if (const std::optional<Number> number = numberAt<Number>(key, range)) {
            value = number;
        }
    }

private:
    const QString* find(const char* key) const {
        const auto at = values_.find(QLatin1String(key));
        return at == values_.end() ? nullptr : &at->second;
    }
    template <class Number>
    std::optional<Number> numberAt(const char* key, Range<Number> range) const {
        const QString* const text = find(key);
        bool is_number = false;
        Number number{};
        if (text) {
            if constexpr (std::is_floating_point_v<Number>) {
                number = QLocale::c().toDouble(*text, &is_number);
            } else if constexpr (std::is_unsigned_v<Number>) {
                number = text->toULongLong(&is_number);
            } else {
                number = text->toInt(&is_number);
            }
        }
        // Written so that no comparison with "not a number" passes.
        const bool sensible = is_number && number >= range.least && number <= range.most;
        return sensible ? std::optional<Number>(number) : std::nullopt;
    }

    const IniValues& values_;
};

/// Writes all values of a struct.
class FieldWriter {
public:
    explicit FieldWriter(IniValues& values) : values_(values) {}

    void operator()(const char* key, const QString& value) { put(key, value); }
    void operator()(const char* key, const QStringList& value) { put(key, value.join(u' ')); }
    void operator()(const char* key, bool value) { put(key, value ? QStringLiteral("true") : QStringLiteral("false")); }
    template <class Enum>
    requires std::is_enum_v<Enum>
    void operator()(const char* key, Enum value) {
        put(key, QString::fromLatin1(kWordsOf<Enum>[static_cast<std::size_t>(value)]));
    }
    template <class Number>
    requires std::is_arithmetic_v<Number>
    void operator()(const char* key, Number value, Range<Number> /*range*/) { put(key, textOf(value)); }
    template <class Number>
    void operator()(const char* key, const std::optional<Number>& value, Range<Number> /*range*/) {
        put(key, value ? textOf(*value) : QString());
    }

private:
    template <class Number>
    static QString textOf(Number value) {
        if constexpr (std::is_floating_point_v<Number>) {
            return QString::number(value, 'g', QLocale::FloatingPointShortest);
        } else {
            return QString::number(value);
        }
    }
    void put(const char* key, const QString& value) { values_[QLatin1String(key)] = value; }

    IniValues& values_;
};

/// Visits the fields of one struct. `Fields` is const or not, as the visitor needs.
template <class Fields, class Struct>
concept FieldsOf = std::same_as<std::remove_const_t<Fields>, Struct>;

inline constexpr Range<int> kAnyMinutes{0, 100'000};
inline constexpr Range<int> kAnyDays{0, 36'500};
inline constexpr Range<int> kTokens{0, 16'777'216};
inline constexpr Range<double> kGigabytes{0.0, 100'000.0};

template <FieldsOf<GeneralSettings> Fields, class Visitor>
void visitFields(Fields& general, Visitor&& visit) {
    visit("general/language", general.language);
    visit("general/load", general.load);
    visit("general/unload_minutes", general.unload_minutes, kAnyMinutes);
    visit("general/start_with_computer", general.start_with_computer);
    visit("general/close_button", general.close_button);
    visit("general/sound", general.sound);
    visit("general/notifications", general.notifications);
}

template <FieldsOf<ModelSettings> Fields, class Visitor>
void visitFields(Fields& model, Visitor&& visit) {
    visit("model/model", model.model);
    visit("model/context_length", model.context_length, kTokens);
    visit("model/room", model.room);
    visit("model/free_graphics_gb", model.free_graphics_gb, kGigabytes);
    visit("model/free_memory_gb", model.free_memory_gb, kGigabytes);
    visit("model/low_memory", model.low_memory);
    visit("model/game", model.game);
    visit("model/thinking", model.thinking);
    visit("model/style", model.style, Range<int>{0, 4});
    visit("model/temperature", model.temperature, Range<double>{0.0, 5.0});
    visit("model/seed", model.seed, Range<quint64>{0, ~quint64{0}});
    visit("model/longest_answer", model.longest_answer, kTokens);
    visit("model/graphics_card", model.graphics_card);
    visit("model/kv_type", model.kv_type);
    visit("model/checkpoints", model.checkpoints, Range<int>{0, 64});
    visit("model/checkpoint_spacing", model.checkpoint_spacing, kTokens);
    visit("model/short_read", model.short_read, Range<int>{-1, 4'096});
    visit("model/coupled_drafts", model.coupled_drafts);
    visit("model/draft_vocabulary", model.draft_vocabulary);
    visit("model/threads", model.threads, Range<int>{0, 1'024});
}

template <FieldsOf<ParkingSettings> Fields, class Visitor>
void visitFields(Fields& parking, Visitor&& visit) {
    visit("parking/memory_gb", parking.memory_gb, kGigabytes);
    visit("parking/on_disk", parking.on_disk);
    visit("parking/disk_gb", parking.disk_gb, kGigabytes);
    visit("parking/folder", parking.folder);
    visit("parking/forget_days", parking.forget_days, kAnyDays);
    visit("parking/title_by_model", parking.title_by_model);
    visit("parking/bin_days", parking.bin_days, kAnyDays);
}

template <FieldsOf<PictureSettings> Fields, class Visitor>
void visitFields(Fields& pictures, Visitor&& visit) {
    visit("pictures/look", pictures.look);
    visit("pictures/on_card", pictures.on_card);
    visit("pictures/detail", pictures.detail);
    visit("pictures/keep_originals", pictures.keep_originals);
}

template <FieldsOf<LookSettings> Fields, class Visitor>
void visitFields(Fields& look, Visitor&& visit) {
    visit("look/theme", look.theme);
    visit("look/text_percent", look.text_percent, Range<int>{80, 200});
    visit("look/chat_font", look.chat_font);
    visit("look/code_font", look.code_font);
    visit("look/follow_end", look.follow_end);
    visit("look/enter_sends", look.enter_sends);
    visit("look/meters", look.meters);
    visit("look/reduce_motion", look.reduce_motion);
}

template <FieldsOf<PrivacySettings> Fields, class Visitor>
void visitFields(Fields& privacy, Visitor&& visit) {
    visit("privacy/updates", privacy.updates);
    visit("privacy/proxy", privacy.proxy);
    visit("privacy/proxy_host", privacy.proxy_host);
    visit("privacy/proxy_port", privacy.proxy_port, Range<int>{1, 65'535});
    visit("privacy/proxy_user", privacy.proxy_user);
}

template <FieldsOf<DownloadSettings> Fields, class Visitor>
void visitFields(Fields& downloads, Visitor&& visit) {
    visit("downloads/folder", downloads.folder);
    visit("downloads/mirror", downloads.mirror);
    visit("downloads/limit_mb", downloads.limit_mb, Range<int>{0, 100'000});
    visit("downloads/keep_awake", downloads.keep_awake);
}

template <FieldsOf<RemoteSettings> Fields, class Visitor>
void visitFields(Fields& remote, Visitor&& visit) {
    visit("remote/enabled", remote.enabled);
    visit("remote/address", remote.address);
    visit("remote/model", remote.model);
}

template <FieldsOf<ServerSettings> Fields, class Visitor>
void visitFields(Fields& server, Visitor&& visit) {
    visit("server/on", server.on);
    visit("server/port", server.port, Range<int>{1, 65'535});
    visit("server/needs_key", server.needs_key);
    visit("server/other_devices", server.other_devices);
    visit("server/web_pages", server.web_pages);
    visit("server/switch_models", server.switch_models);
    visit("server/in_turn", server.in_turn);
}

template <FieldsOf<SetupSettings> Fields, class Visitor>
void visitFields(Fields& setup, Visitor&& visit) {
    visit("setup/done", setup.done);
    visit("setup/page", setup.page, Range<int>{0, 100});
    visit("setup/size", setup.size);
    visit("setup/pictures", setup.pictures);
    visit("setup/licence", setup.licence);
    visit("setup/licence_time", setup.licence_time);
}

}  // namespace strata::app
