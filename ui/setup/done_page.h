#pragma once

#include <QImage>

#include "ui/setup/setup_page.h"

class QLabel;

namespace strata::ui {

class Button;
class CheckBox;

/// Ready: first questions to ask, and what may start by itself.
class DonePage : public SetupPage {
    Q_OBJECT

public:
    DonePage(const Theme* theme, SetupController* setup);

    void enter() override;
    QString nextText() const override { return tr("Finish"); }

Q_SIGNALS:
    /// The person wants to begin with this question. picture: goes with it; null: none.
    void questionChosen(const QString& text, const QImage& picture);

private:
    bool seesPictures() const;

    QLabel* sample_;  ///< the picture that the last question is about
    Button* last_question_;
    CheckBox* start_;
    CheckBox* apps_;
};

}  // namespace strata::ui
