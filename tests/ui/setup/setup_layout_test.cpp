#include <QtTest/QtTest>

#include <algorithm>

#include <QAbstractButton>
#include <QLabel>
#include <QScrollArea>
#include <QTranslator>

#include "support/setup_bench.h"
#include "support/test_registry.h"
#include "ui/setup/setup_wizard.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::badPc;
using strata::testing::SetupBench;

namespace {

/// Makes every text 40 % longer, as a translation may be.
class LongerTexts : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* /*context*/, const char* text, const char* /*comment*/, int /*n*/) const override {
        const QString source = QString::fromUtf8(text);
        QString longer = source;
        for (int added = 0; added < source.size() * 2 / 5; added += 5) {
            longer += added % 10 == 0 ? QStringLiteral(" äöüß") : QStringLiteral("lange");
        }
        return longer;
    }
};

/// A visible text that has less room than it needs; empty: none.
QString clipped(const QWidget& page) {
    for (const QLabel* const label : page.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty()) {
            continue;
        }
        const bool wraps = label->wordWrap();
        const bool fits = wraps ? label->height() >= label->heightForWidth(label->width())
                                : label->width() >= label->sizeHint().width();
        if (!fits) {
            return label->text();
        }
    }
    for (const QAbstractButton* const button : page.findChildren<QAbstractButton*>()) {
        if (button->isVisible() && button->inherits("QPushButton") && button->width() < button->sizeHint().width()) {
            return button->text();
        }
    }
    return {};
}

/// The page that is shown would have to be scrolled sideways.
bool isTooWide(const QWidget& wizard) {
    const auto areas = wizard.findChildren<QScrollArea*>();
    return std::any_of(areas.begin(), areas.end(), [](const QScrollArea* area) {
        return area->isVisible() && area->widget()->width() > area->viewport()->width();
    });
}

}  // namespace

class SetupLayoutTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void no_text_is_cut_data() {
        QTest::addColumn<int>("zoom");
        QTest::addColumn<bool>("longer");
        QTest::newRow("100 %") << 100 << false;
        QTest::newRow("200 %") << 200 << false;
        QTest::newRow("100 %, longer texts") << 100 << true;
        QTest::newRow("200 %, longer texts") << 200 << true;
    }
    void no_text_is_cut() {
        QFETCH(int, zoom);
        QFETCH(bool, longer);
        LongerTexts longer_texts;
        if (longer) {
            QCoreApplication::installTranslator(&longer_texts);
        }
        SetupBench bench(badPc);
        bench.theme.setZoomPercent(zoom);
        bench.open();
        for (int step = 0; step < kSetupSteps; ++step) {
            bench.goTo(static_cast<SetupStep>(step));
            QTRY_VERIFY(bench.setup->folderVerdict() && bench.setup->plan());
            QCoreApplication::processEvents();
            // Texts come and are laid out with the plan of the download, a moment later.
            QTRY_VERIFY2(clipped(*bench.wizard).isEmpty() && !isTooWide(*bench.wizard),
                         qPrintable(QString("page %1: %2").arg(step).arg(clipped(*bench.wizard))));
        }
    }
};

STRATA_TEST(SetupLayoutTest);

#include "setup_layout_test.moc"
