// SPDX-License-Identifier: Apache-2.0
// A view for each kind of tap, made from its measures.
#include <fmt/format.h>

#include "show/store/view_parts.h"

namespace tapestry {

View channels_view() {
    return view_of_taps(
        "channels", "One stream. The four bins of cycles sum to observed_cycles.", TapKind::stream,
        {{"protocol", "NULLIF(t.protocol, '')", "handshake, e.g. `axis`", kMaybeText},
         {"producer", "NULLIF(t.producer, '')", "block that feeds it; NULL outside the design",
          kMaybeText},
         {"consumer", "NULLIF(t.consumer, '')", "block that drains it; NULL outside the design",
          kMaybeText}},
        {{"beats", number("transfer_cycles"), "beats moved, one for each transfer cycle",
          kMaybeCount}});
}

View burst_histogram_view() {
    return {"burst_histogram",
            "Bursts of a stream, by length. A burst is a run of consecutive transfer cycles.",
            rows_of("raw_histogram", TapKind::stream),
            "tap, bin",
            {tap_column(),
             path_column(),
             {"bin", "r.bin", "k, for lengths 2^k .. 2^(k+1)-1", kIndex},
             {"from_length", "r.low", "shortest length of the bin, in beats", kMaybeCount},
             {"to_length", "r.high", "longest length of the bin", kMaybeCount},
             {"bursts", "r.count", "bursts of such a length", kCount}}};
}

View queues_view() {
    // A queue may be full although its signal `full` is tied to 0, or is 0 while a pop frees an
    // entry; the same holds for `empty`. So the histogram of the occupancy counts too.
    const auto at_least = [](const char* word, const char* bins) {
        return fmt::format(
            "MAX({}, (SELECT COALESCE(SUM(h.count), 0) FROM raw_histogram h WHERE h.tap = t.tap "
            "AND "
            "{}))",
            number(word), bins);
    };
    return view_of_taps(
        "queues", "One queue.", TapKind::queue,
        {{"depth", "NULLIF(t.depth, 0)", "entries it can hold; NULL when not known", kMaybeCount}},
        {{"full_cycles", at_least("full_cycles", "t.depth > 0 AND h.bin >= t.depth"),
          "cycles in which it was full: it said so, or it held as many entries as it can",
          kMaybeCount},
         {"empty_cycles", at_least("empty_cycles", "h.bin = 0"),
          "cycles in which it was empty: it said so, or it held none", kMaybeCount},
         {"mean_occupancy", ratio(number("occupancy_sum"), "t.observed_cycles"),
          "entries held, averaged over observed_cycles", kReal}});
}

View queue_histogram_view() {
    return {"queue_histogram",
            "Cycles of a queue at one occupancy. The last bin of a queue that is deeper than its "
            "histogram means that many entries or more. Rows sum to observed_cycles.",
            rows_of("raw_histogram", TapKind::queue),
            "tap, occupancy",
            {tap_column(),
             path_column(),
             {"occupancy", "r.bin", "entries held during the cycle", kIndex},
             {"cycles", "r.count", "cycles with that many", kCount}}};
}

View calls_view() {
    return view_of_taps("calls", "One callee with a start and a done.", TapKind::call, {},
                        {{"mean_latency", ratio(number("latency_sum"), number("completions")),
                          "latency_sum / completions; NULL when none completed", kReal}});
}

View latency_histogram_view() {
    return {"latency_histogram",
            "Completed calls, by latency.",
            rows_of("raw_histogram", TapKind::call),
            "tap, bin",
            {tap_column(),
             path_column(),
             {"bin", "r.bin", "k, for latencies 2^k .. 2^(k+1)-1", kIndex},
             {"from_latency", "r.low", "shortest latency of the bin, in cycles", kMaybeCount},
             {"to_latency", "r.high", "longest latency of the bin", kMaybeCount},
             {"completions", "r.count", "calls of such a latency", kCount}}};
}

View events_view() {
    return view_of_taps("events", "One condition over the design's signals.", TapKind::event, {},
                        {{"share", ratio(number("cycles_true"), "t.observed_cycles"),
                          "cycles_true / observed_cycles", kReal}});
}

View value_totals_view() {
    return view_of_taps(
        "value_totals", "One sampled expression.", TapKind::value, {},
        {{"mean", ratio(number("value_sum"), number("samples")), "value_sum / samples", kReal}});
}

View value_histogram_view() {
    return {"value_histogram",
            "Samples of an expression, by value. The rows of a tap, with `below` and `above` of "
            "`value_totals`, sum to its samples.",
            rows_of("raw_histogram", TapKind::value),
            "tap, bin",
            {tap_column(),
             path_column(),
             {"bin", "r.bin", "number of the bin", kIndex},
             {"from_value", "r.low", "least value of the bin", kMaybeCount},
             {"to_value", "r.high", "largest value of the bin", kMaybeCount},
             {"samples", "r.count", "samples with such a value", kCount}}};
}

View sums_view() {
    return view_of_taps("sums", "One expression that is added up.", TapKind::sum, {}, {});
}

View traces_view() {
    return view_of_taps(
        "traces", "One trace: what an expression was, change by change or around a trigger.",
        TapKind::trace,
        {{"trigger", "t.protocol", "`change`, `edge`, `level` or `lasted`", kMaybeText}}, {});
}

View trace_view() {
    return {"trace",
            "One record of a trace.",
            rows_of("raw_trace", TapKind::trace),
            "tap, record",
            {tap_column(),
             path_column(),
             {"record", "r.record", "number of the record, in the order of time", kCount},
             {"edge", "r.edge", "edges of the tap's clock before it, as in `frames`", kCount},
             {"time_ns", time_of_edge("r.edge"),
              "that edge in the run's time base; NULL where it is not known", kReal},
             {"value", "r.value", "what was seen; NULL when it had an X bit or is 2^63 or more",
              kMaybeCount},
             {"name", "(SELECT w.word FROM raw_names w WHERE w.name = r.name)",
              "the state of that code, when a state machine is traced", kMaybeText}}};
}

View assertions_view() {
    return view_of_taps("assertions", "One condition that must hold.", TapKind::assertion, {},
                        {{"share", ratio(number("violations"), "t.observed_cycles"),
                          "violations / observed_cycles", kReal}});
}

}  // namespace tapestry
