#include "ui/dialogs/diagnostics_dialog.h"

#include <QClipboard>
#include <QDateTime>
#include <QDir>
#include <QFileDialog>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QStandardPaths>
#include <QtConcurrent>
#include <QVBoxLayout>

#include "app/whole_file.h"
#include "ui/dialogs/dialog_style.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"

namespace strata::ui {
namespace {

constexpr int kWidth = 720;
constexpr int kHeight = 560;

QString suggestedPath() {
    const QString name =
        QStringLiteral("strata-diagnostics-%1.txt").arg(QDate::currentDate().toString(QStringLiteral("yyyyMMdd")));
    return QDir(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)).filePath(name);
}

}  // namespace

DiagnosticsDialog::DiagnosticsDialog(const Theme* theme, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      text_(new QPlainTextEdit(this)),
      result_(new Label(theme, TextStyle::small, ColorRole::text, QString(), this)),
      copy_(new Button(theme, ButtonKind::outlined, tr("Copy"), Icon::none, this)),
      save_(new Button(theme, ButtonKind::primary, tr("Save…"), Icon::none, this)),
      close_(new Button(theme, ButtonKind::outlined, tr("Close"), Icon::none, this)) {
    setObjectName(QStringLiteral("diagnosticsDialog"));
    setWindowTitle(tr("Diagnostics"));
    auto* const explanation = new Label(
        theme, TextStyle::small, ColorRole::muted_text,
        tr("This is all that would be saved, line by line: versions, hardware, settings and the newest lines of "
           "the log. It holds nothing of your chats and no names of your files, and nothing is sent."),
        this);
    explanation->setWordWrap(true);
    text_->setObjectName(QStringLiteral("diagnosticsText"));
    text_->setAccessibleName(tr("What would be saved"));
    text_->setReadOnly(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text_->setUndoRedoEnabled(false);
    text_->setVerticalScrollBar(new SlimScrollBar(theme, text_));
    text_->setTabChangesFocus(true);
    result_->setObjectName(QStringLiteral("diagnosticsResult"));
    result_->setWordWrap(true);
    save_->setObjectName(QStringLiteral("diagnosticsSaveButton"));
    copy_->setObjectName(QStringLiteral("diagnosticsCopyButton"));

    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kSpace);
    buttons->addWidget(result_, 1);
    buttons->addWidget(copy_);
    buttons->addWidget(save_);
    buttons->addWidget(close_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(explanation);
    rows->addWidget(text_, 1);
    rows->addLayout(buttons);

    connect(copy_, &QAbstractButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(text_->toPlainText());
        result_->setText(tr("Copied"));
    });
    connect(save_, &QAbstractButton::clicked, this, &DiagnosticsDialog::askWhere);
    connect(close_, &QAbstractButton::clicked, this, &QDialog::close);
    connect(theme, &Theme::changed, this, &DiagnosticsDialog::restyle);
    restyle();
    resize(dialogSize(*theme, kWidth, kHeight));
    save_->setFocus();
}

void DiagnosticsDialog::add(const QStringList& lines) {
    text_->appendPlainText(lines.join(u'\n'));
    text_->moveCursor(QTextCursor::Start);
}

void DiagnosticsDialog::askWhere() {
    if (file_dialog_) {
        return;
    }
    file_dialog_ = new QFileDialog(this, tr("Save diagnostics"), suggestedPath());
    file_dialog_->setAttribute(Qt::WA_DeleteOnClose);
    file_dialog_->setAcceptMode(QFileDialog::AcceptSave);
    file_dialog_->setDefaultSuffix(QStringLiteral("txt"));
    connect(file_dialog_, &QFileDialog::fileSelected, this, &DiagnosticsDialog::saveAs);
    file_dialog_->open();
}

void DiagnosticsDialog::saveAs(const QString& path) {
    const QByteArray text = text_->toPlainText().toUtf8() + '\n';
    QtConcurrent::run([path, text] {
        return app::writeWholeFile(path, text);
    }).then(this, [this, path](const Result<void>& written) {
        result_->setText(written
                             ? tr("Saved as %1").arg(QDir::toNativeSeparators(path))
                             : tr("It could not be saved (%1).").arg(QString::fromStdString(written.error().message)));
        Q_EMIT saved(written.has_value());
    });
}

void DiagnosticsDialog::restyle() {
    applyDialogStyle(this, *theme_);
    QFont fixed = theme_->font(TextStyle::small);
    fixed.setFamily(QFontDatabase::systemFont(QFontDatabase::FixedFont).family());
    text_->setFont(fixed);
}

}  // namespace strata::ui
