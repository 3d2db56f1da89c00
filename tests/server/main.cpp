// The server with an engine that plays a script, for tests of other programs against it:
//
//   strata-test-server --port N --server-config FILE --engine-script FILE
//
// Both files are JSON; docs/guides/test_server.md lists their keys. Prints "listening on http://127.0.0.1:N" once the port
// is open, and ends on SIGTERM and SIGINT.
#include <csignal>
#include <cstdio>
#include <exception>
#include <fstream>
#include <thread>

#include <fmt/core.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <QCoreApplication>
#include <QTemporaryDir>

#include "app/api/server_host.h"
#include "app/quit_signals.h"
#include "base/error.h"
#include "server/byte_engine.h"

namespace {

using namespace strata;
using namespace strata::app::api;
using nlohmann::json;

constexpr int kBadArguments = 2;

Result<json> read_json(const std::string& path) {
    if (path.empty()) {
        return json::object();
    }
    std::ifstream file(path, std::ios::binary);
    json value = json::parse(file, nullptr, false);
    if (!file || !value.is_object()) {
        return fail(ErrorCode::bad_file, path + " is not a JSON object");
    }
    return value;
}

struct Config {
    ServerOptions server;
    std::string model_id = "scripted";
    std::chrono::seconds unload_after{0};
};

Result<Config> config_from(const json& source) {
    try {
        Config config;
        ServerOptions& server = config.server;
        server.host = source.value("host", server.host);
        server.api_key = source.value("api_key", server.api_key);
        server.waiting_requests = source.value("queue_limit", server.waiting_requests);
        server.cors_origins = source.value("cors_origins", server.cors_origins);
        server.trusted_origins = source.value("trusted_origins", server.trusted_origins);
        server.allowed_hosts = source.value("allowed_hosts", server.allowed_hosts);
        server.fetch_pictures = source.value("fetch_images", server.fetch_pictures);
        server.strict_model = source.value("strict_model", server.strict_model);
        server.aliases = source.value("aliases", server.aliases);
        server.engine_silence = std::chrono::seconds(source.value("engine_silence_s", server.engine_silence.count()));
        server.repeat_stop = source.value("repeat_stop_tokens", server.repeat_stop);
        config.unload_after = std::chrono::seconds(source.value("idle_unload_s", 0));
        config.model_id = source.value("model_id", config.model_id);
        return config;
    } catch (const json::exception& exception) {
        return fail(ErrorCode::invalid_argument, exception.what());
    }
}

Result<ServerHost::Parts> host_parts(const Config& config, const testing::ByteScript& script,
                                     const std::filesystem::path& scratch) {
    STRATA_TRY(const auto text, testing::ByteText::open(STRATA_TEST_MODEL, scratch));
    ServerHost::Parts parts;
    parts.loader = [script, text, turns = std::make_shared<testing::ByteTurns>()](
                       const LoadOptions&, const LoadProgress& progress) -> Result<std::unique_ptr<Engine>> {
        const auto ready = std::chrono::steady_clock::now() + script.start;
        while (std::chrono::steady_clock::now() < ready) {
            if (!progress({"starting", 0})) {
                return fail(ErrorCode::internal, "loading was cancelled");
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        if (!script.loads) {
            return fail(ErrorCode::bad_file, "the script does not load");
        }
        return std::make_unique<testing::ByteEngine>(script, text, turns);
    };
    parts.model.id = config.model_id;
    parts.model.name = "Scripted";
    parts.model.sees_pictures = script.sees_pictures;
    for (const auto& [alias, id] : config.server.aliases) {
        if (id == config.model_id) {
            parts.model.aliases.push_back(alias);
        }
    }
    parts.text = [text]() -> Result<std::shared_ptr<const TextModel>> { return text; };
    parts.log = [](LogLevel, std::string_view message) { fmt::print(stderr, "{}\n", message); };
    parts.unload_after = config.unload_after;
    return parts;
}

Result<void> serve(QCoreApplication& application, std::uint16_t port, const std::string& config_path,
                   const std::string& script_path) {
    STRATA_TRY(const json config_json, read_json(config_path));
    STRATA_TRY(const json script_json, read_json(script_path));
    STRATA_TRY(Config config, config_from(config_json));
    STRATA_TRY(const testing::ByteScript script, testing::byte_script_from(script_json));
    const QTemporaryDir scratch;
    STRATA_TRY(ServerHost::Parts parts, host_parts(config, script, scratch.path().toStdString()));
    ServerHost host(std::move(parts));
    config.server.port = port;
    STRATA_TRY(const ListeningAt at, host.start(config.server));
    fmt::print("listening on http://{}:{}\n", at.host, at.port);
    std::fflush(stdout);
    application.exec();
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    std::uint16_t port = 0;
    std::string config, script;
    CLI::App arguments("The local server with a scripted engine");
    arguments.add_option("--port", port, "0: a free one");
    arguments.add_option("--server-config", config, "JSON");
    arguments.add_option("--engine-script", script, "JSON");
    CLI11_PARSE(arguments, argc, argv);
    app::QuitSignals signals;
    QObject::connect(&signals, &app::QuitSignals::quitWanted, &application, &QCoreApplication::quit);
    const auto served = serve(application, port, config, script);
    if (!served) {
        fmt::print(stderr, "{}\n", served.error().message);
        return kBadArguments;
    }
    return 0;
}
