#pragma once

#include <QDialog>

#include "app/downloads/download_state.h"

class QComboBox;

namespace strata::ui {

class Button;
class Label;
class Theme;
class UsageBar;

/// What is downloaded, how far it is, what stands in its way and what can be done about that.
class DownloadDialog : public QDialog {
    Q_OBJECT

public:
    explicit DownloadDialog(const Theme* theme, QWidget* parent = nullptr);

    void showState(const app::DownloadState& state);
    /// megabytes: per second; 0: no limit.
    void showLimit(int megabytes);

Q_SIGNALS:
    void pauseWanted();
    void resumeWanted();
    void retryWanted();
    void newFileWanted();
    void limitWanted(int megabytes);
    void removeWanted();
    void copyWanted(const QString& details);
    void browserWanted();
    /// Files that the person has from elsewhere are to be used.
    void importWanted();
    void proxySettingsWanted();
    void folderWanted();

private:
    void layOut();
    void restyle();
    void showProblem(const app::DownloadState& state);
    void goElsewhere();

    const Theme* theme_;
    Label* file_;
    UsageBar* progress_;
    Label* line_;
    Label* problem_;
    Button* retry_;
    Button* browser_;
    Button* elsewhere_;  ///< another way than to wait: which one depends on the problem
    Button* copy_;
    Label* limit_name_;
    QComboBox* limit_;
    Button* pause_;
    Button* remove_;
    Button* close_;
    app::DownloadState state_;
    bool asked_to_remove_ = false;
};

}  // namespace strata::ui
