#pragma once

#include <memory>
#include <optional>

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringList>

#include "strata/load_options.h"
#include "strata/request.h"
#include "strata/result.h"

namespace strata::app {

/// When the model is loaded.
enum class LoadMoment { on_typing, at_start, by_hand };
/// What the window's close button does; `ask` asks once and remembers.
enum class CloseAction { ask, hide, quit };

struct GeneralSettings {
    QString language;  ///< as "de"; empty: the system's
    LoadMoment load = LoadMoment::on_typing;
    int unload_minutes = 0;  ///< without use until the model is let go; 0: never
    bool start_with_computer = false;
    CloseAction close_button = CloseAction::ask;
    bool sound = false;
    bool notifications = true;

    bool operator==(const GeneralSettings&) const = default;
};

/// How much memory stays with other programs.
enum class RoomForOthers { little, normal, much, by_hand };
enum class WhenGameRuns { ask, free_card, nothing };

struct ModelSettings {
    QString model;           ///< id of an installed model or path of a model file; empty: the built-in one
    int context_length = 0;  ///< tokens; 0: what suits the model and this PC
    RoomForOthers room = RoomForOthers::normal;
    double free_graphics_gb = 1.0, free_memory_gb = 6.0;  ///< with `by_hand`
    bool low_memory = false;
    WhenGameRuns game = WhenGameRuns::ask;
    Thinking thinking = Thinking::off;
    int style = 2;                      ///< 0 exact … 4 free
    std::optional<double> temperature;  ///< instead of the style
    std::optional<quint64> seed;        ///< none: another one for each answer
    int longest_answer = 8'192;         ///< tokens; 0: no limit
    QString graphics_card;              ///< empty: the best one

    // The engine's own numbers.
    KvType kv_type = KvType::int8;
    int checkpoints = 6;
    int checkpoint_spacing = 16'384;
    int short_read = -1;
    bool coupled_drafts = false;
    QString draft_vocabulary;  ///< empty: the whole one
    int threads = 0;           ///< 0: one per core

    bool operator==(const ModelSettings&) const = default;
};

struct ParkingSettings {
    std::optional<double> memory_gb;  ///< none: automatic
    bool on_disk = true;
    std::optional<double> disk_gb;  ///< none: automatic
    QString folder;                 ///< empty: in the data folder
    int forget_days = 60;           ///< 0: never
    bool title_by_model = true;
    int bin_days = 30;

    bool operator==(const ParkingSettings&) const = default;
};

enum class PictureDetail { low, normal, high };

struct PictureSettings {
    bool look = true;
    bool on_card = true;
    PictureDetail detail = PictureDetail::normal;
    bool keep_originals = false;

    bool operator==(const PictureSettings&) const = default;
};

/// Which look the person wants.
enum class LookChoice { system, light, dark, high_contrast };
enum class MetersShown { panel, strip, off };

struct LookSettings {
    LookChoice theme = LookChoice::system;
    int text_percent = 100;        ///< 80 … 200
    QString chat_font, code_font;  ///< empty: the system's
    bool follow_end = false;
    bool enter_sends = true;
    MetersShown meters = MetersShown::strip;
    bool reduce_motion = false;  ///< also if the system does not ask for it

    bool operator==(const LookSettings&) const = default;
};

enum class UpdateLookup { unasked, never, weekly };
enum class ProxyChoice { system, none, by_hand };

struct PrivacySettings {
    UpdateLookup updates = UpdateLookup::unasked;
    ProxyChoice proxy = ProxyChoice::system;
    QString proxy_host;
    int proxy_port = 8'080;
    QString proxy_user;  ///< its password is never kept here

    bool operator==(const PrivacySettings&) const = default;
};

struct DownloadSettings {
    QString folder;    ///< of models; empty: not chosen yet
    QString mirror;    ///< base address; empty: the catalogue's
    int limit_mb = 0;  ///< MB/s; 0: no limit
    bool keep_awake = true;

