#pragma once

#include <vector>

#include <QDialog>

class QLabel;
class QLineEdit;
class QListWidget;
class QStackedWidget;

namespace strata::ui {

class NoticeBar;
class SettingsController;
class SettingsPage;
class Theme;

/// The settings: pages at the side, a search box above them, and a button where the model must be loaded again.
class SettingsDialog : public QDialog {
    Q_OBJECT

public:
    static constexpr int kModelPage = 1;   ///< of memory, too
    static constexpr int kServerPage = 5;  ///< if there is a server

    explicit SettingsDialog(SettingsController* controller, QWidget* parent = nullptr);

    /// Adds a page before the last one, About. Takes it over.
    void addPage(SettingsPage* page);
    void showPage(int index);
    int pageCount() const { return static_cast<int>(pages_.size()); }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void insertPage(int at, SettingsPage* page);
    void arrange();
    void restyle();
    void search(const QString& words);
    void showReload();

    SettingsController* controller_;
    const Theme* theme_;
    QLineEdit* search_;
    QListWidget* list_;
    QStackedWidget* stack_;
    QLabel* nothing_;
    NoticeBar* reload_;
    std::vector<SettingsPage*> pages_;  ///< in the order of the list
};

}  // namespace strata::ui
