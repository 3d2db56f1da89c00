#pragma once

#include <vector>

#include "ui/setup/setup_page.h"

class QButtonGroup;
class QComboBox;

namespace strata::app {
struct CatalogSize;
}

namespace strata::ui {

class Button;
class CheckBox;
class ChoiceCard;

/// Which size of the model: four cards, other kinds, and the numbers for those who want them. What is risky needs one
/// click more; nothing is forbidden.
class SizePage : public SetupPage {
    Q_OBJECT

public:
    SizePage(const Theme* theme, SetupController* setup);

    void enter() override;
    bool canGoOn() const override;
    QWidget* firstControl() override;

private:
    struct Card {
        ChoiceCard* card;
        QString id;
        Label* fit;
        Label* needs;
        Label* speed;
        Label* technical;
    };

    QWidget* addCards(const std::vector<const app::CatalogSize*>& sizes);
    QWidget* addMore();
    /// A line that unfolds `part`.
    void addFold(const QString& text, const char* name, QWidget* part);
    void refresh();
    void fillCard(const Card& card, const app::CatalogSize& size);
    void fillContexts();

    std::vector<Card> cards_;
    QButtonGroup* group_;
    QWidget* others_ = nullptr;
    QWidget* more_ = nullptr;
    QComboBox* context_ = nullptr;
    Label* context_help_ = nullptr;
    Label* risk_;
    CheckBox* accept_;
    QString accepted_;  ///< the risky size that was accepted
};

}  // namespace strata::ui
