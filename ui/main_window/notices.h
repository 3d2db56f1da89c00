#pragma once

#include <functional>
#include <map>

#include <QObject>

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
        saving,
        stuck,
        crash,
        too_big,
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
    bool has(Kind kind) const { return notices_.count(kind) > 0; }

private:
    void show();

    NoticeBar* bar_;
    std::map<Kind, Notice> notices_;
};

}  // namespace strata::ui
