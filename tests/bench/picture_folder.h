#pragma once

#include <QtTest/QtTest>

#include <cstdio>
#include <utility>

#include <QApplication>
#include <QDir>
#include <QString>
#include <QWidget>

namespace strata::testing {

/// Where pictures of widgets go, and what their names end with.
class PictureFolder {
public:
    PictureFolder(const QDir& folder, QString look) : folder_(folder), look_(std::move(look)) {}

    void save(QWidget& widget, const QString& name) const {
        QApplication::processEvents();
        QTest::qWait(50);
        const QString path = folder_.filePath(name + u'-' + look_ + QStringLiteral(".png"));
        std::printf("%s %s\n", widget.grab().save(path) ? "wrote" : "could not write", qPrintable(path));
    }

private:
    QDir folder_;
    QString look_;
};

}  // namespace strata::testing
