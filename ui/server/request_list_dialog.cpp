#include "ui/server/request_list_dialog.h"

#include <QTableView>
#include <QVBoxLayout>

#include "ui/dialogs/dialog_style.h"
#include "ui/dialogs/table_delegate.h"
#include "ui/dialogs/table_header.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"

namespace strata::ui {

RequestListDialog::RequestListDialog(const Theme* theme, ServerController* server, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      model_(server),
      table_(new QTableView(this)),
      empty_(new Label(theme, TextStyle::body, ColorRole::muted_text, tr("No app has asked anything yet."), this)) {
    setObjectName(QStringLiteral("requestListDialog"));
    setWindowTitle(tr("Requests of other apps"));
    empty_->setObjectName(QStringLiteral("requestListEmpty"));
    auto* const explanation = new Label(
        theme, TextStyle::small, ColorRole::muted_text,
        tr("The last %1 requests since Strata was started. What was asked and answered is not kept, and the list is "
           "gone when Strata is closed.")
            .arg(ServerController::kKeptRequests),
        this);
    explanation->setWordWrap(true);
    makeTable();
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(explanation);
    rows->addWidget(empty_, 1, Qt::AlignCenter);
    rows->addWidget(table_, 1);
    connect(&model_, &QAbstractItemModel::rowsInserted, this, &RequestListDialog::refresh);
    connect(theme, &Theme::changed, this, &RequestListDialog::restyle);
    restyle();
    refresh();
    resize(dialogSize(*theme, 980, 420));
}

RequestListDialog::~RequestListDialog() {
    delete table_;
}  // before the model that it shows

void RequestListDialog::makeTable() {
    table_->setObjectName(QStringLiteral("requestTable"));
    table_->setAccessibleName(tr("Requests of other apps"));
    table_->setHorizontalHeader(new TableHeader(theme_, table_));
    table_->setModel(&model_);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->setItemDelegate(new TableDelegate(theme_, table_));
    table_->setVerticalScrollBar(new SlimScrollBar(theme_, table_));
}

void RequestListDialog::refresh() {
    const bool is_empty = model_.rowCount() == 0;
    empty_->setVisible(is_empty);
    table_->setVisible(!is_empty);
}

void RequestListDialog::restyle() {
    applyDialogStyle(this, *theme_);
    applyTableStyle(table_, *theme_);
}

}  // namespace strata::ui
