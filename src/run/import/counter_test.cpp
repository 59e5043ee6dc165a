// SPDX-License-Identifier: Apache-2.0
// Counters are shown runs of edges; the law is docs/counting.md edge by edge. So a random history
// must count the same however its runs are cut, and small ones count as the page says.
#include "run/import/counter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <sstream>

namespace tapestry {
namespace {

Tap tap_of(TapKind kind) {
    Tap tap;
    tap.own = part_of(kind);
    if (auto* queue = std::get_if<QueuePart>(&tap.own)) queue->bins = 4;
    if (auto* value = std::get_if<ValuePart>(&tap.own)) value->bins = 4;
    if (auto* stream = std::get_if<StreamPart>(&tap.own)) stream->bytes_per_beat = 4;
    return tap;
}

std::string text_of(const Counter& counter) {
    std::vector<ReadingWord> words;
    counter.put_words(words);
    std::string text = fmt::format("reset {}", counter.reset_cycles());
    for (const ReadingWord& word : words) {
        text += ", " + word.word;
        for (std::uint64_t n : word.numbers) text += fmt::format(" {}", n);
    }
    return text;
}

using Runs = std::vector<std::pair<Sample, std::uint64_t>>;

std::string counted(TapKind kind, const Runs& runs) {
    const auto counter = make_counter(tap_of(kind));
    for (const auto& [sample, edges] : runs) counter->add(sample, edges);
    return text_of(*counter);
}

// Words that are not asked for may be there too: a new measure is no business of these tests.
void expect_counted(TapKind kind, const Runs& runs, const std::string& wanted) {
    const std::string text = counted(kind, runs) + ",";
    std::istringstream parts(wanted);
    for (std::string part; std::getline(parts, part, ',');)
        EXPECT_NE(text.find(part + ","), std::string::npos) << part << " is not in: " << text;
}

std::string counted_edge_by_edge(TapKind kind, const Runs& runs) {
    const auto counter = make_counter(tap_of(kind));
    for (const auto& [sample, edges] : runs) {
        for (std::uint64_t i = 0; i < edges; ++i) counter->add(sample, 1);
    }
    return text_of(*counter);
}

constexpr std::uint32_t on(std::uint32_t bit) { return 1u << bit; }

TEST(Counter, CutsOfARunChangeNothing) {
    std::mt19937 random(7);
    for (int kind = 0; kind < 6; ++kind) {
        for (int trial = 0; trial < 200; ++trial) {
            Runs runs;
            for (int i = 0; i < 40; ++i) {
                const bool reset = random() % 16 == 0;
                Sample sample{reset ? 1u : static_cast<std::uint32_t>(random() % 16) << 1,
                              reset ? 0 : random() % 5};
                runs.push_back({sample, 1 + random() % 9});
            }
            const auto which = static_cast<TapKind>(kind);
            EXPECT_EQ(counted(which, runs), counted_edge_by_edge(which, runs));
        }
    }
}

TEST(Counter, Fsm) {
    EXPECT_EQ(counted(TapKind::fsm, {{{0, 0}, 3}, {{0, 1}, 2}, {{1, 0}, 1}, {{0, 1}, 4}}),
              "reset 1, state 0 3 1 3 3, state 1 6 2 0 4, transition 0 1 1");
}

TEST(Counter, Stream) {
    const std::uint32_t both = on(flag::kValid) | on(flag::kReady);
    expect_counted(TapKind::stream,
                   {{{both, 0}, 3},
                    {{on(flag::kValid), 0}, 2},
                    {{both | on(flag::kLast), 0}, 1},
                    {{on(flag::kReady), 0}, 5},
                    {{0, 0}, 1}},
                   "reset 0, transfer_cycles 4, blocked_cycles 2, starved_cycles 5, idle_cycles 1, "
                   "packets 1, bytes 16, longest_block 2, bursts 2, longest_burst 3, "
                   "burst_histogram 0 1, burst_histogram 1 1");
}

TEST(Counter, QueueUnderflowLeavesItEmpty) {
    expect_counted(TapKind::queue, {{{on(flag::kPush), 0}, 2}, {{on(flag::kPop), 0}, 3}},
                   "reset 0, pushes 2, pops 3, refused_pushes 0, refused_pops 0, full_cycles 0, "
                   "empty_cycles 0, max_occupancy 2, occupancy_sum 4, underflows 1, histogram 0 2, "
                   "histogram 1 2, histogram 2 1");
}

TEST(Counter, CallOfOneCycleHasLatencyOne) {
    const std::uint32_t all = on(flag::kStart) | on(flag::kTaken) | on(flag::kDone);
    expect_counted(
        TapKind::call, {{{all, 0}, 2}, {{on(flag::kDone), 0}, 3}},
        "reset 0, invocations 2, completions 2, busy_cycles 2, min_latency 1, max_latency 1, "
        "latency_sum 2, min_interval 1, max_interval 1, interval_sum 1, orphans 3, "
        "overflows 0, latency_histogram 0 2");
}

TEST(Counter, ValueSumsSaturate) {
    const auto counter = make_counter(tap_of(TapKind::value));
    counter->add({on(flag::kEnable), ~std::uint64_t{0}}, 2);
    EXPECT_TRUE(counter->saturated());
    EXPECT_NE(text_of(*counter).find("value_sum 18446744073709551615"), std::string::npos);
}

}  // namespace
}  // namespace tapestry
