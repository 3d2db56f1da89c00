#include "ui/setup/setup_wizard.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScrollArea>
#include <QShortcut>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/dialogs/dialog_style.h"
#include "ui/setup/done_page.h"
#include "ui/setup/download_page.h"
#include "ui/setup/folder_page.h"
#include "ui/setup/licence_page.h"
#include "ui/setup/machine_page.h"
#include "ui/setup/picture_page.h"
#include "ui/setup/size_page.h"
#include "ui/setup/step_dots.h"
#include "ui/setup/trial_page.h"
#include "ui/setup/welcome_page.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"

namespace strata::ui {

SetupWizard::SetupWizard(const Theme* theme, SetupController* setup, const QStringList& languages, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      setup_(setup),
      title_(new Label(theme, TextStyle::title, ColorRole::text, QString(), this)),
      dots_(new StepDots(theme, kSetupSteps, this)) {
    setObjectName(QStringLiteral("setupWizard"));
    setWindowTitle(tr("Set up Strata"));
    title_->setObjectName(QStringLiteral("setupTitle"));
    title_->setWordWrap(true);
    addPages(languages);
    addFrame();
    connect(theme, &Theme::changed, this, &SetupWizard::restyle);
    restyle();
    resize(dialogSize(*theme, 720, 640));
    goTo(setup->step());
}

/// The buttons come after the pages, so that the keyboard meets them last.
void SetupWizard::addFrame() {
    practice_ = new Button(theme_, ButtonKind::quiet, tr("Use the built-in practice model for now"), Icon::none, this);
    close_ = new Button(theme_, ButtonKind::outlined, tr("Close"), Icon::none, this);
    back_ = new Button(theme_, ButtonKind::outlined, tr("Back"), Icon::none, this);
    next_ = new Button(theme_, ButtonKind::primary, tr("Next"), Icon::none, this);
    close_->setObjectName(QStringLiteral("setupCloseButton"));
    close_->setAccessibleDescription(tr("The setup goes on here the next time."));
    close_->setToolTip(close_->accessibleDescription());
    practice_->setObjectName(QStringLiteral("setupPracticeButton"));
    back_->setObjectName(QStringLiteral("setupBackButton"));
    next_->setObjectName(QStringLiteral("setupNextButton"));
    connect(practice_, &QAbstractButton::clicked, this, [this] {
        setup_->setDone();
        Q_EMIT practiceWanted();
        close();
    });
    connect(close_, &QAbstractButton::clicked, this, &QWidget::close);
    connect(back_, &QAbstractButton::clicked, this, &SetupWizard::back);
    connect(next_, &QAbstractButton::clicked, this, &SetupWizard::next);
    // A shortcut: buttons and fields would take the arrow for themselves.
    auto* const back_keys = new QShortcut(QKeySequence(Qt::ALT | Qt::Key_Left), this);
    connect(back_keys, &QShortcut::activated, this, &SetupWizard::back);

    auto* const head = new QHBoxLayout;
    head->addWidget(title_, 1);
    head->addWidget(dots_, 0, Qt::AlignVCenter);
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kSpace);
    buttons->addWidget(close_);
    buttons->addStretch();
    buttons->addWidget(back_);
    buttons->addWidget(next_);
    auto* const lines = new QVBoxLayout(this);
    lines->setContentsMargins(metrics::kPageMargin, metrics::kWideSpace, metrics::kPageMargin, metrics::kSpace);
    lines->setSpacing(metrics::kSpace);
    lines->addLayout(head);
    lines->addSpacing(metrics::kSpace);
    for (QScrollArea* const area : areas_) {
        lines->addWidget(area, 1);
    }
    lines->addWidget(practice_, 0, Qt::AlignLeft);
    lines->addLayout(buttons);
}

void SetupWizard::addPages(const QStringList& languages) {
    auto* const folder = new FolderPage(theme_, setup_);
    auto* const licence = new LicencePage(theme_, setup_);
    auto* const download = new DownloadPage(theme_, setup_);
    auto* const done = new DonePage(theme_, setup_);
    pages_ = {new WelcomePage(theme_, setup_, languages),
              new MachinePage(theme_, setup_),
              new SizePage(theme_, setup_),
              new PicturePage(theme_, setup_),
              folder,
              licence,
              download,
              new TrialPage(theme_, setup_),
              done};
    for (std::size_t i = 0; i < pages_.size(); ++i) {
        auto* const area = new QScrollArea(this);
        area->setFrameShape(QFrame::NoFrame);
        area->setWidgetResizable(true);
        area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        area->setVerticalScrollBar(new SlimScrollBar(theme_, area));
        area->setFocusPolicy(Qt::NoFocus);
        area->setAccessibleName(pages_[i]->title());
        area->setWidget(pages_[i]);
        area->hide();
        areas_[i] = area;
        connect(pages_[i], &SetupPage::changed, this, &SetupWizard::refresh);
        connect(pages_[i], &SetupPage::nextWanted, this, &SetupWizard::next);
    }
    connect(licence, &LicencePage::linkActivated, this, &SetupWizard::linkActivated);
    connect(download, &DownloadPage::folderWanted, this, [this] { goTo(SetupStep::folder); });
    connect(done, &DonePage::questionChosen, this, [this](const QString& text, const QImage& picture) {
        finish();
        Q_EMIT questionChosen(text, picture);
    });
}

void SetupWizard::goTo(SetupStep step) {
    areas_[static_cast<std::size_t>(step_)]->hide();
    step_ = step;
    setup_->setStep(step);
    areas_[static_cast<std::size_t>(step_)]->show();
    title_->setText(page()->title());
    setAccessibleDescription(page()->title());
    dots_->setStep(static_cast<int>(step_));
    focus_waits_ = false;
    page()->enter();
    refresh();
    QWidget* const first = page()->firstControl();
    // A page that is at work enables Next when it is done: the keyboard waits for it at Back.
    focus_waits_ = first == nullptr && !next_->isEnabled();
    (first != nullptr ? first : static_cast<QWidget*>(focus_waits_ ? back_ : next_))->setFocus();
    // Once the page has its height: what is chosen on it must be seen.
    QTimer::singleShot(0, this, &SetupWizard::showFirstControl);
}

void SetupWizard::showFirstControl() {
    if (QWidget* const first = page()->firstControl()) {
        areas_[static_cast<std::size_t>(step_)]->ensureWidgetVisible(first, 0, metrics::kWideSpace);
    }
}

void SetupWizard::next() {
    if (!page()->canGoOn()) {
        return;
    }
    page()->leave();
    if (step_ == SetupStep::done) {
        finish();
    } else {
        goTo(static_cast<SetupStep>(static_cast<int>(step_) + 1));
    }
}

void SetupWizard::back() {
    if (step_ == SetupStep::welcome) {
        close();
    } else {
        goTo(static_cast<SetupStep>(static_cast<int>(step_) - 1));
    }
}

void SetupWizard::finish() {
    setup_->setDone();
    setup_->setStep(SetupStep::welcome);  // "Set up again" begins at the beginning
    close();
}

void SetupWizard::refresh() {
    next_->setEnabled(page()->canGoOn());
    if (focus_waits_ && next_->isEnabled()) {
        focus_waits_ = false;
        if (back_->hasFocus()) {
            next_->setFocus();
        }
    }
    next_->setText(page()->nextText());
    next_->setAccessibleName(next_->text());
    next_->updateGeometry();
    back_->setText(step_ == SetupStep::welcome ? tr("Close") : tr("Back"));
    back_->setAccessibleName(back_->text());
    back_->updateGeometry();
    practice_->setVisible(step_ != SetupStep::done);
    close_->setVisible(step_ != SetupStep::welcome && step_ != SetupStep::done);
}

void SetupWizard::restyle() {
    applyDialogStyle(this, *theme_);
}

void SetupWizard::keyPressEvent(QKeyEvent* event) {
    const bool alone = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    if (alone && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        next();  // from every control that does not want the key itself
    } else {
        QDialog::keyPressEvent(event);
    }
}

}  // namespace strata::ui
