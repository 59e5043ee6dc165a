// SPDX-License-Identifier: Apache-2.0
// What is looked at again after a change makes the sample that everything would.
#include "run/import/sampler.h"

#include <gtest/gtest.h>

#include <random>

namespace tapestry {
namespace {

Program load_of(std::uint32_t slot, std::uint32_t width) {
    Program program;
    program.steps = {{Operation::load, width, 0, 0, 0, slot, 0}};
    return program;
}

Program constant(std::uint64_t number) {
    Program program;
    program.steps = {{Operation::constant, 1, 0, 0, 0, 0, 0}};
    program.constants = {Bits::of(number, 1)};
    return program;
}

Tap sampled_tap(TapKind kind) {
    Tap tap;
    tap.own = part_of(kind);
    return tap;
}

TEST(Sampler, OfAStreamIsTheSameWithFewerLooks) {
    const Tap tap = sampled_tap(TapKind::stream);
    const std::vector<Program> programs = {load_of(0, 1), load_of(1, 1), load_of(2, 1), constant(0),
                                           load_of(3, 4)};
    SignalValues values;
    for (const std::uint32_t width : {1, 1, 1, 4}) values.add(width);
    Sampler sampler(tap, programs);
    Evaluator evaluator;
    std::mt19937 random(1);
    std::uint32_t differs = 0;
    for (int i = 0; i < 5000; ++i) {
        const std::uint32_t slot = random() % 4;
        const std::uint64_t ones = random() & (slot == 3 ? 15 : 1), unknown = 0;
        if (values.set(slot, &ones, &unknown)) sampler.mark(slot == 3 ? 16 : 1u << slot);
        if (random() % 3 == 0) continue;  // no edge
        const Sample sample = sampler.sample(evaluator, values);
        ASSERT_EQ(sample, Sampler(tap, programs).sample(evaluator, values));
        differs |= sample.flags;
    }
    EXPECT_EQ(differs, 7u);
}

TEST(Sampler, TakesNothingForAStateUnderReset) {
    SignalValues values;
    values.add(1);
    values.add(3);
    Sampler sampler(sampled_tap(TapKind::fsm), {load_of(0, 1), load_of(1, 3)});
    Evaluator evaluator;
    const auto sample = [&](std::uint64_t reset, std::uint64_t state) {
        const std::uint64_t unknown = 0;
        values.set(0, &reset, &unknown);
        values.set(1, &state, &unknown);
        sampler.mark(3);
        return sampler.sample(evaluator, values);
    };
    EXPECT_EQ(sample(1, 5).flags, Sample::kReset);
    EXPECT_TRUE(sampler.states().found().empty());
    EXPECT_EQ(sample(0, 2), (Sample{0, 0}));
    EXPECT_EQ(sample(1, 6).flags, Sample::kReset);
    EXPECT_EQ(sample(0, 6), (Sample{0, 1}));
    EXPECT_EQ(sampler.states().found().size(), 2u);
}

}  // namespace
}  // namespace tapestry
