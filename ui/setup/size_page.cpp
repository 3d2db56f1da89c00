#include "ui/setup/size_page.h"

#include <algorithm>

#include <QButtonGroup>
#include <QComboBox>
#include <QLocale>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "ui/setup/choice_card.h"
#include "ui/setup/setup_controller.h"
#include "ui/setup/size_words.h"
#include "ui/style/button.h"
#include "ui/style/choice_box.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

using Sizes = std::vector<const app::CatalogSize*>;

Sizes offered(const app::ModelCatalog& catalog, const QStringList& families) {
    Sizes sizes;
    for (const app::CatalogSize& size : catalog.sizes()) {
        if (size.offered && families.contains(size.family)) {
            sizes.push_back(&size);
        }
    }
    return sizes;
}

ColorRole colorOf(app::FitLevel level) {
    switch (level) {
        case app::FitLevel::fits:
            return ColorRole::accent;
        case app::FitLevel::tight:
        case app::FitLevel::warning:
            return ColorRole::on_badge;
        case app::FitLevel::cannot:
            break;
    }
    return ColorRole::on_error;
}

}  // namespace

SizePage::SizePage(const Theme* theme, SetupController* setup)
    : SetupPage(theme, setup, tr("Which size?")),
      group_(new QButtonGroup(this)),
      accept_(new CheckBox(theme, tr("I want this size all the same"), this)) {
    addText(TextStyle::body, ColorRole::text,
            tr("All sizes know the same. Larger ones answer better and slower, and need more memory."));
    rows()->addWidget(addCards(offered(setup->catalog(), {QStringLiteral("original")})));
    others_ = addCards(offered(setup->catalog(), {QStringLiteral("coder"), QStringLiteral("swift")}));
    addFold(tr("Other kinds"), "setupOtherKinds", others_);
    more_ = addMore();
    addFold(tr("More"), "setupMoreSizes", more_);
    risk_ = addText(TextStyle::body, ColorRole::text);
    risk_->setObjectName(QStringLiteral("setupRisk"));
    accept_->setObjectName(QStringLiteral("setupAcceptRisk"));
    rows()->addWidget(accept_, 0, Qt::AlignLeft);
    rows()->addStretch();
    connect(accept_, &CheckBox::toggled, this, [this](bool accepted) {
        accepted_ = accepted && this->setup()->size() != nullptr ? this->setup()->size()->id : QString();
        Q_EMIT changed();
    });
    connect(setup, &SetupController::sizeChanged, this, &SizePage::refresh);
    connect(setup, &SetupController::folderChanged, this, &SizePage::refresh);
    connect(setup, &SetupController::picturesChanged, this, &SizePage::refresh);
    refresh();
}

QWidget* SizePage::addCards(const Sizes& sizes) {
    auto* const part = new QWidget(this);
    auto* const lines = new QVBoxLayout(part);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(metrics::kSpace);
    for (const app::CatalogSize* const size : sizes) {
        Card card{};
        card.card = new ChoiceCard(theme(), plainName(*size), part);
        card.id = size->id;
        card.card->setObjectName(QStringLiteral("setupSize_") + size->id);
        card.card->addLine(TextStyle::body, ColorRole::text, qualityLine(*size));
        card.needs = card.card->addLine(TextStyle::small, ColorRole::muted_text, QString());
        card.speed = card.card->addLine(TextStyle::small, ColorRole::muted_text, QString());
        card.fit = card.card->addLine(TextStyle::small, ColorRole::text, QString());
        card.technical = card.card->addLine(TextStyle::small, ColorRole::muted_text, size->title);
        group_->addButton(card.card);
        lines->addWidget(card.card);
        cards_.push_back(card);
        connect(card.card, &QAbstractButton::clicked, this, [this, id = size->id] {
            accepted_.clear();
            setup()->chooseSize(id);
        });
    }
    return part;
}

QWidget* SizePage::addMore() {
    auto* const part = new QWidget(this);
    auto* const lines = new QVBoxLayout(part);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(metrics::kSpace);
    auto* const name =
        new Label(theme(), TextStyle::body, ColorRole::text, tr("How much it can keep in mind (context length)"), part);
    name->setWordWrap(true);
    context_ = new QComboBox(part);
    context_->setObjectName(QStringLiteral("setupContext"));
    context_->setAccessibleName(name->text());
    context_->setMinimumHeight(metrics::kSmallestTarget);
    context_help_ = new Label(theme(), TextStyle::small, ColorRole::muted_text,
                              tr("Longer chats and documents, more memory. 32 K are about 80 pages."), part);
    context_help_->setWordWrap(true);
    lines->addWidget(name);
    lines->addWidget(context_, 0, Qt::AlignLeft);
    lines->addWidget(context_help_);
    lines->addWidget(addCards(offered(setup()->catalog(), {QStringLiteral("unsloth")})));
    connect(context_, &QComboBox::activated, this,
            [this](int index) { setup()->setContextLength(context_->itemData(index).toInt()); });
    return part;
}