    bool operator==(const DownloadSettings&) const = default;
};

/// An OpenAI-compatible server that answers instead of the engine in this program.
struct RemoteSettings {
    bool enabled = false;
    QString address;  ///< with /v1
    QString model;    ///< name that the server knows; empty: its first
    // The key is in the system's key store.

    bool operator==(const RemoteSettings&) const = default;
};

/// Other programs may use the model, through a server in this one.
struct ServerSettings {
    bool on = false;
    int port = 8'080;
    bool needs_key = true;       ///< always counts as true with `other_devices`
    bool other_devices = false;  ///< beyond this PC
    QStringList web_pages;       ///< "scheme://host[:port]" of pages that may ask; or "*" alone
    bool switch_models = false;  ///< a request may have another installed model loaded
    bool in_turn = false;        ///< else the person at the screen comes first
    // The key is in the system's key store.

    bool operator==(const ServerSettings&) const = default;
};

/// How far the first run has come.
struct SetupSettings {
    bool done = false;
    int page = 0;  ///< to go on with
    QString size;  ///< chosen entry of the catalogue; empty: none or the built-in model
    bool pictures = true;
    QString licence;       ///< id and version of the text that was accepted
    QString licence_time;  ///< ISO 8601

    bool operator==(const SetupSettings&) const = default;
};

/// Everything that the person can set, one struct a page, kept in `settings.ini`. The only place that knows key names
/// and defaults. Keys of newer versions stay as they are; values that make no sense count as absent; the copy before
/// the last change is kept as `settings.ini.previous`; a file that cannot be read is moved aside. Lives on the window's
/// thread; a change is on disk within a second, and at the end.
class Settings : public QObject {
    Q_OBJECT

public:
    /// path: of the ini file; empty: nothing is kept.
    explicit Settings(const QString& path, QObject* parent = nullptr);
    ~Settings() override;

    const GeneralSettings& general() const { return general_; }
    const ModelSettings& model() const { return model_; }
    const ParkingSettings& parking() const { return parking_; }
    const PictureSettings& pictures() const { return pictures_; }
    const LookSettings& look() const { return look_; }
    const PrivacySettings& privacy() const { return privacy_; }
    const DownloadSettings& downloads() const { return downloads_; }
    const RemoteSettings& remote() const { return remote_; }
    const ServerSettings& server() const { return server_; }
    const SetupSettings& setup() const { return setup_; }

    void set(const GeneralSettings& value);
    void set(const ModelSettings& value);
    void set(const ParkingSettings& value);
    void set(const PictureSettings& value);
    void set(const LookSettings& value);
    void set(const PrivacySettings& value);
    void set(const DownloadSettings& value);
    void set(const RemoteSettings& value);
    void set(const ServerSettings& value);
    void set(const SetupSettings& value);

    /// Window geometry and the like: opaque to this class.
    QByteArray windowState(const QString& name) const;
    void setWindowState(const QString& name, const QByteArray& state);

    /// Writes what has changed now, and waits for it.
    Result<void> save();
    /// The file is of a newer program version that means other things by it: nothing is written.
    bool isReadOnly() const;
    /// Where a file went that could not be understood, when these settings were opened; empty: there was none.
    QString damagedCopy() const;
    /// The settings come from the copy of the time before; else, where a file was damaged, they are the defaults.
    bool cameFromPrevious() const;

Q_SIGNALS:
    void generalChanged();
    void modelChanged();
    void parkingChanged();
    void picturesChanged();
    void lookChanged();
    void privacyChanged();
    void downloadsChanged();
    void remoteChanged();
    void serverChanged();
    void setupChanged();
    /// Writing failed, and why.
    void notSaved(const QString& reason);

private:
    template <class Fields>
    bool change(Fields& present, const Fields& value);
    void write();
    void reportFailure(const Error& error);

    struct File;
    std::unique_ptr<File> file_;
    GeneralSettings general_;
    ModelSettings model_;
    ParkingSettings parking_;
    PictureSettings pictures_;
    LookSettings look_;
    PrivacySettings privacy_;
    DownloadSettings downloads_;
    RemoteSettings remote_;
    ServerSettings server_;
    SetupSettings setup_;
};

}  // namespace strata::app
