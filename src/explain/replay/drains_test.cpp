// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/drains.h"

#include <gtest/gtest.h>

#include "explain/replay/elastic.h"
#include "explain/replay/replay.h"

namespace tapestry {
namespace {

constexpr std::size_t kLines = 8, kBeats = 3;
constexpr std::uint64_t kDelay = 4, kWay = 2;  // for the first visit of a line

// A process gives lines of three beats, a cycle apart, to a register slice with two entries, and
// begins a line when the previous one has left it. The sink takes a beat every `pause` cycles, or
// of every line one more.
struct Lines {
    std::vector<std::uint64_t> gives, leaves, ready;
};
Lines lines_at(std::uint64_t pause, std::uint64_t more) {
    Lines lines;
    std::uint64_t now = 0, taken = 0;
    for (std::size_t line = 0; line < kLines; ++line)
        for (std::size_t beat = 0; beat < kBeats; ++beat) {
            const std::size_t k = lines.gives.size();
            std::uint64_t ready = now + 1;
            if (beat == 0 && k > 0) ready = std::max(now + kDelay, lines.leaves[k - 1] + kWay);
            lines.ready.push_back(ready);
            now = k < 2 ? ready : std::max(ready, lines.leaves[k - 2] + 1);
            lines.gives.push_back(now);
            taken = std::max(taken + pause + line * more, now + 1);
            lines.leaves.push_back(taken);
        }
    return lines;
}

OperationThread thread_of(const std::string& path, const std::vector<ChannelOperation>& set,
                          const std::vector<std::uint64_t>& ends,
                          const std::vector<std::uint64_t>& ready) {
    OperationThread thread;
    thread.path = path;
    thread.sets = {set};
    std::uint64_t last = 0;
    for (std::size_t v = 0; v < ends.size(); ++v) {
        thread.visits.push_back({ready[v] - last, 0, ends[v] > ready[v]});
        if (ends[v] > ready[v]) thread.stalls.push_back(ends[v] - ready[v]);
        last = ends[v];
    }
    return thread;
}

std::vector<std::uint64_t> a_cycle_after(const std::vector<std::uint64_t>& ends) {
    std::vector<std::uint64_t> ready = {1};
    for (std::size_t v = 1; v < ends.size(); ++v) ready.push_back(ends[v - 1] + 1);
    return ready;
}

Operations operations_of_lines(const Lines& lines) {
    Operations o;
    o.channels = {{"int", 0, 0, 0, 0}, {inside_of("slice"), 0, 1, 1, 2}, {"out", 0, 0, 0, 0}};
    o.threads = {
        thread_of("process", {{0, true, 0}}, lines.gives, lines.ready),
        thread_of("slice", {{0, false, 0}, {1, true, 0}}, lines.gives, a_cycle_after(lines.gives)),
        thread_of("slice (gives)", {{1, false, 0}, {2, true, 0}}, lines.leaves,
                  a_cycle_after(lines.leaves)),
        thread_of("(sink of out)", {{2, false, 0}}, lines.leaves, lines.leaves)};
    return o;
}

std::vector<std::uint64_t> times_of(const Operations& o, std::size_t thread) {
    std::vector<std::vector<std::uint64_t>> ends;
    const Replay replay(o);
    EXPECT_TRUE(replay.run(replay.recorded_settings(), &ends).stuck.empty());
    return ends[thread];
}

// At another rate the lines begin when the slower beats have left.
TEST(Drains, BeginWhenTheLastBeatHasLeft) {
    Operations recorded = operations_of_lines(lines_at(3, 1));
    add_drains(recorded);
    ASSERT_EQ(recorded.channels.size(), 4u);
    EXPECT_EQ(times_of(recorded, 2), lines_at(3, 1).leaves);
    const Lines slow = lines_at(9, 2);
    recorded.threads[3] = operations_of_lines(slow).threads[3];
    EXPECT_EQ(times_of(recorded, 1), slow.gives);
    EXPECT_EQ(times_of(recorded, 2), slow.leaves);
}

TEST(Drains, KeepWhatWasRecorded) {
    const Operations before = operations_of_lines(lines_at(3, 1));
    Operations after = before;
    add_drains(after);
    EXPECT_EQ(recorded_ends(after)[1], recorded_ends(before)[1]);
    EXPECT_EQ(recorded_ends(after)[2], recorded_ends(before)[2]);
    EXPECT_EQ(recorded_ends(after)[0].back(), recorded_ends(before)[0].back());
}

// A sink of constant speed shows no law: every line begins equally long after the previous one.
TEST(Drains, AreNotGuessed) {
    Operations recorded = operations_of_lines(lines_at(1, 0));
    const Operations before = recorded;
    add_drains(recorded);
    EXPECT_EQ(recorded, before);
}

// One line that begins at another time is unexplained, so no wait is modelled at all.
TEST(Drains, ExplainAllOrNothing) {
    Lines lines = lines_at(3, 1);
    for (std::size_t v = 4 * kBeats; v < lines.gives.size(); ++v) {
        lines.gives[v] += 5;
        lines.ready[v] += 5;
        lines.leaves[v] += 5;
    }
    Operations recorded = operations_of_lines(lines);
    const Operations before = recorded;
    add_drains(recorded);
    EXPECT_EQ(recorded, before);
}

}  // namespace
}  // namespace tapestry
