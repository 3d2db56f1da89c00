#include "ui/dialogs/parked_dialog.h"

#include <QHBoxLayout>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/chat/chat_list_model.h"
#include "ui/chat/parked_chats.h"
#include "ui/chat/parked_text.h"
#include "ui/dialogs/dialog_style.h"
#include "ui/dialogs/table_delegate.h"
#include "ui/dialogs/table_header.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"
#include "ui/style/usage_bar.h"

namespace strata::ui {
namespace {

constexpr std::chrono::seconds kAsking{5};
constexpr int kTitleInCharacters = 30;

QString numbersOf(std::uint64_t used, std::uint64_t limit) {
    return limit > 0 ? ParkedDialog::tr("%1 of %2").arg(shownBytes(used), shownBytes(limit)) : shownBytes(used);
}

double shareOf(std::uint64_t used, std::uint64_t limit) {
    return limit > 0 ? static_cast<double>(used) / static_cast<double>(limit) : 0.0;
}

}  // namespace

ParkedDialog::ParkedDialog(const Theme* theme, ParkedChats* parked, ChatListModel* chats, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      parked_(parked),
      model_([chats](const ConversationId& id) {
          const app::ChatRecord* const chat = chats->find(app::chatOf(id));
          return chat == nullptr ? QString() : chat->title;
      }),
      table_(new QTableView(this)),
      explanation_(new Label(theme, TextStyle::small, ColorRole::muted_text,
                             tr("A parked chat comes back in a moment instead of being read again. Forgetting does not "
                                "delete the chat, only the shortcut. The next message will take longer."),
                             this)),
      empty_(new Label(theme, TextStyle::body, ColorRole::muted_text, tr("Nothing is parked at the moment."), this)),
      problem_(new Label(theme, TextStyle::small, ColorRole::on_error, QString(), this)),
      memory_(new UsageBar(theme, tr("In memory"), this)),
      disk_(new UsageBar(theme, tr("On disk"), this)),
      open_(new Button(theme, ButtonKind::outlined, tr("Open"), Icon::none, this)),
      keep_(new Button(theme, ButtonKind::outlined, tr("Keep"), Icon::none, this)),
      forget_(new Button(theme, ButtonKind::outlined, tr("Forget"), Icon::none, this)),
      forget_all_(new Button(theme, ButtonKind::quiet, tr("Forget all"), Icon::none, this)) {
    setObjectName(QStringLiteral("parkedDialog"));
    setWindowTitle(tr("Parked chats"));
    memory_->setObjectName(QStringLiteral("parkedMemoryBar"));
    disk_->setObjectName(QStringLiteral("parkedDiskBar"));
    problem_->setObjectName(QStringLiteral("parkedProblem"));
    empty_->setObjectName(QStringLiteral("parkedEmpty"));
    open_->setObjectName(QStringLiteral("parkedOpenButton"));
    keep_->setObjectName(QStringLiteral("parkedKeepButton"));
    forget_->setObjectName(QStringLiteral("parkedForgetButton"));
    forget_all_->setObjectName(QStringLiteral("parkedForgetAllButton"));
    makeTable();
    arrange();
    asking_.setSingleShot(true);
    asking_.setInterval(kAsking);
    connect(&asking_, &QTimer::timeout, this, &ParkedDialog::updateButtons);
    connect(parked, &ParkedChats::changed, this, &ParkedDialog::refresh);
    connect(open_, &QAbstractButton::clicked, this, &ParkedDialog::open);
    connect(keep_, &QAbstractButton::clicked, this, &ParkedDialog::keep);
    connect(forget_, &QAbstractButton::clicked, this, &ParkedDialog::forget);
    connect(forget_all_, &QAbstractButton::clicked, this, &ParkedDialog::forgetAll);
    connect(theme, &Theme::changed, this, &ParkedDialog::restyle);
    restyle();
    refresh();
    resize(dialogSize(*theme, 900, 460));
}

ParkedDialog::~ParkedDialog() {
    delete table_;
}  // before the models that it shows

void ParkedDialog::makeTable() {
    sorted_.setSourceModel(&model_);
    sorted_.setSortRole(ParkedModel::kSortRole);
    sorted_.setSortCaseSensitivity(Qt::CaseInsensitive);
    sorted_.setSortLocaleAware(true);
    table_->setObjectName(QStringLiteral("parkedTable"));
    table_->setAccessibleName(tr("Parked chats"));
    table_->setHorizontalHeader(new TableHeader(theme_, table_));
    table_->setModel(&sorted_);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);  // Tab goes on to the buttons
    table_->setSortingEnabled(true);
    table_->sortByColumn(ParkedModel::used_column, Qt::DescendingOrder);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(ParkedModel::title_column, QHeaderView::Interactive);
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->setItemDelegate(new TableDelegate(theme_, table_));
    table_->setVerticalScrollBar(new SlimScrollBar(theme_, table_));
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ParkedDialog::updateButtons);
    connect(table_, &QAbstractItemView::activated, this, &ParkedDialog::open);
}

