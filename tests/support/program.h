#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace strata::testing {

/// A program that ran to its end.
struct Ran {
    int code = -1;  ///< −1: it crashed, or did not end
    QByteArray out, err;

    QJsonObject json() const;
};

/// Runs a program with these words and this standard input.
Ran run_program(const QString& program, const QStringList& words, const QByteArray& input = {});

}  // namespace strata::testing
