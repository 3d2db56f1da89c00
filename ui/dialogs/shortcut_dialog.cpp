#include "ui/dialogs/shortcut_dialog.h"

#include <QGridLayout>
#include <QScrollArea>
#include <QStringList>
#include <QVBoxLayout>

#include "ui/dialogs/dialog_style.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"

namespace strata::ui {
namespace {

constexpr int kWidth = 560;
constexpr int kHeight = 600;

QString keyNames(const KeyLine& line) {
    QStringList names;
    for (const QKeySequence& keys : line.keys) {
        names.append(keys.toString(QKeySequence::NativeText));
    }
    return names.join(ShortcutDialog::tr(" or "));
}

KeyGroup chatKeys() {
    return {ShortcutDialog::tr("Chat"),
            {{{Qt::ALT | Qt::Key_Up}, ShortcutDialog::tr("Message before")},
             {{Qt::ALT | Qt::Key_Down}, ShortcutDialog::tr("Next message")},
             {{Qt::CTRL | Qt::Key_F}, ShortcutDialog::tr("Find in this chat")},
             {{Qt::CTRL | Qt::SHIFT | Qt::Key_C}, ShortcutDialog::tr("Copy the last answer")},
             {{Qt::CTRL | Qt::SHIFT | Qt::Key_K}, ShortcutDialog::tr("Copy the last piece of code")},
             {{Qt::CTRL | Qt::SHIFT | Qt::Key_R}, ShortcutDialog::tr("Answer again")},
             {{Qt::CTRL | Qt::SHIFT | Qt::Key_H}, ShortcutDialog::tr("Fold or unfold the thinking")},
             {{Qt::Key_Home, Qt::Key_End}, ShortcutDialog::tr("To the beginning; to the end, and follow from there")},
             {{Qt::Key_PageUp, Qt::Key_PageDown}, ShortcutDialog::tr("A page up or down")},
             {{Qt::Key_Menu}, ShortcutDialog::tr("What can be done with a message")},
             {{Qt::CTRL | Qt::Key_E}, ShortcutDialog::tr("Export this chat")}}};
}

KeyGroup windowKeys() {
    return {ShortcutDialog::tr("Window"),
            {{{Qt::Key_Escape},
              ShortcutDialog::tr("Stop the answer; else close what lies over the chat; else to the message box")},
             {{Qt::CTRL | Qt::Key_B}, ShortcutDialog::tr("Show or hide the list of chats")},
             {{Qt::CTRL | Qt::Key_M}, ShortcutDialog::tr("Meters: panel, strip or none")},
             {{Qt::CTRL | Qt::Key_G}, ShortcutDialog::tr("Free the memory of the model, or load it")},
             {{Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal}, ShortcutDialog::tr("Larger text")},
             {{Qt::CTRL | Qt::Key_Minus}, ShortcutDialog::tr("Smaller text")},
             {{Qt::CTRL | Qt::Key_0}, ShortcutDialog::tr("Text of the usual size")},
             {{Qt::CTRL | Qt::Key_Comma}, ShortcutDialog::tr("Settings")},
             {{Qt::Key_F1, Qt::CTRL | Qt::Key_Slash}, ShortcutDialog::tr("This map")},
             {{Qt::CTRL | Qt::Key_Q}, ShortcutDialog::tr("Quit")}}};
}

}  // namespace

std::vector<KeyGroup> keyMap() {
    return {{ShortcutDialog::tr("Message box"),
             {{{Qt::CTRL | Qt::Key_L}, ShortcutDialog::tr("To the message box")},
              {{Qt::Key_Return}, ShortcutDialog::tr("Send, or a new line, as it is set")},
              {{Qt::SHIFT | Qt::Key_Return}, ShortcutDialog::tr("The other of the two")},
              {{Qt::Key_Up}, ShortcutDialog::tr("In an empty box: change the last message")},
              {{Qt::CTRL | Qt::Key_O}, ShortcutDialog::tr("Attach pictures or text files")}}},
            chatKeys(),
            {ShortcutDialog::tr("Chats"),
             {{{Qt::CTRL | Qt::Key_N}, ShortcutDialog::tr("New chat")},
              {{Qt::CTRL | Qt::Key_K}, ShortcutDialog::tr("Search the chats")},
              {{Qt::CTRL | Qt::Key_Tab}, ShortcutDialog::tr("Next chat")},
              {{Qt::CTRL | Qt::SHIFT | Qt::Key_Tab}, ShortcutDialog::tr("Chat before")},
              {{Qt::Key_F2}, ShortcutDialog::tr("In the list: rename")},
              {{Qt::Key_Delete}, ShortcutDialog::tr("In the list: delete")},
              {{QKeySequence(QKeySequence::Undo)}, ShortcutDialog::tr("After deleting: bring back")}}},
            windowKeys()};
}

ShortcutDialog::ShortcutDialog(const Theme* theme, QWidget* parent) : QDialog(parent), theme_(theme) {
    setObjectName(QStringLiteral("shortcutDialog"));
    setWindowTitle(tr("Keyboard map"));
    auto* const page = new QWidget;
    auto* const grid = new QGridLayout(page);
    grid->setContentsMargins(0, 0, metrics::kSpace, 0);
    grid->setHorizontalSpacing(metrics::kWideSpace);
    grid->setVerticalSpacing(metrics::kTightSpace);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const KeyGroup& group : keyMap()) {
        if (row > 0) {
            grid->setRowMinimumHeight(row++, metrics::kSpace);
        }
        grid->addWidget(new Label(theme, TextStyle::strong, ColorRole::text, group.place, page), row++, 0, 1, 2);
        for (const KeyLine& line : group.lines) {
            auto* const keys = new Label(theme, TextStyle::body, ColorRole::text, keyNames(line), page);
            auto* const what = new Label(theme, TextStyle::body, ColorRole::muted_text, line.what, page);
            what->setWordWrap(true);
            what->setAccessibleName(tr("%1: %2").arg(keys->text(), line.what));
            grid->addWidget(keys, row, 0, Qt::AlignTop);
            grid->addWidget(what, row++, 1);
        }
    }
    grid->setRowStretch(row, 1);
    auto* const area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setVerticalScrollBar(new SlimScrollBar(theme, area));
    area->setAccessibleName(windowTitle());
    area->setWidget(page);
    auto* const close = new Button(theme, ButtonKind::outlined, tr("Close"), Icon::none, this);
    connect(close, &QAbstractButton::clicked, this, &QDialog::close);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(area, 1);
    rows->addWidget(close, 0, Qt::AlignRight);
    connect(theme, &Theme::changed, this, &ShortcutDialog::restyle);
    restyle();
    resize(dialogSize(*theme, kWidth, kHeight));
}

void ShortcutDialog::restyle() {
    applyDialogStyle(this, *theme_);
}

}  // namespace strata::ui
