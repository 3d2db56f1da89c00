#include "ui/setup/models_dialog.h"

#include <utility>

#include <QFileInfo>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/dialogs/dialog_style.h"
#include "ui/downloads/download_text.h"
#include "ui/setup/size_words.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kWidth = 640;
constexpr int kHeight = 460;

/// What lies on the disk, and what of it would come back.
QString roomText(const app::InstalledModel& model) {
    QString text = ModelsDialog::tr("%1 on the disk").arg(bytesText(model.bytes));
    if (model.bytes_own < model.bytes) {
        text += QLatin1Char(' ') + ModelsDialog::tr("(%1 of it shared with other sizes or kept elsewhere)")
                                       .arg(bytesText(model.bytes - model.bytes_own));
    }
    if (!model.complete) {
        text += QStringLiteral(". ") + ModelsDialog::tr("Not all of it is here.");
    }
    return text;
}

}  // namespace

ModelsDialog::ModelsDialog(const Theme* theme, app::InstalledList* models, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      models_(models),
      state_(new Label(theme, TextStyle::body, ColorRole::text, QString(), this)),
      result_(new Label(theme, TextStyle::strong, ColorRole::text, QString(), this)),
      list_(new QWidget(this)),
      built_in_(new Button(theme, ButtonKind::quiet, tr("Use the built-in practice model"), Icon::none, this)),
      move_(new Button(theme, ButtonKind::quiet, tr("Move the model folder…"), Icon::none, this)),
      add_(new Button(theme, ButtonKind::outlined, tr("Add a model size…"), Icon::none, this)),
      import_(new Button(theme, ButtonKind::outlined, tr("I already have the files…"), Icon::none, this)),
      close_(new Button(theme, ButtonKind::outlined, tr("Close"), Icon::none, this)) {
    setObjectName(QStringLiteral("modelsDialog"));
    setWindowTitle(tr("Models on this PC"));
    state_->setObjectName(QStringLiteral("modelsState"));
    state_->setWordWrap(true);
    result_->setObjectName(QStringLiteral("modelsResult"));
    result_->setWordWrap(true);
    result_->hide();
    built_in_->setObjectName(QStringLiteral("modelsBuiltInButton"));
    move_->setObjectName(QStringLiteral("modelsMoveButton"));
    add_->setObjectName(QStringLiteral("modelsAddButton"));
    import_->setObjectName(QStringLiteral("modelsImportButton"));
    close_->setObjectName(QStringLiteral("modelsCloseButton"));
    layOut();
    connect(built_in_, &QAbstractButton::clicked, this, [this] { Q_EMIT useWanted(QString()); });
    connect(move_, &QAbstractButton::clicked, this,
            [this] { moving_ ? Q_EMIT stopMoveWanted() : Q_EMIT moveWanted(); });
    connect(add_, &QAbstractButton::clicked, this, &ModelsDialog::addWanted);
    connect(import_, &QAbstractButton::clicked, this, &ModelsDialog::importWanted);
    connect(close_, &QAbstractButton::clicked, this, &QDialog::close);
    connect(models, &app::InstalledList::changed, this, &ModelsDialog::refresh);
    connect(models, &app::InstalledList::removed, this, [this](const QString& /*size*/, qint64 bytes) {
        showResult(tr("Deleted; %1 came back.").arg(bytesText(bytes)), true);
    });
    connect(models, &app::InstalledList::notRemoved, this, [this](const QString& /*size*/, const QString& reason) {
        showResult(tr("It could not be deleted (%1).").arg(reason), false);
    });
    connect(theme, &Theme::changed, this, &ModelsDialog::restyle);
    restyle();
    refresh();
    resize(dialogSize(*theme, kWidth, kHeight));
    close_->setFocus();
}

void ModelsDialog::layOut() {
    auto* const lines = new QVBoxLayout(list_);
    lines->setContentsMargins(0, 0, metrics::kSpace, 0);
    lines->setSpacing(metrics::kSpace);
    lines->addStretch();
    auto* const area = new QScrollArea(this);
    area->setAccessibleName(windowTitle());
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setVerticalScrollBar(new SlimScrollBar(theme_, area));
    area->setWidget(list_);
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kSpace);
    buttons->addWidget(add_);
    buttons->addWidget(import_);
    buttons->addStretch();
    buttons->addWidget(close_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(state_);
    rows->addWidget(area, 1);
    rows->addWidget(result_);
    rows->addWidget(built_in_, 0, Qt::AlignLeft);
    rows->addWidget(move_, 0, Qt::AlignLeft);
    rows->addLayout(buttons);
    for (Button* const button : {built_in_, move_, add_, import_, close_}) {
        button->setAutoDefault(false);
    }
}

void ModelsDialog::showInUse(const QString& path) {
    in_use_ = path;
    refresh();
}

void ModelsDialog::showMove(const QString& text, bool running, bool failed) {
    moving_ = running;
    move_->setText(running ? tr("Stop moving") : tr("Move the model folder…"));
    move_->setAccessibleName(move_->text());
    move_->updateGeometry();
    if (!text.isEmpty()) {
        showResult(text, !failed);
    }
}

void ModelsDialog::refresh() {
    // What has pressed the button may be a button of the list.
    for (QWidget* const row : list_->findChildren<QWidget*>(QStringLiteral("modelRow"), Qt::FindDirectChildrenOnly)) {
        row->setParent(nullptr);
        row->deleteLater();
    }
    for (const app::InstalledModel& model : models_->models()) {
        addRow(model);
    }
    state_->setText(!models_->models().empty()
                        ? tr("Only files of Strata are deleted, and never those of the model that is in use.")
                    : models_->isLooking()
                        ? tr("Looking at the model folder…")
                        : tr("There is no model in the model folder yet. The practice model is in use."));
    built_in_->setEnabled(!in_use_.isEmpty());
    move_->setVisible(!models_->models().empty());
}

void ModelsDialog::addRow(const app::InstalledModel& model) {
    const app::CatalogSize* const size = models_->catalog().size(model.size);
    const QString name = size != nullptr ? plainName(*size) : model.size;
    const bool in_use = !in_use_.isEmpty() && QFileInfo(in_use_) == QFileInfo(model.path);
    auto* const row = new QWidget(list_);
    row->setObjectName(QStringLiteral("modelRow"));
    row->setAccessibleName(QStringLiteral("%1. %2").arg(name, roomText(model)));
    auto* const title = new Label(theme_, TextStyle::strong, ColorRole::text, name, row);
    auto* const room = new Label(theme_, TextStyle::small, ColorRole::muted_text, roomText(model), row);
    room->setWordWrap(true);
    const bool asked = asked_ == model.size;
    auto* const remove =
        new Button(theme_, ButtonKind::outlined,
                   asked ? tr("Delete, %1 come back").arg(bytesText(model.bytes_own)) : tr("Delete…"), Icon::none, row);
    auto* const use = new Button(theme_, ButtonKind::outlined, tr("Use"), Icon::none, row);
    remove->setObjectName(QStringLiteral("modelDelete_") + model.size);
    remove->setAccessibleName(tr("Delete %1").arg(name));
    remove->setEnabled(!in_use);
    remove->setToolTip(in_use ? tr("It is in use.") : QString());
    use->setObjectName(QStringLiteral("modelUse_") + model.size);
    use->setAccessibleName(tr("Use %1").arg(name));
    use->setEnabled(model.complete && !in_use);
    auto* const head = new QHBoxLayout;
    head->setSpacing(metrics::kSpace);
    head->addWidget(title);
    if (in_use) {
        head->addWidget(new Badge(theme_, tr("in use"), row));
    }
    head->addStretch();
    head->addWidget(remove);
    head->addWidget(use);
    auto* const rows = new QVBoxLayout(row);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addLayout(head);
    rows->addWidget(room);
    auto* const lines = static_cast<QVBoxLayout*>(list_->layout());
    lines->insertWidget(lines->count() - 1, row);
    connect(use, &QAbstractButton::clicked, this, [this, path = model.path] { Q_EMIT useWanted(path); });
    connect(remove, &QAbstractButton::clicked, this, [this, id = model.size] {
        // It cannot be brought back, so it takes a second press that says what it does.
        if (asked_ != id) {
            asked_ = id;
            refresh();
            if (auto* const again = list_->findChild<QWidget*>(QStringLiteral("modelDelete_") + id)) {
                again->setFocus();
            }
            return;
        }
        asked_.clear();
        Q_EMIT deleteWanted(id);
    });
}

void ModelsDialog::showResult(const QString& text, bool fine) {
    result_->setText(text);
    result_->setColorRole(fine ? ColorRole::text : ColorRole::on_error);
    result_->show();
}

void ModelsDialog::restyle() {
    applyDialogStyle(this, *theme_);
}

}  // namespace strata::ui
