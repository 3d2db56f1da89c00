#include "ui/server/request_list_dialog.h"

#include <QItemSelectionModel>
#include <QPlainTextEdit>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/dialogs/dialog_style.h"
#include "ui/dialogs/table_delegate.h"
#include "ui/dialogs/table_header.h"
#include "ui/style/choice_box.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"

namespace strata::ui {

RequestListDialog::RequestListDialog(const Theme* theme, ServerController* server, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      model_(server),
      table_(new QTableView(this)),
      empty_(new Label(theme, TextStyle::body, ColorRole::muted_text, tr("No app has asked anything yet."), this)),
      keep_(new CheckBox(theme, tr("Also keep what is asked and answered, to find faults"), this)),
      contents_(new QPlainTextEdit(this)),
      server_(server) {
    setObjectName(QStringLiteral("requestListDialog"));
    setWindowTitle(tr("Requests of other apps"));
    empty_->setObjectName(QStringLiteral("requestListEmpty"));
    auto* const explanation = new Label(
        theme, TextStyle::small, ColorRole::muted_text,
        tr("The last %1 requests since Strata was started. The list is gone when Strata is closed. What is asked and "
           "answered is not kept, unless you want it below: that ends after an hour, and then all of it is forgotten.")
            .arg(ServerController::kKeptRequests),
        this);
    explanation->setWordWrap(true);
    makeTable();
    makeContents();
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(explanation);
    rows->addWidget(empty_, 1, Qt::AlignCenter);
    rows->addWidget(table_, 2);
    rows->addWidget(contents_, 1);
    rows->addWidget(keep_, 0, Qt::AlignLeft);
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

void RequestListDialog::makeContents() {
    keep_->setObjectName(QStringLiteral("keepContents"));
    keep_->setChecked(server_->isKeepingContents());
    connect(keep_, &CheckBox::toggled, server_, &ServerController::setKeepingContents);
    connect(server_, &ServerController::keepingContentsChanged, this, [this] {
        keep_->setChecked(server_->isKeepingContents());
        showContents();
    });
    contents_->setObjectName(QStringLiteral("requestContents"));
    contents_->setAccessibleName(tr("What was asked and answered"));
    contents_->setReadOnly(true);
    contents_->setTabChangesFocus(true);
    contents_->setUndoRedoEnabled(false);
    contents_->setVerticalScrollBar(new SlimScrollBar(theme_, contents_));
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RequestListDialog::showContents);
    showContents();
}

/// Of the request that is selected, as far as it was kept.
void RequestListDialog::showContents() {
    const QModelIndexList selected = table_->selectionModel()->selectedRows();
    const auto row = selected.isEmpty() ? -1 : selected.front().row();
    const bool there = row >= 0 && row < static_cast<int>(server_->requests().size());
    const ServerRequest request = there ? server_->requests()[static_cast<std::size_t>(row)] : ServerRequest();
    contents_->setVisible(server_->isKeepingContents());
    if (!there) {
        contents_->setPlainText(tr("Select a request to see what was asked and answered."));
    } else if (request.asked.isEmpty()) {
        contents_->setPlainText(tr("Of this request nothing was kept."));
    } else {
        contents_->setPlainText(tr("Asked:\n%1\n\nAnswered:\n%2").arg(request.asked, request.answered));
    }
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
