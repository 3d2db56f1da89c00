#include "ui/server/server_page.h"

#include <memory>

#include <QDoubleSpinBox>
#include <QVBoxLayout>

#include "app/web_pages.h"
#include "ui/server/example_box.h"
#include "ui/server/server_box.h"
#include "ui/server/server_controller.h"
#include "ui/settings/settings_page.h"
#include "ui/style/label.h"

namespace strata::ui {
namespace {

using app::ServerSettings;

/// A sentence below a setting; hidden while it is empty.
Label* addNote(SettingsPage* page, const char* name) {
    auto* const holder = new QWidget(page);  // the page shows and hides what it was given, as one searches
    auto* const rows = new QVBoxLayout(holder);
    rows->setContentsMargins(0, 0, 0, 0);
    auto* const note = new Label(page->theme(), TextStyle::small, ColorRole::muted_text, QString(), holder);
    note->setObjectName(QLatin1String(name));
    note->setWordWrap(true);
    note->hide();
    rows->addWidget(note);
    page->addWidget(holder);
    return note;
}

void showNote(Label* note, const QString& text) {
    note->setText(text);
    note->setVisible(!text.isEmpty());
}

/// Off only for this PC, and not while all web pages may ask.
void addKeySwitch(SettingsPage* page) {
    app::Settings* const settings = page->settings();
    SettingControl* const control = makeSwitch(page->theme(), page);
    SettingRow* const row = page->addRow(
        {SettingsPage::tr("Ask for the key"), SettingsPage::tr("Who does not show it is turned away.")}, control);
    Label* const note = addNote(page, "serverKeyNote");
    const auto put = [settings](bool needed) {
        ServerSettings server = settings->server();
        server.needs_key = needed;
        settings->set(server);
    };
    const auto show = [settings, control, row, note] {
        const ServerSettings& server = settings->server();
        control->show(wantsKey(server));
        row->showDefault(wantsKey(server));
        row->setEnabled(!server.other_devices);
        if (server.other_devices) {
            showNote(note, SettingsPage::tr("With other devices the key is always asked for."));
        } else if (!server.needs_key) {
            showNote(note, SettingsPage::tr("Without the key every program on this PC can use the model, also those of "
                                            "other people who are logged in here."));
        } else {
            showNote(note, {});
        }
    };
    QObject::connect(control, &SettingControl::edited, row, [settings, control, put, note](const QVariant& value) {
        if (!value.toBool() && settings->server().web_pages.contains(app::kAnyWebPage)) {
            control->show(true);
            showNote(note, SettingsPage::tr("All web pages may ask (*), so the key stays. Name single pages first."));
            return;
        }
        put(value.toBool());
    });
    QObject::connect(row, &SettingRow::defaultWanted, row, [put] { put(true); });
    QObject::connect(settings, &app::Settings::serverChanged, row, show);
    show();
}

void addOtherDevices(SettingsPage* page, ServerController* server) {
    page->addSwitch({SettingsPage::tr("Other devices in your network"),
                     SettingsPage::tr("Phones and other PCs may use the model, too.")},
                    &ServerSettings::other_devices);
    Label* const note = addNote(page, "serverNetworkNote");
    note->setColorRole(ColorRole::text);
    const auto show = [server, note] {
        if (!server->settings()->server().other_devices) {
            showNote(note, {});
            return;
        }
        const QStringList addresses = server->networkAddresses();
        const QString where = addresses.isEmpty()
                                  ? SettingsPage::tr("This PC is in no network at the moment.")
                                  : SettingsPage::tr("Address for them: %1").arg(addresses.join(QStringLiteral(", ")));
        const QStringList warning{
            SettingsPage::tr("Everyone in your network who has the key can use the model."),
            SettingsPage::tr("Nothing is encrypted on the way: others in the network could read along."),
            SettingsPage::tr("Do not turn this on in a network that you do not trust."), where};
        showNote(note, warning.join(u' '));
    };
    QObject::connect(server, &ServerController::changed, note, show);
    QObject::connect(server->settings(), &app::Settings::serverChanged, note, show);
    show();
}

/// Why a list cannot be taken; empty: it can.
QString refusalOf(const app::WebPages& read, bool keyed) {
    if (!read.wrong.isEmpty()) {
        return SettingsPage::tr(
                   "“%1” is not the address of a web page’s server. It looks like https://chat.example or "
                   "http://localhost:3000, with nothing behind it.")
            .arg(read.wrong);
    }
    if (read.mixed) {
        return SettingsPage::tr("* stands for all web pages, so it must stand alone.");
    }
    if (read.pages.contains(app::kAnyWebPage) && !keyed) {
        return SettingsPage::tr(
            "All web pages (*) are only possible while the key is asked for: otherwise every page "
            "that you open could use the model.");
    }
    return {};
}

void addWebPages(SettingsPage* page) {
    app::Settings* const settings = page->settings();
    SettingControl* const control = makeText(QStringLiteral("https://chat.example"), page);
    SettingRow* const row = page->addRow(
        {SettingsPage::tr("Web pages that may ask"),
         SettingsPage::tr("None is the rule. Addresses with spaces between them, for chat programs that run in the "
                          "browser (CORS).")},
        control);
    Label* const note = addNote(page, "serverPagesNote");
    note->setColorRole(ColorRole::on_error);
    const auto put = [settings](const QStringList& pages) {
        ServerSettings server = settings->server();
        server.web_pages = pages;
        settings->set(server);
    };
    const auto show = [settings, control, row, note] {
        control->show(settings->server().web_pages.join(u' '));
        row->showDefault(settings->server().web_pages.isEmpty());
        showNote(note, {});
    };
    QObject::connect(control, &SettingControl::edited, row, [settings, put, note, show](const QVariant& value) {
        const app::WebPages read = app::readWebPages(value.toString());
        const QString refusal = refusalOf(read, wantsKey(settings->server()));
        if (!refusal.isEmpty()) {
            showNote(note, refusal);
            return;  // what is typed stays, to be mended
        }
        put(read.pages);
        show();
    });
    QObject::connect(row, &SettingRow::defaultWanted, row, [put, show] {
        put({});
        show();
    });
    auto shown = std::make_shared<QStringList>(settings->server().web_pages);
    QObject::connect(settings, &app::Settings::serverChanged, row, [settings, shown, show] {
        if (*shown != settings->server().web_pages) {  // else what is being typed would go
            *shown = settings->server().web_pages;
            show();
        }
    });
    show();
}

}  // namespace

SettingsPage* makeServerPage(const Theme* theme, ServerController* server, QWidget* parent) {
    auto* const page = new SettingsPage(theme, server->settings(), SettingsPage::tr("Other apps"), parent);
    page->addSwitch({SettingsPage::tr("Let other apps use the model"),
                     SettingsPage::tr("Programs on this PC can ask it as they would ask a service on the internet "
                                      "(local API server). Nothing leaves this PC.")},
                    &ServerSettings::on);
    auto* const box = new ServerBox(theme, server, page);
    page->addWidget(box);
    page->addHeading(SettingsPage::tr("Connect an app"));
    page->addWidget(new ExampleBox(theme, server, page));
    page->addHeading(SettingsPage::tr("Who may ask"));
    addKeySwitch(page);
    addOtherDevices(page, server);
    addWebPages(page);
    page->addHeading(SettingsPage::tr("How it answers"));
    page->addChoice<ServerSettings, bool>({SettingsPage::tr("When you and an app ask at the same time"),
                                           SettingsPage::tr("An answer that has begun is always finished first.")},
                                          &ServerSettings::in_turn,
                                          {{false, SettingsPage::tr("Me first")}, {true, SettingsPage::tr("In turn")}});
    page->addSwitch({SettingsPage::tr("Apps may change the model"),
                     SettingsPage::tr("An app that asks for another installed model has it loaded; the one before "
                                      "goes. Otherwise the present model answers.")},
                    &ServerSettings::switch_models);
    SettingControl* const port = makeNumber({1, 65'535, 1, {}, {}}, page);
    qobject_cast<QDoubleSpinBox*>(port->widget())->setGroupSeparatorShown(false);  // it is a name more than a number
    page->bind<ServerSettings, int>(
        {SettingsPage::tr("Port"), SettingsPage::tr("Apps that are connected need the new address then.")}, port,
        &ServerSettings::port, [](const int& value) { return QVariant(static_cast<double>(value)); },
        [](const QVariant& value) { return static_cast<int>(value.toDouble()); });
    QObject::connect(box, &ServerBox::portWanted, page, [page, port] {
        page->ensureWidgetVisible(port->widget());
        port->widget()->setFocus(Qt::OtherFocusReason);
    });
    return page;
}

}  // namespace strata::ui