void ParkedDialog::arrange() {
    explanation_->setWordWrap(true);
    problem_->setWordWrap(true);
    auto* const bars = new QHBoxLayout;
    bars->setSpacing(metrics::kWideSpace);
    bars->addWidget(memory_);
    bars->addWidget(disk_);
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kSpace);
    buttons->addWidget(open_);
    buttons->addWidget(keep_);
    buttons->addWidget(forget_);
    buttons->addStretch();
    buttons->addWidget(forget_all_);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(explanation_);
    rows->addWidget(empty_, 1, Qt::AlignCenter);
    rows->addWidget(table_, 1);
    rows->addWidget(problem_);
    rows->addLayout(bars);
    rows->addLayout(buttons);
}

void ParkedDialog::restyle() {
    applyDialogStyle(this, *theme_);
    applyTableStyle(table_, *theme_);
    const QFontMetrics letters(theme_->font(TextStyle::small));
    table_->setColumnWidth(ParkedModel::title_column, kTitleInCharacters * letters.averageCharWidth());
}

void ParkedDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    parked_->setWatched(true);
}

void ParkedDialog::hideEvent(QHideEvent* event) {
    parked_->setWatched(false);
    QDialog::hideEvent(event);
}

void ParkedDialog::refresh() {
    model_.showAll(parked_->all());
    const bool empty = model_.rowCount() == 0;
    empty_->setVisible(empty);
    table_->setVisible(!empty);
    if (!empty && selectedRow() < 0) {
        table_->selectRow(0);
    }
    showUsage();
    updateButtons();
}

void ParkedDialog::showUsage() {
    const auto memory = parked_->memory();
    memory_->setVisible(memory.has_value());
    disk_->setVisible(memory.has_value());
    problem_->setVisible(memory && !memory->disk_problem.empty());
    if (memory) {
        memory_->showUsage(numbersOf(memory->memory_bytes, memory->memory_budget),
                           shareOf(memory->memory_bytes, memory->memory_budget));
        disk_->showUsage(numbersOf(memory->disk_bytes, memory->disk_budget),
                         shareOf(memory->disk_bytes, memory->disk_budget));
        problem_->setText(
            tr("Nothing is parked on disk at present: %1.").arg(QString::fromStdString(memory->disk_problem)));
    }
}

int ParkedDialog::selectedRow() const {
    const QModelIndexList rows = table_->selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : sorted_.mapToSource(rows.first()).row();
}

void ParkedDialog::updateButtons() {
    const int row = selectedRow();
    const bool named = row >= 0 && !model_.at(row).id.empty();  // only those with an id can be told apart
    open_->setEnabled(row >= 0 && model_.isChat(row));
    keep_->setEnabled(named);
    keep_->setText(row >= 0 && model_.at(row).kept ? tr("Do not keep") : tr("Keep"));
    keep_->setToolTip(tr("A kept one never leaves to make room."));
    forget_->setEnabled(named);
    forget_all_->setEnabled(model_.rowCount() > 0);
    forget_all_->setText(asking_.isActive() ? tr("Really forget all %1?").arg(model_.rowCount()) : tr("Forget all"));
    for (Button* const button : {open_, keep_, forget_, forget_all_}) {
        button->setAccessibleName(button->text());
        button->updateGeometry();
    }
}

void ParkedDialog::open() {
    const int row = selectedRow();
    if (row >= 0 && model_.isChat(row)) {
        const ConversationId id = model_.at(row).id;
        close();
        Q_EMIT openWanted(app::chatOf(id));
    }
}

void ParkedDialog::keep() {
    if (const int row = selectedRow(); row >= 0) {
        parked_->keep(model_.at(row).id, !model_.at(row).kept);
    }
}

void ParkedDialog::forget() {
    if (const int row = selectedRow(); row >= 0) {
        parked_->forget({model_.at(row).id});
    }
}

/// Asks on the first press and does it on the second.
void ParkedDialog::forgetAll() {
    if (!asking_.isActive()) {
        asking_.start();
        updateButtons();
        return;
    }
    asking_.stop();
    std::vector<ConversationId> ids;
    for (int row = 0; row < model_.rowCount(); ++row) {
        if (!model_.at(row).id.empty()) {
            ids.push_back(model_.at(row).id);
        }
    }
    parked_->forget(ids);
    updateButtons();
}

}  // namespace strata::ui
