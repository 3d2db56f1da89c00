#include "ui/dialogs/shorten_dialog.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/dialogs/dialog_style.h"
#include "ui/style/button.h"
#include "ui/style/choice_box.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {

ShortenDialog::ShortenDialog(const Theme* theme, int exchanges, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("shortenDialog"));
    setWindowTitle(tr("Shorten the chat"));
    applyDialogStyle(this, *theme);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace, metrics::kWideSpace);
    rows->setSpacing(metrics::kSpace);
    auto* const text = new Label(theme, TextStyle::body, ColorRole::text,
                                 tr("The model sums up the beginning of this chat, and the summary takes its place. "
                                    "Nothing is lost: the long version stays beside it, and you can go back to it at "
                                    "the first message."),
                                 this);
    text->setWordWrap(true);
    rows->addWidget(text);
    rows->addWidget(new Label(theme, TextStyle::strong, ColorRole::text, tr("What stays word for word"), this));
    for (const int count : {1, 2, 4, 8}) {
        if (count < exchanges) {
            const QString choice = count == 1 ? tr("The last message and its answer")
                                              : tr("The last %n messages and their answers", nullptr, count);
            auto* const box = new RadioBox(theme, choice, this);
            box->setObjectName(QStringLiteral("keep%1").arg(count));
            if (count <= 2) {  // the last one of them stays so
                box->setChecked(true);
                box->setFocus();
            }
            rows->addWidget(box);
            choices_.emplace_back(count, box);
        }
    }
    auto* const shorten = new Button(theme, ButtonKind::primary, tr("Shorten"), Icon::none, this);
    shorten->setObjectName(QStringLiteral("shortenButton"));
    shorten->setDefault(true);
    auto* const cancel = new Button(theme, ButtonKind::outlined, tr("Cancel"), Icon::none, this);
    auto* const buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(shorten);
    rows->addSpacing(metrics::kSpace);
    rows->addLayout(buttons);
    setMinimumWidth(dialogSize(*theme, 460, 1).width());
    connect(cancel, &QAbstractButton::clicked, this, &QDialog::reject);
    connect(shorten, &QAbstractButton::clicked, this, &QDialog::accept);
}

int ShortenDialog::kept() const {
    for (const auto& [count, box] : choices_) {
        if (box->isChecked()) {
            return count;
        }
    }
    return 1;
}

}  // namespace strata::ui
