#include "ui/dialogs/instructions_dialog.h"

#include <algorithm>
#include <utility>

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "ui/dialogs/dialog_style.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kWidth = 520;
constexpr int kHeight = 380;
constexpr int kLongestName = 60;

}  // namespace

InstructionsDialog::InstructionsDialog(const Theme* theme, const QString& text, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      choice_(new QComboBox(this)),
      remove_(new Button(theme, ButtonKind::quiet, tr("Remove"), Icon::trash, this)),
      edit_(new QPlainTextEdit(text, this)),
      name_(new QLineEdit(this)),
      save_(new Button(theme, ButtonKind::outlined, tr("Save for other chats"), Icon::none, this)),
      note_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), this)),
      first_text_(text) {
    setObjectName(QStringLiteral("instructionsDialog"));
    setWindowTitle(tr("Instructions for this chat"));
    applyDialogStyle(this, *theme);
    resize(dialogSize(*theme, kWidth, kHeight));
    choice_->setObjectName(QStringLiteral("presetBox"));
    choice_->setAccessibleName(tr("Saved instructions"));
    remove_->setObjectName(QStringLiteral("presetRemoveButton"));
    remove_->setIconOnly();
    remove_->setToolTip(tr("Remove these saved instructions"));
    edit_->setObjectName(QStringLiteral("instructionsEdit"));
    edit_->setAccessibleName(tr("Instructions for this chat"));
    edit_->setPlaceholderText(tr("For example: Answer in short sentences."));
    edit_->setTabChangesFocus(true);
    name_->setObjectName(QStringLiteral("presetNameEdit"));
    name_->setAccessibleName(tr("Name to save these instructions under"));
    name_->setPlaceholderText(tr("Name"));
    name_->setMaxLength(kLongestName);
    save_->setObjectName(QStringLiteral("presetSaveButton"));
    note_->setObjectName(QStringLiteral("instructionsNote"));
    note_->setWordWrap(true);
    layOut();
    connectParts();
    setPresets({});
    edit_->setFocus();
    edit_->moveCursor(QTextCursor::End);
}

void InstructionsDialog::layOut() {
    auto* const use = new Button(theme_, ButtonKind::primary, tr("Use for this chat"), Icon::none, this);
    use->setObjectName(QStringLiteral("instructionsUseButton"));
    auto* const cancel = new Button(theme_, ButtonKind::outlined, tr("Cancel"), Icon::none, this);
    connect(cancel, &QAbstractButton::clicked, this, &QDialog::reject);
    connect(use, &QAbstractButton::clicked, this, [this] {
        Q_EMIT chosen(text());
        accept();
    });
    auto* const saved = new QHBoxLayout;
    saved->addWidget(choice_, 1);
    saved->addWidget(remove_);
    auto* const saving = new QHBoxLayout;
    saving->addWidget(name_, 1);
    saving->addWidget(save_);
    auto* const buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(use);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace);
    rows->setSpacing(metrics::kSpace);
    auto* const head =
        new Label(theme_, TextStyle::body, ColorRole::text,
                  tr("The model is told this before the first message of the chat, and follows it throughout."), this);
    head->setWordWrap(true);
    rows->addWidget(head);
    rows->addLayout(saved);
    rows->addWidget(edit_, 1);
    rows->addLayout(saving);
    rows->addWidget(note_);
    rows->addLayout(buttons);
}

void InstructionsDialog::connectParts() {
    connect(choice_, &QComboBox::activated, this, [this] {
        if (const app::InstructionsPreset* const preset = chosenPreset()) {
            edit_->setPlainText(preset->text);
            name_->setText(preset->name);
        }
        showState();
    });
    connect(remove_, &QAbstractButton::clicked, this, [this] {
        if (const app::InstructionsPreset* const preset = chosenPreset()) {
            Q_EMIT presetRemoveWanted(QString(preset->name));
        }
    });
    connect(save_, &QAbstractButton::clicked, this, [this] {
        Q_EMIT presetSaveWanted(app::InstructionsPreset{name_->text().simplified(), text()});
    });
    connect(edit_, &QPlainTextEdit::textChanged, this, &InstructionsDialog::showState);
    connect(name_, &QLineEdit::textChanged, this, &InstructionsDialog::showState);
}

QString InstructionsDialog::text() const {
    return edit_->toPlainText().trimmed();
}

const app::InstructionsPreset* InstructionsDialog::chosenPreset() const {
    const int row = choice_->currentIndex() - 1;
    return row < 0 ? nullptr : &presets_[static_cast<std::size_t>(row)];
}

void InstructionsDialog::setPresets(std::vector<app::InstructionsPreset> presets) {
    presets_ = std::move(presets);
    const QString name = name_->text().simplified();
    choice_->clear();
    choice_->addItem(presets_.empty() ? tr("Nothing saved yet") : tr("Choose saved instructions…"));
    for (const app::InstructionsPreset& preset : presets_) {
        choice_->addItem(preset.name);
        if (preset.name == name) {
            choice_->setCurrentIndex(choice_->count() - 1);
        }
    }
    showState();
}

void InstructionsDialog::setNote(const QString& note) {
    note_->setText(note);
    showState();
}

void InstructionsDialog::showState() {
    choice_->setEnabled(!presets_.empty());
    remove_->setEnabled(chosenPreset() != nullptr);
    save_->setEnabled(!text().isEmpty() && !name_->text().simplified().isEmpty());
    note_->setVisible(!note_->text().isEmpty() && text() != first_text_);
}

}  // namespace strata::ui
