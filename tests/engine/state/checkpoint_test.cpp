#include "state/checkpoint.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;

namespace {

using Lengths = std::vector<std::size_t>;

RunningState state_at(std::size_t position, float value = 0) {
    RunningGeometry geometry;
    geometry.recurrent_layers = geometry.value_heads = 1;
    geometry.value_size = geometry.key_size = 4;
    RunningState state = RunningState::create(geometry).value();
    state.position = position;
    *state.recurrence(0, 0) = value;
    return state;
}

CheckpointList list_of(std::size_t capacity, const Lengths& lengths, std::size_t root = 0) {
    CheckpointList list(capacity);
    for (const std::size_t length : lengths) {
        const CheckpointKind kind = length == root ? CheckpointKind::root : CheckpointKind::turn;
        if (!list.add(kind, state_at(length))) {
            qFatal("no memory");
        }
    }
    return list;
}

Lengths lengths_of(const CheckpointList& list) {
    Lengths lengths;
    for (const CheckpointPtr& checkpoint : list.all()) {
        lengths.push_back(checkpoint->length());
    }
    return lengths;
}

}  // namespace

class CheckpointTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_least_recently_used_one_makes_room() {
        CheckpointList list = list_of(3, {10, 20, 30});
        list.touch(10);
        QVERIFY(list.add(CheckpointKind::turn, state_at(40)));
        QCOMPARE(lengths_of(list), (Lengths{30, 10, 40}));
    }

    void a_root_stays_longest() {
        QCOMPARE(lengths_of(list_of(3, {5, 20, 30, 40, 50}, 5)), (Lengths{5, 40, 50}));
        QCOMPARE(lengths_of(list_of(2, {5, 20, 30, 40, 50}, 5)), (Lengths{5, 50}));
    }

    void with_room_for_one_the_newest_counts() {
        QCOMPARE(lengths_of(list_of(1, {5, 20, 30}, 5)), (Lengths{30}));
        QCOMPARE(lengths_of(list_of(0, {5, 20, 30}, 5)), Lengths{});
    }

    void a_second_one_of_the_same_length_is_only_marked_as_used() {
        CheckpointList list(3);
        QVERIFY(list.add(CheckpointKind::turn, state_at(10, 1.5F)));
        QVERIFY(list.add(CheckpointKind::turn, state_at(20)));
        QVERIFY(list.add(CheckpointKind::turn, state_at(10, 9.0F)));
        QCOMPARE(lengths_of(list), (Lengths{20, 10}));
        QCOMPARE(*list.all()[1]->state.recurrence(0, 0), 1.5F);
    }

    void less_capacity_drops_at_once() {
        CheckpointList list = list_of(4, {5, 20, 30, 40}, 5);
        list.set_capacity(2);
        QCOMPARE(lengths_of(list), (Lengths{5, 40}));
    }

    void the_deepest_one_that_fits_is_found() {
        const CheckpointList list = list_of(4, {30, 10, 20});
        QCOMPARE(list.deepest(25)->length(), std::size_t{20});
        QCOMPARE(list.deepest(30)->length(), std::size_t{30});
        QVERIFY(list.deepest(9) == nullptr);
    }

    void going_back_drops_what_lies_behind() {
        CheckpointList list = list_of(4, {10, 20, 30});
        list.truncate(20);
        QCOMPARE(lengths_of(list), (Lengths{10, 20}));
    }

    void a_checkpoint_is_a_copy() {
        CheckpointList list(2);
        RunningState state = state_at(10, 1.0F);
        QVERIFY(list.add(CheckpointKind::turn, state));
        *state.recurrence(0, 0) = 2.0F;
        QCOMPARE(*list.all()[0]->state.recurrence(0, 0), 1.0F);
    }
};

STRATA_TEST(CheckpointTest);

#include "checkpoint_test.moc"
