#pragma once

#include <array>

#include <QDialog>
#include <QImage>
#include <QUrl>

#include "ui/setup/setup_controller.h"

class QScrollArea;

namespace strata::ui {

class Button;
class Label;
class SetupPage;
class StepDots;
class Theme;

/// From nothing to a model that answers, in nine pages. Can be closed at any of them and goes on there the next time.
class SetupWizard : public QDialog {
    Q_OBJECT

public:
    /// theme and setup must outlive it. languages: those that the window can speak besides English.
    SetupWizard(const Theme* theme, SetupController* setup, const QStringList& languages, QWidget* parent = nullptr);

    SetupStep step() const { return step_; }
    /// Shows a page; what is chosen stays.
    void goTo(SetupStep step);

Q_SIGNALS:
    /// The person wants the built-in model for now.
    void practiceWanted();
    void linkActivated(const QUrl& address);
    /// The first question to ask; the wizard closes itself.
    void questionChosen(const QString& text, const QImage& picture);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void addPages(const QStringList& languages);
    void addFrame();
    SetupPage* page() const { return pages_[static_cast<std::size_t>(step_)]; }
    void showFirstControl();
    void next();
    void back();
    void refresh();
    void restyle();
    void finish();

    const Theme* theme_;
    SetupController* setup_;
    std::array<SetupPage*, kSetupSteps> pages_{};
    std::array<QScrollArea*, kSetupSteps> areas_{};
    SetupStep step_ = SetupStep::welcome;
    bool focus_waits_ = false;  ///< for Next to be enabled
    Label* title_;
    StepDots* dots_;
    Button* practice_ = nullptr;
    Button* close_ = nullptr;  ///< on pages whose Back does not close
    Button* back_ = nullptr;
    Button* next_ = nullptr;
};

}  // namespace strata::ui
