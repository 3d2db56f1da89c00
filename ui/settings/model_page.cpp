#include <algorithm>

#include <QFileInfo>
#include <QLocale>
#include <QThread>

#include "ui/settings/memory_bar.h"
#include "ui/settings/setting_pages.h"

namespace strata::ui {
namespace {

using app::ModelSettings;

constexpr int kTokensInK = 1'024;
std::vector<std::pair<int, QString>> contexts() {
    std::vector<std::pair<int, QString>> choices{{0, SettingsPage::tr("What suits the model")}};
    for (const int k : {4, 8, 16, 32, 64, 128, 256}) {
        choices.emplace_back(k * kTokensInK, SettingsPage::tr("%1 K").arg(QLocale().toString(k)));
    }
    return choices;
}

/// The sizes that are installed, the built-in model, and a file that was chosen by hand.
void addSizes(SettingsPage* page, const QString& chosen, const std::vector<std::pair<QString, QString>>& installed) {
    std::vector<std::pair<QString, QString>> sizes{{QString(), SettingsPage::tr("The built-in practice model")}};
    sizes.insert(sizes.end(), installed.begin(), installed.end());
    const bool known = std::any_of(sizes.begin(), sizes.end(), [&](const auto& size) { return size.first == chosen; });
    if (!known) {
        sizes.emplace_back(chosen, QFileInfo(chosen).fileName());
    }
    QStringList names;
    for (const auto& [path, name] : sizes) {
        names.append(name);
    }
    page->bind<ModelSettings, QString>(
        {SettingsPage::tr("Model size"), SettingsPage::tr("More sizes are under “Models” in the menu."),
         HoldsFrom::reload},
        makeChoice(names, page), &ModelSettings::model,
        [sizes](const QString& path) {
            const auto at =
                std::find_if(sizes.begin(), sizes.end(), [&path](const auto& size) { return size.first == path; });
            return QVariant(at == sizes.end() ? -1 : static_cast<int>(at - sizes.begin()));  // a file from below: none
        },
        [sizes](const QVariant& at) { return sizes[static_cast<std::size_t>(std::max(at.toInt(), 0))].first; });
}

void addRoom(SettingsPage* page) {
    page->addChoice<ModelSettings, app::RoomForOthers>(
        {SettingsPage::tr("Room for other programs"),
         SettingsPage::tr("More room for Strata is faster. Leave some for games and other programs.")},
        &ModelSettings::room,
        {{app::RoomForOthers::little, SettingsPage::tr("Little")},
         {app::RoomForOthers::normal, SettingsPage::tr("Normal")},
         {app::RoomForOthers::much, SettingsPage::tr("Much")},
         {app::RoomForOthers::by_hand, SettingsPage::tr("By hand")}});
    SettingRow* const by_hand =
        page->addNumber({SettingsPage::tr("Memory left free"), SettingsPage::tr("With “By hand” above.")},
                        {0.5, 512, 0.5, SettingsPage::tr(" GB"), {}, 1}, &ModelSettings::free_memory_gb);
    const auto enable = [page, by_hand] {
        by_hand->setEnabled(page->settings()->model().room == app::RoomForOthers::by_hand);
    };
    QObject::connect(page->settings(), &app::Settings::modelChanged, by_hand, enable);
    enable();
}

void addAnswers(SettingsPage* page) {
    page->addHeading(SettingsPage::tr("Answers"));
    page->addChoice<ModelSettings, Thinking>(
        {SettingsPage::tr("Thinking"), SettingsPage::tr("Thinks before answering. Better for hard questions, slower."),
         HoldsFrom::next_message},
        &ModelSettings::thinking,
        {{Thinking::off, SettingsPage::tr("Off")},
         {Thinking::low, SettingsPage::tr("Short")},
         {Thinking::medium, SettingsPage::tr("Medium")},
         {Thinking::high, SettingsPage::tr("Long")}});
    page->addChoice<ModelSettings, int>(
        {SettingsPage::tr("Style"),
         SettingsPage::tr("How much chance there is in the choice of words (temperature). The practice model always "
                          "answers exactly."),
         HoldsFrom::next_message},
        &ModelSettings::style,
        {{0, SettingsPage::tr("Exact")},
         {1, SettingsPage::tr("Careful")},
         {2, SettingsPage::tr("Balanced")},
         {3, SettingsPage::tr("Lively")},
         {4, SettingsPage::tr("Free")}});
    page->addNumber(
        {SettingsPage::tr("Longest answer"),
         SettingsPage::tr("In pieces of words (tokens). A long answer can be continued."), HoldsFrom::next_message},
        {0, 262'144, 256, {}, SettingsPage::tr("No limit")}, &ModelSettings::longest_answer);
}

SettingRow* addSeed(SettingsPage* page) {
    return page->bind<ModelSettings, std::optional<quint64>>(
        {SettingsPage::tr("Seed"),
         SettingsPage::tr("The same seed and question give the same answer. Empty: another one each time."),
         HoldsFrom::next_message},
        makeText(SettingsPage::tr("Another one each time"), page), &ModelSettings::seed,
        [](const std::optional<quint64>& seed) { return QVariant(seed ? QString::number(*seed) : QString()); },
        [](const QVariant& value) {
            bool is_number = false;
            const quint64 seed = value.toString().toULongLong(&is_number);
            return is_number ? std::optional<quint64>(seed) : std::nullopt;
        });
}

void addEngineNumbers(SettingsPage* page) {
    page->addOptional(
        {SettingsPage::tr("Temperature"), SettingsPage::tr("Instead of the style."), HoldsFrom::next_message},
        {-0.05, 2, 0.05, {}, SettingsPage::tr("By style"), 2}, &ModelSettings::temperature);
    addSeed(page);
    page->addChoice<ModelSettings, KvType>(
        {SettingsPage::tr("Keys and values (K/V type)"),
         SettingsPage::tr("How past tokens are kept. The first needs a quarter of the memory of the last."),
         HoldsFrom::reload},
        &ModelSettings::kv_type,
        {{KvType::int8, SettingsPage::tr("8 bit")},
         {KvType::f16, SettingsPage::tr("16 bit")},
         {KvType::f32, SettingsPage::tr("32 bit, the reference")}});
    page->addNumber({SettingsPage::tr("Kept points (checkpoints)"),
                     SettingsPage::tr("Places in the open chat that can be gone back to at once. 0 also ends parking."),
                     HoldsFrom::next_message},
                    {0, 64, 1, {}, {}}, &ModelSettings::checkpoints);
    page->addNumber({SettingsPage::tr("Distance between kept points"),
                     SettingsPage::tr("In tokens, while a long text is read."), HoldsFrom::next_message},
                    {0, 262'144, 1'024, {}, SettingsPage::tr("Only at messages")}, &ModelSettings::checkpoint_spacing);
    page->addNumber(
        {SettingsPage::tr("Short reads"),
         SettingsPage::tr("Prompts up to so many tokens are read as answers are written."), HoldsFrom::next_message},
        {-1, 4'096, 1, {}, SettingsPage::tr("Automatic")}, &ModelSettings::short_read);
    page->addNumber(
        {SettingsPage::tr("Processor threads"), {}, HoldsFrom::reload},
        {0, static_cast<double>(std::max(QThread::idealThreadCount(), 1)), 1, {}, SettingsPage::tr("One per core")},
        &ModelSettings::threads);
}

}  // namespace

SettingsPage* makeModelPage(const Theme* theme, app::Settings* settings, const SettingsFacts& facts, QWidget* parent) {
    auto* const page = new SettingsPage(theme, settings, SettingsPage::tr("Model and memory"), parent);
    addSizes(page, settings->model().model, facts.installed);
    page->addChoice<ModelSettings, int>(
        {SettingsPage::tr("How much it can keep in mind"),
         SettingsPage::tr("In pieces of words (context length). Longer chats and documents, more memory."),
         HoldsFrom::reload},
        &ModelSettings::context_length, contexts());
    addRoom(page);
    page->addSwitch({SettingsPage::tr("Low-memory mode"),
                     SettingsPage::tr("Runs from the disk (SSD). Slower, needs less memory."), HoldsFrom::reload},
                    &ModelSettings::low_memory);
    page->addWidget(new MemoryBar(theme, settings, facts, page));
    addAnswers(page);
    page->beginMore();
    page->addText(
        {SettingsPage::tr("Model file"), SettingsPage::tr("Any model file of the same kind."), HoldsFrom::reload},
        makeFile(theme, SettingsPage::tr("The built-in practice model"), page), &ModelSettings::model);
    addEngineNumbers(page);
    return page;
}

}  // namespace strata::ui
