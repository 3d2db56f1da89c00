#include "ui/dialogs/dialog_style.h"

#include <algorithm>

#include <QFontMetrics>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMessageBox>
#include <QScreen>
#include <QTableView>

#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {

void applyDialogStyle(QWidget* dialog, const Theme& theme) {
    dialog->setPalette(theme.palette());
    dialog->setFont(theme.font(TextStyle::body));
}

void applyTableStyle(QTableView* table, const Theme& theme) {
    const QFont font = theme.font(TextStyle::small);
    table->setPalette(theme.palette());
    table->setFont(font);
    table->horizontalHeader()->setPalette(theme.palette());
    table->horizontalHeader()->setFont(font);
    table->verticalHeader()->setDefaultSectionSize(
        std::max(QFontMetrics(font).height() + 10, metrics::kSmallestTarget));
}

QMessageBox* makeQuestion(const QString& name, const QString& title, const QString& text, const Theme& theme,
                          QWidget* parent) {
    auto* const box = new QMessageBox(QMessageBox::NoIcon, title, text, QMessageBox::Cancel, parent);
    box->setObjectName(name);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    applyDialogStyle(box, theme);
    return box;
}

QSize dialogSize(const Theme& theme, int width, int height) {
    const QSize wanted = QSize(width, height) * theme.zoomPercent() / 100;
    const QScreen* const screen = QGuiApplication::primaryScreen();
    return screen == nullptr ? wanted : wanted.boundedTo(screen->availableSize() * 9 / 10);
}

}  // namespace strata::ui
