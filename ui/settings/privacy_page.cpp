#include <QLineEdit>

#include "app/key_store.h"
#include "app/proxy.h"
#include "ui/settings/connection_test.h"
#include "ui/settings/setting_pages.h"
#include "ui/style/button.h"
#include "ui/style/label.h"

namespace strata::ui {
namespace {

using app::PrivacySettings;

/// The password goes to the key store and nowhere else; the row says where it is.
void addPassword(SettingsPage* page, app::KeyStore* keys, std::vector<QWidget*>& by_hand) {
    SettingControl* const control = makeText({}, page);
    auto* const line = qobject_cast<QLineEdit*>(control->widget());
    line->setEchoMode(QLineEdit::Password);
    by_hand.push_back(
        page->addRow({SettingsPage::tr("Password"), SettingsPage::tr("Kept in the system’s key store.")}, control));
    auto* const note = new Label(page->theme(), TextStyle::small, ColorRole::muted_text, QString(), page);
    note->setObjectName(QStringLiteral("proxyPasswordNote"));
    note->setWordWrap(true);
    page->addWidget(note);
    if (!page->settings()->privacy().proxy_user.isEmpty()) {  // the system may ask before it opens its key store
        keys->read(app::kProxyPassword, control, [control](const QString& secret) { control->show(secret); });
    }
    QObject::connect(control, &SettingControl::edited, page, [page, keys, note](const QVariant& secret) {
        keys->write(app::kProxyPassword, secret.toString(), note, [note](app::KeptWhere where) {
            note->setText(where == app::KeptWhere::system_store
                              ? QString()
                              : SettingsPage::tr("This system has no key store: the password is forgotten when Strata "
                                                 "is closed."));
        });
        Q_EMIT page->settings()->privacyChanged();
    });
}

/// A button that tries the connection, and what came of it.
void addTest(SettingsPage* page, ConnectionTest* test) {
    auto* const start =
        new Button(page->theme(), ButtonKind::outlined, SettingsPage::tr("Test the connection"), Icon::none, page);
    start->setObjectName(QStringLiteral("connectionTestButton"));
    start->setAutoDefault(false);
    auto* const result = new Label(page->theme(), TextStyle::small, ColorRole::muted_text, QString(), page);
    result->setObjectName(QStringLiteral("connectionTestResult"));
    result->setWordWrap(true);
    page->addWidget(start);
    page->addWidget(result);
    QObject::connect(start, &QAbstractButton::clicked, page, [start, result, test] {
        start->setEnabled(false);
        result->setText(SettingsPage::tr("Asking the server that models come from…"));
        test->start();
    });
    QObject::connect(test, &ConnectionTest::finished, page, [start, result](const QString& problem) {
        start->setEnabled(true);
        result->setColorRole(problem.isEmpty() ? ColorRole::muted_text : ColorRole::on_error);
        result->setText(problem.isEmpty() ? SettingsPage::tr("The server was reached.") : problem);
    });
}

void addDownloads(SettingsPage* page) {
    using app::DownloadSettings;
    page->addHeading(SettingsPage::tr("Downloads"));
    page->addNumber({SettingsPage::tr("Limit speed"), {}},
                    {0, 1'000, 1, SettingsPage::tr(" MB/s"), SettingsPage::tr("Off")}, &DownloadSettings::limit_mb);
    page->addSwitch({SettingsPage::tr("Keep the computer awake"),
                     SettingsPage::tr("While something is downloaded and the computer is plugged in.")},
                    &DownloadSettings::keep_awake);
    page->addText({SettingsPage::tr("Other server (mirror)"),
                   SettingsPage::tr("Models are fetched from there instead. What comes is compared all the same.")},
                  makeText(QStringLiteral("https://mirror.example"), page), &DownloadSettings::mirror);
}

}  // namespace

SettingsPage* makePrivacyPage(const Theme* theme, app::Settings* settings, app::KeyStore* keys, ConnectionTest* test,
                              QWidget* parent) {
    auto* const page = new SettingsPage(theme, settings, SettingsPage::tr("Privacy"), parent);
    auto* const promise = new Label(
        theme, TextStyle::small, ColorRole::muted_text,
        SettingsPage::tr("Nothing leaves this PC unless you press a button that says so. Strata counts nothing and "
                         "reports nothing."),
        page);
    promise->setWordWrap(true);
    page->addWidget(promise);
    page->addHeading(SettingsPage::tr("Proxy"));
    page->addChoice<PrivacySettings, app::ProxyChoice>(
        {SettingsPage::tr("Proxy"), SettingsPage::tr("For downloads and remote engines.")}, &PrivacySettings::proxy,
        {{app::ProxyChoice::system, SettingsPage::tr("The system’s")},
         {app::ProxyChoice::none, SettingsPage::tr("None")},
         {app::ProxyChoice::by_hand, SettingsPage::tr("By hand")}});
    std::vector<QWidget*> by_hand;
    by_hand.push_back(page->addText({SettingsPage::tr("Server"), SettingsPage::tr("Name or address of the proxy.")},
                                    makeText(QStringLiteral("proxy.example"), page), &PrivacySettings::proxy_host));
    by_hand.push_back(
        page->addNumber({SettingsPage::tr("Port"), {}}, {1, 65'535, 1, {}, {}}, &PrivacySettings::proxy_port));
    by_hand.push_back(page->addText({SettingsPage::tr("User name"), SettingsPage::tr("Empty if it asks for none.")},
                                    makeText({}, page), &PrivacySettings::proxy_user));
    addPassword(page, keys, by_hand);
    const auto enable = [settings, by_hand] {
        for (QWidget* const row : by_hand) {
            row->setEnabled(settings->privacy().proxy == app::ProxyChoice::by_hand);
        }
    };
    QObject::connect(settings, &app::Settings::privacyChanged, page, enable);
    enable();
    if (test != nullptr) {
        addTest(page, test);
    }
    addDownloads(page);
    return page;
}

}  // namespace strata::ui
