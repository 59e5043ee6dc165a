// SPDX-License-Identifier: Apache-2.0
// A clock that goes to and fro alone counts the same, told at once or change by change.
#include "run/import/count.h"

#include <gtest/gtest.h>

#include <random>

namespace tapestry {
namespace {

enum Signal : std::uint32_t { kClock, kGate, kReset, kEvent, kSignals };

Program load_slot(std::uint32_t slot) {
    Program program;
    program.steps = {{Operation::load, 1, 0, 0, 0, slot, 0}};
    return program;
}

Program both(std::uint32_t a, std::uint32_t b) {
    Program program;
    program.steps = {{Operation::load, 1, 0, 0, 0, a, 0},
                     {Operation::load, 1, 0, 0, 0, b, 0},
                     {Operation::logical_and, 1, 0, 1, 0, 0, 0}};
    return program;
}

Program falls(std::uint32_t slot) {
    Program program = load_slot(slot);
    program.steps.push_back({Operation::logical_not, 1, 0, 0, 0, 0, 0});
    return program;
}

// Events on the clock, on a gated one, and on its other edge; one of them reads the clock itself
// when `reads_clock`.
class Counted {
public:
    explicit Counted(bool reads_clock, std::uint64_t frame = 0) : taps_(3) {
        const Program clocks[] = {load_slot(kClock), both(kClock, kGate), falls(kClock)};
        CountPlan plan;
        plan.signals = {kClock, kGate, kReset, kEvent};
        for (std::size_t i = 0; i < taps_.size(); ++i) {
            taps_[i].own = part_of(TapKind::event);
            const std::uint32_t event = reads_clock && i == 2 ? kClock : kEvent;
            plan.taps.push_back({&taps_[i],
                                 "tap" + std::to_string(i),
                                 clocks[i],
                                 {load_slot(kReset), load_slot(event)},
                                 {}});
            plan.clocks.push_back({i, static_cast<int>(i), "clock" + std::to_string(i)});
        }
        WaveHeader header;
        header.widths.assign(kSignals, 1);
        count_ = std::make_unique<WaveCount>(std::move(plan), header, frame, nullptr);
    }
    WaveCount& count() { return *count_; }

private:
    std::vector<Tap> taps_;
    std::unique_ptr<WaveCount> count_;
};

// A random history of runs and single changes.
std::string told_by(WaveCount& count, std::uint32_t seed, bool at_once) {
    std::mt19937 random(seed);
    static constexpr std::uint64_t kOnes[] = {0, 1, 0}, kUnknown[] = {0, 0, 1};
    auto value = [&](std::uint32_t v) { return WaveValue{&kOnes[v], &kUnknown[v]}; };
    std::uint64_t time = random() % 2;
    for (int step = 0; step < 60; ++step) {
        if (random() % 3 == 0) {
            WaveRun run{random() % 4 == 0 ? kEvent : kClock, {}, time, {}, 1 + random() % 3000};
            const std::uint32_t first = random() % 2;
            run.values[0] = value(first);
            run.values[1] = value(random() % 9 == 0 ? 2 : 1 - first);
            run.apart[0] = 1 + random() % 5;
            run.apart[1] = 1 + random() % 5;
            at_once ? count.on_run(run) : count.WaveSink::on_run(run);
            time = run.end();
        } else {
            count.on_time(time);
            for (std::uint32_t n = random() % 3; n < 3; ++n)
                count.on_change(random() % kSignals, value(random() % 2));
        }
        time += 1 + random() % 9;
    }
    return to_text(count.finish());
}

std::string told(std::uint32_t seed, bool reads_clock, bool at_once) {
    Counted counted(reads_clock);
    return told_by(counted.count(), seed, at_once);
}

// What is told between frames is what a frame that ended there would have told, and changes
// nothing.
TEST(WaveCount, GlimpsesAreFramesThatNobodyKeeps) {
    std::size_t seen = 0;
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Counted watched(false), framed(false, 1024);
        std::vector<std::string> glimpses;
        GlimpseOptions options;
        options.edges_every = options.records_every = std::chrono::milliseconds(0);
        options.tell = [&](const Glimpse& glimpse) {
            for (const ReadingRecord& record : glimpse.records)
                glimpses.push_back(to_text(Reading{{record}}));
        };
        watched.count().look(options);
        EXPECT_EQ(told_by(watched.count(), seed, true), told(seed, false, true)) << seed;
        const std::string frames = told_by(framed.count(), seed, true);
        for (const std::string& glimpse : glimpses)
            EXPECT_NE(frames.find(glimpse), std::string::npos) << glimpse;
        seen += glimpses.size();
    }
    EXPECT_GT(seen, 100u);
}

TEST(WaveCount, CountsRunsAsTheirChanges) {
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        EXPECT_EQ(told(seed, false, true), told(seed, false, false)) << seed;
        EXPECT_EQ(told(seed, true, true), told(seed, true, false)) << seed;
    }
}

// The last time stamp counts when there is one behind it.
TEST(WaveCount, CountsTheEdgesOfARun) {
    static constexpr std::uint64_t kZero = 0, kOne = 1;
    Counted counted(false);
    WaveCount& count = counted.count();
    count.on_time(0);
    count.on_change(kClock, {&kZero, &kZero});
    count.on_run({kClock, {{&kOne, &kZero}, {&kZero, &kZero}}, 10, {5, 5}, 7});
    EXPECT_EQ(count.edges(), 3u);
    count.end_at(60);
    EXPECT_EQ(count.edges(), 4u);
}

}  // namespace
}  // namespace tapestry
