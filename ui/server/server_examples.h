#pragma once

#include <vector>

#include <QString>

namespace strata::ui {

/// What an app needs to know.
struct ServerAccess {
    QString address;  ///< without /v1
    QString key;      ///< empty: none is asked for
    QString model;    ///< empty: there is none yet
};

/// How one app or tool is told of the server.
struct ServerExample {
    QString app;   ///< its name
    QString hint;  ///< where the text belongs
    QString text;
};

/// For common apps, in the order in which they are offered.
std::vector<ServerExample> serverExamples(const ServerAccess& access);

/// With the key as dots.
QString masked(const QString& text, const QString& key);

}  // namespace strata::ui
