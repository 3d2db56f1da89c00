#pragma once

#include <functional>
#include <map>
#include <vector>

#include <QDateTime>
#include <QObject>
#include <QString>

#include "ui/style/notice_bar.h"

namespace strata::ui {

/// A sentence for the notice bar, with what its buttons do. An action without words has no button.
struct Notice {
    NoticeBar::Tone tone = NoticeBar::Tone::neutral;
    QString text;
    QString action;
    std::function<void()> act;
    QString second_action;
    std::function<void()> second_act;
    QString third_action = {};
    std::function<void()> third_act = {};
    QString details = {};  ///< technical words, folded
};

/// What the window has to say, one notice of a kind; the bar shows the most urgent one.
class Notices : public QObject {
    Q_OBJECT

public:
    /// Most urgent first.
    enum class Kind {
        undo,
        language,
        saving,
        stuck,
        crash,
        network,
        too_big,
        drive,
        memory,
        model,
        loading,
        check,
        other_app,
        chat,
        transfer,
        full,
        store,
        server,
        settings,
        download,
    };

    /// bar must outlive this.
    explicit Notices(NoticeBar* bar, QObject* parent = nullptr);

    void put(Kind kind, Notice notice);
    void remove(Kind kind);
    /// What was told since the program started, oldest first; the last kLogged of it.
    static constexpr std::size_t kLogged = 200;
    struct Told {
        QDateTime time;
        QString text;
    };
    const std::vector<Told>& log() const { return log_; }
    bool has(Kind kind) const { return notices_.count(kind) > 0; }

Q_SIGNALS:
    /// Something new is to be said; not for a notice whose numbers alone have changed.
    void told(strata::ui::NoticeBar::Tone tone, const QString& text);

private:
    void show();
    bool isNews(Kind kind, const Notice& notice) const;

    NoticeBar* bar_;
    std::vector<Told> log_;
    std::map<Kind, Notice> notices_;
};

}  // namespace strata::ui
