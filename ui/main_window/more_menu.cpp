#include "ui/main_window/more_menu.h"

#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include "ui/chat/chat_controller.h"
#include "ui/dialogs/dialog_style.h"
#include "ui/main_window/model_controller.h"
#include "ui/main_window/model_words.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kShownInBin = 30;

/// A title as a menu shows it: an ampersand is no key.
QString menuText(const QString& title) {
    return QString(title).replace(u'&', QStringLiteral("&&"));
}

}  // namespace

MoreMenu::MoreMenu(const Theme* theme, ChatController* chats, QWidget* parent)
    : QMenu(parent), theme_(theme), chats_(chats), bin_(new QMenu(tr("Bin"), this)) {
    setObjectName(QStringLiteral("moreMenu"));
    bin_->setObjectName(QStringLiteral("binMenu"));
    addAction(tr("Parked chats…"), this, &MoreMenu::parkedWanted)->setObjectName(QStringLiteral("parkedAction"));
    addAction(tr("Check…"), this, &MoreMenu::checkWanted)->setObjectName(QStringLiteral("checkAction"));
    addAction(tr("Measure this PC…"), this, &MoreMenu::measureWanted)->setObjectName(QStringLiteral("measureAction"));
    remote_ = addAction(tr("Remote engine…"), this, &MoreMenu::remoteWanted);
    remote_->setObjectName(QStringLiteral("remoteAction"));
    addAction(tr("Instructions for this chat…"), this, &MoreMenu::instructionsWanted)
        ->setObjectName(QStringLiteral("instructionsAction"));
    addAction(tr("Export this chat… (Ctrl+E)"), this, &MoreMenu::exportWanted)
        ->setObjectName(QStringLiteral("exportAction"));
    model_ = addAction(QString(), this, &MoreMenu::modelToggled);
    model_->setObjectName(QStringLiteral("modelAction"));
    model_->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_G));  // shown here; the window takes the key
    model_->setShortcutContext(Qt::WidgetShortcut);
    addMenu(bin_);
    addSeparator();
    models_ = addAction(tr("Models…"), this, &MoreMenu::modelsWanted);
    models_->setObjectName(QStringLiteral("modelsAction"));
    models_->setVisible(false);
    setup_ = addAction(tr("Set up again…"), this, &MoreMenu::setupWanted);
    setup_->setObjectName(QStringLiteral("setupAction"));
    setup_->setVisible(false);
    addAction(tr("Settings…"), this, &MoreMenu::settingsWanted)->setObjectName(QStringLiteral("settingsAction"));
    connect(bin_, &QMenu::aboutToShow, this, &MoreMenu::fillBin);
    connect(theme, &Theme::changed, this, &MoreMenu::restyle);
    restyle();
}

void MoreMenu::offerHelp() {
    addAction(tr("Keyboard map… (F1)"), this, &MoreMenu::keysWanted)->setObjectName(QStringLiteral("keysAction"));
    addAction(tr("Notices…"), this, &MoreMenu::noticesWanted)->setObjectName(QStringLiteral("noticesAction"));
    addAction(tr("Diagnostics…"), this, &MoreMenu::diagnosticsWanted)
        ->setObjectName(QStringLiteral("diagnosticsAction"));
    addAction(tr("About Strata…"), this, &MoreMenu::aboutWanted)->setObjectName(QStringLiteral("aboutAction"));
}

void MoreMenu::showModelAction(const ModelController& model) {
    model_->setText(modelActionText(model));
    model_->setEnabled(canToggle(model));
}

void MoreMenu::offerSetup() {
    models_->setVisible(true);
    setup_->setVisible(true);
}

void MoreMenu::restyle() {
    for (QMenu* const menu : {static_cast<QMenu*>(this), bin_}) {
        menu->setPalette(theme_->palette());
        menu->setFont(theme_->font(TextStyle::small));
    }
}

void MoreMenu::fillBin() {
    bin_->clear();
    const std::vector<app::ChatRecord> deleted = chats_->bin();
    const int count = static_cast<int>(deleted.size());
    if (count == 0) {
        bin_->addAction(tr("The bin is empty"))->setEnabled(false);
        return;
    }
    for (int i = 0; i < std::min(count, kShownInBin); ++i) {
        const app::ChatRecord& chat = deleted[static_cast<std::size_t>(i)];
        const QString day = QLocale().toString(chat.changed.toLocalTime().date(), QLocale::ShortFormat);
        bin_->addAction(tr("Bring back “%1” (%2)").arg(menuText(chat.title), day), this, [this, id = chat.id] {
            chats_->restoreChat(id);
            chats_->openChat(id);
        });
    }
    bin_->addSeparator();
    bin_->addAction(tr("Texts and pictures of these chats stay until the bin is emptied"))->setEnabled(false);
    bin_->addAction(tr("Empty the bin…"), this, [this, count] { askToEmpty(count); })
        ->setObjectName(QStringLiteral("emptyBinAction"));
}

void MoreMenu::askToEmpty(int count) {
    QMessageBox* const box = makeQuestion(
        QStringLiteral("emptyBinBox"), tr("Empty the bin"),
        count == 1
            ? tr("Delete 1 chat for good? Its text and pictures go with it.")
            : tr("Delete %1 chats for good? Their texts and pictures go with them.").arg(QLocale().toString(count)),
        *theme_, parentWidget());
    QPushButton* const remove = box->addButton(tr("Delete"), QMessageBox::DestructiveRole);
    connect(remove, &QAbstractButton::clicked, chats_, &ChatController::emptyBin);
    box->open();
}

}  // namespace strata::ui
