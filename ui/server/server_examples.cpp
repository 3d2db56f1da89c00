#include "ui/server/server_examples.h"

#include <utility>

#include <QCoreApplication>
#include <QStringList>

namespace strata::ui {

/// Context of the translations.
struct ServerExampleText {
    Q_DECLARE_TR_FUNCTIONS(ServerExampleText)
};

namespace {

constexpr int kDots = 12;

/// Many tools insist on a key; the server then takes any.
QString keyOf(const ServerAccess& access) {
    return access.key.isEmpty() ? QStringLiteral("none") : access.key;
}

/// A line that sets a variable of the shell that people of this system use.
QString variable(const char* name, const QString& value) {
#ifdef _WIN32
    return QStringLiteral("$env:%1 = \"%2\"").arg(QLatin1String(name), value);
#else
    return QStringLiteral("export %1=\"%2\"").arg(QLatin1String(name), value);
#endif
}

QString folderOfCodex() {
#ifdef _WIN32
    return QStringLiteral("%USERPROFILE%\\.codex\\config.toml");
#else
    return QStringLiteral("~/.codex/config.toml");
#endif
}

QString openAiText(const ServerAccess& access) {
    return ServerExampleText::tr("Address (base URL): %1/v1\nKey (API key): %2\nModel: %3")
        .arg(access.address, keyOf(access), access.model);
}

QString claudeCodeText(const ServerAccess& access) {
    return QStringList{variable("ANTHROPIC_BASE_URL", access.address), variable("ANTHROPIC_AUTH_TOKEN", keyOf(access)),
                       variable("ANTHROPIC_MODEL", access.model), variable("ANTHROPIC_SMALL_FAST_MODEL", access.model),
                       QStringLiteral("claude")}
        .join(u'\n');
}

QString codexText(const ServerAccess& access) {
    return QStringLiteral(
               "model = \"%3\"\n"
               "model_provider = \"strata\"\n"
               "\n"
               "[model_providers.strata]\n"
               "name = \"Strata\"\n"
               "base_url = \"%1/v1\"\n"
               "wire_api = \"responses\"\n"
               "experimental_bearer_token = \"%2\"\n")
        .arg(access.address, keyOf(access), access.model);
}

QString openCodeText(const ServerAccess& access) {
    return QStringLiteral(
               "{\n"
               "  \"$schema\": \"https://opencode.ai/config.json\",\n"
               "  \"model\": \"strata/%3\",\n"
               "  \"provider\": {\n"
               "    \"strata\": {\n"
               "      \"npm\": \"@ai-sdk/openai-compatible\",\n"
               "      \"name\": \"Strata\",\n"
               "      \"options\": {\"baseURL\": \"%1/v1\", \"apiKey\": \"%2\"},\n"
               "      \"models\": {\"%3\": {}}\n"
               "    }\n"
               "  }\n"
               "}\n")
        .arg(access.address, keyOf(access), access.model);
}

QString curlText(const ServerAccess& access) {
#ifdef _WIN32
    // Its shell has other rules for quotes.
    return QStringLiteral(
               "curl.exe %1/v1/chat/completions -H \"Authorization: Bearer %2\" -H \"Content-Type: application/json\" "
               "-d '{\\\"model\\\": \\\"%3\\\", \\\"messages\\\": [{\\\"role\\\": \\\"user\\\", \\\"content\\\": "
               "\\\"Hello\\\"}]}'")
        .arg(access.address, keyOf(access), access.model);
#else
    return QStringLiteral(
               "curl %1/v1/chat/completions \\\n"
               "  -H \"Authorization: Bearer %2\" \\\n"
               "  -H \"Content-Type: application/json\" \\\n"
               "  -d '{\"model\": \"%3\", \"messages\": [{\"role\": \"user\", \"content\": \"Hello\"}]}'")
        .arg(access.address, keyOf(access), access.model);
#endif
}

}  // namespace

std::vector<ServerExample> serverExamples(const ServerAccess& access) {
    ServerAccess shown = access;
    if (shown.model.isEmpty()) {
        shown.model = QStringLiteral("strata");
    }
    return {
        {ServerExampleText::tr("Apps that speak OpenAI’s protocol"),
         ServerExampleText::tr("Enter these in the app’s settings, where it asks for an own or compatible server."),
         openAiText(shown)},
        {QStringLiteral("Claude Code"), ServerExampleText::tr("Paste this into a terminal."), claudeCodeText(shown)},
        {QStringLiteral("Codex"), ServerExampleText::tr("Paste this into the file %1.").arg(folderOfCodex()),
         codexText(shown)},
        {QStringLiteral("OpenCode"), ServerExampleText::tr("Paste this into the file opencode.json of your project."),
         openCodeText(shown)},
        {QStringLiteral("curl"), ServerExampleText::tr("Paste this into a terminal."), curlText(shown)}};
}

QString masked(const QString& text, const QString& key) {
    return key.isEmpty() ? text : QString(text).replace(key, QString(kDots, QChar(0x2022)));
}

}  // namespace strata::ui
