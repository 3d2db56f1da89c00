#include "ui/dialogs/export_dialog.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QRadioButton>
#include <QVBoxLayout>

#include "app/transfer/export_name.h"
#include "ui/dialogs/dialog_style.h"
#include "ui/style/button.h"
#include "ui/style/choice_box.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {

ExportDialog::ExportDialog(const Theme* theme, int chats, const QString& title, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      markdown_(addFormat(QStringLiteral("exportMarkdown"), tr("Markdown, for reading and for other programs"))),
      plain_text_(addFormat(QStringLiteral("exportText"), tr("Plain text"))),
      json_(
          addFormat(QStringLiteral("exportJson"), tr("Everything (JSON): pictures and all versions, to import later"))),
      thinking_(new CheckBox(theme, tr("Also the thinking"), this)),
      name_(app::exportName(title)) {
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(chats == 0 ? tr("Export all chats") : chats == 1 ? tr("Export chat") : tr("Export chats"));
    applyDialogStyle(this, *theme);
    thinking_->setObjectName(QStringLiteral("exportThinking"));
    markdown_->setChecked(true);
    connect(json_, &QAbstractButton::toggled, thinking_, &QWidget::setDisabled);

    auto* const save = new Button(theme, ButtonKind::primary, tr("Save…"), Icon::none, this);
    save->setObjectName(QStringLiteral("exportSaveButton"));
    save->setDefault(true);
    auto* const cancel = new Button(theme, ButtonKind::outlined, tr("Cancel"), Icon::none, this);
    auto* const buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(save);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(new Label(theme, TextStyle::strong, ColorRole::text, tr("Save as"), this));
    for (QWidget* const part : {static_cast<QWidget*>(markdown_), static_cast<QWidget*>(plain_text_),
                                static_cast<QWidget*>(json_), static_cast<QWidget*>(thinking_)}) {
        rows->addWidget(part);
    }
    rows->addSpacing(metrics::kSpace);
    rows->addLayout(buttons);
    connect(cancel, &QAbstractButton::clicked, this, &QDialog::reject);
    connect(save, &QAbstractButton::clicked, this, &ExportDialog::askForFile);
}

QRadioButton* ExportDialog::addFormat(const QString& name, const QString& text) {
    auto* const button = new RadioBox(theme_, text, this);
    button->setObjectName(name);
    return button;
}

app::ExportChoice ExportDialog::choice() const {
    using Format = app::ExportChoice::Format;
    return {json_->isChecked()         ? Format::json
            : plain_text_->isChecked() ? Format::plain_text
                                       : Format::markdown,
            thinking_->isChecked()};
}

void ExportDialog::askForFile() {
    using Format = app::ExportChoice::Format;
    const Format format = choice().format;
    const QString ending = format == Format::json         ? QStringLiteral("json")
                           : format == Format::plain_text ? QStringLiteral("txt")
                                                          : QStringLiteral("md");
    auto* const dialog = new QFileDialog(this, windowTitle(), QDir::homePath(), QStringLiteral("*.%1").arg(ending));
    dialog->setObjectName(QStringLiteral("exportFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending);
    dialog->selectFile((name_.isEmpty() ? tr("Chats") : name_) + u'.' + ending);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        Q_EMIT fileChosen(path, choice());
        accept();
    });
    dialog->open();
}

}  // namespace strata::ui
