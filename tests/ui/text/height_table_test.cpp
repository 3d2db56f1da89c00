#include "ui/text/height_table.h"

#include <QtTest/QtTest>

#include <numeric>
#include <random>

#include "support/test_registry.h"

using namespace strata::ui;

namespace {

void compareWithPlainSums(const HeightTable& table, const std::vector<int>& heights) {
    QCOMPARE(table.count(), static_cast<int>(heights.size()));
    int y = 0;
    for (int item = 0; item < table.count(); ++item) {
        const int height = heights[static_cast<std::size_t>(item)];
        QCOMPARE(table.height(item), height);
        QCOMPARE(table.top(item), y);
        if (height > 0) {
            QCOMPARE(table.itemAt(y), item);
            QCOMPARE(table.itemAt(y + height - 1), item);
        }
        y += height;
    }
    QCOMPARE(table.total(), y);
    QCOMPARE(table.top(table.count()), y);
}

}  // namespace

class HeightTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knows_where_items_begin_after_any_mix_of_changes() {
        std::mt19937 random(7);
        const auto number = [&random](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
        HeightTable table;
        std::vector<int> heights;
        for (int round = 0; round < 300; ++round) {
            const int item = number(static_cast<int>(heights.size()) + 1);
            switch (number(4)) {
                case 0:
                    table.insert(item, {number(50), 1 + number(50)});
                    heights.insert(heights.begin() + item, {table.height(item), table.height(item + 1)});
                    break;
                case 1:
                    table.insert(table.count(), {1 + number(50)});
                    heights.push_back(table.height(table.count() - 1));
                    break;
                case 2:
                    if (item < table.count()) {
                        table.remove(item, 1);
                        heights.erase(heights.begin() + item);
                    }
                    break;
                default:
                    if (item < table.count()) {
                        heights[static_cast<std::size_t>(item)] = number(80);
                        table.setHeight(item, heights[static_cast<std::size_t>(item)]);
                    }
            }
            compareWithPlainSums(table, heights);
        }
    }

    void places_outside_belong_to_the_first_and_the_last_item() {
        HeightTable table;
        QCOMPARE(table.itemAt(0), -1);
        table.assign({10, 20, 30});
        QCOMPARE(table.itemAt(-5), 0);
        QCOMPARE(table.itemAt(60), 2);
        QCOMPARE(table.itemAt(1000), 2);
    }
};

STRATA_TEST(HeightTableTest);

#include "height_table_test.moc"