void SizePage::addFold(const QString& text, const char* name, QWidget* part) {
    auto* const fold = new Button(theme(), ButtonKind::fold, text, Icon::chevron_right, this);
    fold->setObjectName(QLatin1String(name));
    part->hide();
    rows()->addWidget(fold, 0, Qt::AlignLeft);
    rows()->addWidget(part);
    connect(fold, &QAbstractButton::clicked, this, [this, fold, part] {
        part->setVisible(part->isHidden());
        fold->setPictogram(part->isHidden() ? Icon::chevron_right : Icon::chevron_down);
        refresh();
    });
}

void SizePage::enter() {
    // What was chosen must be seen.
    const app::CatalogSize* const chosen = setup()->size();
    for (QWidget* const part : {others_, more_}) {
        for (const Card& card : cards_) {
            if (chosen != nullptr && card.id == chosen->id && part->isAncestorOf(card.card)) {
                part->show();
            }
        }
    }
    refresh();
}

void SizePage::refresh() {
    const app::CatalogSize* const chosen = setup()->size();
    for (const Card& card : cards_) {
        if (const app::CatalogSize* const size = setup()->catalog().size(card.id)) {
            fillCard(card, *size);
            const QSignalBlocker quiet(card.card);
            card.card->setChecked(chosen != nullptr && chosen->id == card.id);
        }
    }
    const bool risky = chosen != nullptr && setup()->isRisky(*chosen);
    risk_->setVisible(risky || chosen == nullptr);
    accept_->setVisible(risky);
    if (risky) {
        const app::ModelFit fit = setup()->fit(*chosen);
        const QString consequence = fit.level == app::FitLevel::cannot
                                        ? tr("It can be downloaded, but is not started on this PC.")
                                        : tr("It can be used; this is what to expect.");
        risk_->setText(
            QStringLiteral("%1: %2 %3").arg(plainName(*chosen), fitReason(fit, setup()->machine()), consequence));
        const QSignalBlocker quiet(accept_);
        accept_->setChecked(accepted_ == chosen->id);
    } else if (chosen == nullptr) {
        risk_->setText(
            tr("No size fits this PC. You can choose one all the same, or use the built-in practice model."));
    }
    fillContexts();
    Q_EMIT changed();
}

void SizePage::fillCard(const Card& card, const app::CatalogSize& size) {
    const app::Machine& machine = setup()->machine();
    const app::ModelFit fit = setup()->fit(size);
    const bool proposed = size.id == setup()->recommended();
    card.card->setMark(fitWord(fit.level), colorOf(fit.level));
    card.card->setBadge(proposed ? tr("recommended") : QString());
    card.needs->setText(tr("Memory: %1 GB. Download: %2.").arg(size.ram_gib).arg(downloadLine(setup()->need(size))));
    card.speed->setText(tr("Writes: %1.").arg(speedLine(app::expectedSpeed(size, machine), machine)));
    card.fit->setText(fitReason(fit, machine));
    card.fit->setVisible(!card.fit->text().isEmpty());
    card.technical->setVisible(!more_ || !more_->isHidden());
    card.card->tellReader();
    card.card->updateGeometry();
}

void SizePage::fillContexts() {
    const app::CatalogSize* const size = setup()->size();
    const QSignalBlocker quiet(context_);
    context_->clear();
    if (size == nullptr) {
        return;
    }
    const int proposed = app::defaultContext(*size, setup()->machine());
    context_->addItem(tr("What suits (%1)").arg(contextWord(proposed)), 0);
    for (const int context : size->contexts) {
        if (context <= app::longestContext(*size, setup()->machine())) {
            context_->addItem(contextWord(context), context);
        }
    }
    context_->setCurrentIndex(std::max(0, context_->findData(setup()->contextLength())));
}

bool SizePage::canGoOn() const {
    const app::CatalogSize* const chosen = setup()->size();
    return chosen != nullptr && (!setup()->isRisky(*chosen) || accepted_ == chosen->id);
}

QWidget* SizePage::firstControl() {
    return group_->checkedButton();
}

}  // namespace strata::ui
