// SPDX-License-Identifier: Apache-2.0
#include "read/record_shape.h"

#include <array>

namespace tapestry {

namespace {

constexpr WordShape single(std::string_view word) { return {word, 0, 1, false, false}; }
constexpr WordShape additive(std::string_view word) { return {word, 0, 1, true, false}; }
constexpr WordShape required(std::string_view word) { return {word, 0, 1, false, true}; }
constexpr WordShape rows(std::string_view word, std::uint8_t keys, std::uint8_t values) {
    return {word, keys, values, false, false};
}

// The words of every tap's record, then those of the kind.
template <std::size_t N>
constexpr std::array<WordShape, N + 5> tap_words(const WordShape (&own)[N]) {
    std::array<WordShape, N + 5> all = {
        required("edges"), WordShape{"reset_cycles", 0, 1, true, true},
        WordShape{"observed_cycles", 0, 1, true, true}, required("end"), single("saturated")};
    for (std::size_t i = 0; i < N; ++i) all[i + 5] = own[i];
    return all;
}

constexpr std::array kClock = {required("edges"), single("reset_cycles"), single("observed_cycles"),
                               required("end"),   single("saturated"),    required("clock"),
                               single("time")};

constexpr auto kFsm = tap_words({rows("state", 1, 4), rows("transition", 2, 1)});

constexpr auto kStream = tap_words(
    {additive("transfer_cycles"), additive("blocked_cycles"), additive("starved_cycles"),
     additive("idle_cycles"), additive("packets"), additive("bytes"), single("longest_block"),
     single("bursts"), single("longest_burst"), rows("burst_histogram", 1, 1)});

constexpr auto kQueue = tap_words(
    {additive("pushes"), additive("pops"), single("refused_pushes"), single("refused_pops"),
     additive("full_cycles"), additive("empty_cycles"), single("max_occupancy"),
     additive("occupancy_sum"), single("underflows"), rows("histogram", 1, 1)});

constexpr auto kCall =
    tap_words({additive("invocations"), additive("completions"), additive("busy_cycles"),
               single("min_latency"), single("max_latency"), additive("latency_sum"),
               single("min_interval"), single("max_interval"), single("interval_sum"),
               single("orphans"), single("overflows"), rows("latency_histogram", 1, 1)});

constexpr auto kEvent =
    tap_words({additive("cycles_true"), single("rising_edges"), single("longest_run")});

constexpr auto kValue =
    tap_words({additive("samples"), additive("value_sum"), single("least"), single("most"),
               single("below"), single("above"), single("unknown"), rows("histogram", 1, 1)});

constexpr auto kSum = tap_words({additive("samples"), additive("total"), single("unknown")});

constexpr auto kTrace = tap_words(
    {single("records"), single("lost"), rows("record", 1, 2), rows("unknown_record", 1, 1)});

constexpr auto kAssert = tap_words({additive("violations"), single("first_violation")});

}  // namespace

std::span<const WordShape> words_of_kind(std::string_view kind) {
    if (kind == "fsm") return kFsm;
    if (kind == "stream") return kStream;
    if (kind == "queue") return kQueue;
    if (kind == "call") return kCall;
    if (kind == "event") return kEvent;
    if (kind == "value") return kValue;
    if (kind == "sum") return kSum;
    if (kind == "trace") return kTrace;
    if (kind == "assert") return kAssert;
    if (kind == "clock") return kClock;
    return {};
}

}  // namespace tapestry
