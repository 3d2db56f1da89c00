#include "memory/expert_slots.h"

#include <cstdint>
#include <QtTest/QtTest>
#include <vector>

#include "support/test_registry.h"

using namespace strata;

namespace {

/// A layer whose experts have three parts of so many bytes, in one file from `offset` on.
ExpertLayout::Layer layer_of(std::size_t experts, std::size_t part_bytes, std::uint64_t offset) {
    ExpertLayout::Layer layer;
    for (std::size_t part = 0; part < 3; ++part) {
        layer.parts.push_back({{QuantType::Q8_0, nullptr, part_bytes / 4, experts * 4, 32}, 0, offset});
        offset += experts * part_bytes;
    }
    return layer;
}

}  // namespace

class ExpertSlotsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layers_of_one_size_share_their_slots() {
        const ExpertLayout layout(8,
                                  {layer_of(8, 4000, 100), layer_of(8, 4000, 200'000), layer_of(8, 160'000, 400'000)});
        const ExpertSlots slots(layout, 2, 1 << 20);
        QCOMPARE(slots.classes().size(), std::size_t{2});
        QCOMPARE(slots.class_of(0), slots.class_of(1));
        QCOMPARE(slots.classes()[slots.class_of(0)].experts, std::size_t{16});
        QVERIFY(slots.class_of(2) != slots.class_of(0));
    }

    void never_takes_more_than_the_budget() {
        const ExpertLayout layout(64, {layer_of(64, 160'000, 32), layer_of(64, 300'000, 64'000'000)});
        for (std::uint64_t budget = ExpertSlots::least_bytes(layout, 4); budget < 90'000'000; budget += 777'777) {
            QVERIFY(ExpertSlots(layout, 4, budget).bytes() <= budget + ExpertSlots::least_bytes(layout, 4));
        }
        const std::uint64_t large = 60'000'000;
        QVERIFY(ExpertSlots(layout, 4, large).bytes() <= large);
        QVERIFY(ExpertSlots(layout, 4, large).bytes() > large - 2 * 1'000'000);
    }

    void there_are_never_more_slots_than_experts() {
        const ExpertLayout layout(8, {layer_of(8, 160'000, 32)});
        QCOMPARE(ExpertSlots(layout, 2, std::uint64_t{1} << 40).classes()[0].slots, std::size_t{8});
        QCOMPARE(ExpertSlots(layout, 200, 0).classes()[0].slots, std::size_t{8});
    }

    void what_is_read_past_the_cache_lies_as_in_the_file() {
        const ExpertLayout layout(8, {layer_of(8, 160'032, 4128)});
        const std::size_t slot = ExpertSlots(layout, 2, 0).classes()[0].slot_bytes;
        for (std::size_t expert = 0; expert < 8; ++expert) {
            std::size_t end = 0;
            for (std::size_t part = 0; part < 3; ++part) {
                const FileRange range = layout.range(0, part, expert);
                const std::size_t offset = ExpertSlots::offset(layout, 0, part, expert);
                QCOMPARE(offset % ExpertSlots::kDiskBlock, range.offset % ExpertSlots::kDiskBlock);
                // The blocks that hold a part lie behind those of the part before, and inside the slot.
                QVERIFY(offset / ExpertSlots::kDiskBlock * ExpertSlots::kDiskBlock >= end);
                end = (offset + range.bytes + ExpertSlots::kDiskBlock - 1) / ExpertSlots::kDiskBlock *
                      ExpertSlots::kDiskBlock;
                QVERIFY(end <= slot);
            }
        }
    }
};

STRATA_TEST(ExpertSlotsTest);

#include "expert_slots_test.moc"
