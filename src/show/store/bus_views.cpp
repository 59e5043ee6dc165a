// SPDX-License-Identifier: Apache-2.0
// A bus has no tap of its own: these views join the taps of its channels and transfers.
#include <fmt/format.h>

#include "show/store/view_parts.h"

namespace tapestry {

namespace {

// The taps of one bus and direction, each in a column named after its part.
std::string bus_rows() {
    std::string parts;
    for (const char* part : {"request", "data", "response", "latency", "outstanding", "single"})
        parts += fmt::format("MAX(CASE WHEN t.part = '{0}' THEN t.tap END) AS {0}, ", part);
    return fmt::format(
        "(SELECT t.bus, t.direction, {} MIN(t.tap) AS tap, MAX(NULLIF(t.protocol, '')) AS "
        "protocol, "
        "MIN(t.source) AS source, "
        "MAX(CASE t.quality WHEN 'invalid' THEN 3 WHEN 'estimated' THEN 2 WHEN 'lower_bound' THEN "
        "1 "
        "ELSE 0 END) AS worst, "
        // Some taps of a bus observe only the cycles in which the bus is claimed; its channels
        // observe all.
        "(SELECT MAX(a.observed_cycles) FROM raw_taps a WHERE a.bus = t.bus) AS observed_cycles "
        "FROM raw_taps t WHERE t.bus <> '' AND t.observed_cycles IS NOT NULL "
        "GROUP BY t.bus, t.direction)",
        parts);
}

}  // namespace

View buses_view() {
    auto blocked = [](const char* part) {
        return ViewColumn{
            fmt::format("{}_blocked_cycles", part),
            number_of(fmt::format("b.{}", part), "blocked_cycles"),
            fmt::format("cycles in which the {} channel is blocked; NULL without one", part)};
    };
    const std::string calls = "COALESCE(b.latency, b.single)";
    const std::string completions = number_of(calls, "completions");
    const std::string channel = "COALESCE(b.data, b.request)";
    const std::string one_at_a_time = number_of("b.single", "invocations");
    return {
        "buses",
        "One direction of a bus. NULL stands for what the bus does not show.",
        bus_rows() + " b",
        "path, direction",
        {{"path", "b.bus", path_column().meaning, kText},
         {"protocol", "b.protocol",
          "`axi4`, `axi_lite`, `wishbone`, `wishbone_pipelined`, `avalon_mm`, `tl_ul`, "
          "`obi` or `accept_ack`",
          kMaybeText},
         {"direction", "b.direction",
          "`read`, `write`, or `both` for what a bus does not tell apart", kText},
         {"bytes", number_of(channel, "bytes"), "bytes moved", kMaybeCount},
         {"bursts",
          fmt::format("COALESCE({}, {})", number_of("b.request", "transfer_cycles"),
                      number_of(calls, "invocations")),
          "requests taken, each for one beat or a burst of them", kMaybeCount},
         {"beats", number_of(channel, "transfer_cycles"), "beats of data moved", kMaybeCount},
         {"min_latency", unless_none(number_of(calls, "min_latency"), completions),
          "cycles from a request to its last answer: the fewest", kMaybeCount},
         {"mean_latency", ratio(number_of(calls, "latency_sum"), completions), "their mean", kReal},
         {"max_latency", unless_none(number_of(calls, "max_latency"), completions), "the most",
          kMaybeCount},
         {"max_outstanding",
          fmt::format("COALESCE({}, MIN({}, 1))", number_of("b.outstanding", "max_occupancy"),
                      one_at_a_time),
          "most transfers under way during any cycle", kMaybeCount},
         {"mean_outstanding",
          ratio(fmt::format("COALESCE({}, {})", number_of("b.outstanding", "occupancy_sum"),
                            number_of("b.single", "busy_cycles")),
                "b.observed_cycles"),
          "transfers under way, averaged over the cycles that were observed", kReal},
         blocked("request"),
         blocked("data"),
         blocked("response"),
         {"quality",
          "CASE b.worst WHEN 3 THEN 'invalid' WHEN 2 THEN 'estimated' WHEN 1 THEN "
          "'lower_bound' ELSE 'exact' END",
          "that of the worst number of the row", kMaybeText},
         {"source", "b.source", source_column().meaning, kMaybeText}}};
}

View bus_latency_view() {
    return {
        "bus_latency",
        "Transfers of a bus, by the cycles from the request to its last answer.",
        "raw_histogram r JOIN raw_taps t ON t.tap = r.tap WHERE t.kind = 'call' AND t.bus <> ''",
        "path, direction, bin",
        {{"path", "t.bus", path_column().meaning, kText},
         {"direction", "t.direction", "as in `buses`", kText},
         {"bin", "r.bin", "k, for latencies 2^k .. 2^(k+1)-1", kIndex},
         {"from_latency", "r.low", "shortest latency of the bin, in cycles", kMaybeCount},
         {"to_latency", "r.high", "longest latency of the bin", kMaybeCount},
         {"completions", "r.count", "transfers of such a latency", kCount}}};
}

View bus_outstanding_view() {
    const std::string busy = number_of("b.single", "busy_cycles");
    // In cycles that the tap did not observe, the bus is not claimed and nothing is outstanding.
    const std::string rest =
        "b.observed_cycles - (SELECT o.observed_cycles FROM raw_taps o WHERE o.tap = "
        "b.outstanding)";
    const std::string from = fmt::format(
        "(SELECT b.bus, b.direction, r.bin AS outstanding, r.count AS cycles FROM {0} b "
        "JOIN raw_histogram r ON r.tap = b.outstanding WHERE r.bin > 0 "
        "UNION ALL SELECT b.bus, b.direction, 0, {2} + COALESCE((SELECT r.count FROM raw_histogram "
        "r WHERE r.tap = b.outstanding AND r.bin = 0), 0) FROM {0} b "
        "WHERE b.outstanding IS NOT NULL "
        "UNION ALL SELECT b.bus, b.direction, 1, {1} FROM {0} b WHERE {1} > 0 "
        "UNION ALL SELECT b.bus, b.direction, 0, b.observed_cycles - {1} FROM {0} b "
        "WHERE {1} IS NOT NULL) h",
        bus_rows(), busy, rest);
    return {"bus_outstanding",
            "Cycles of a bus with so many transfers under way. The last bin means that many or "
            "more. Rows of a direction sum to the cycles observed.",
            from,
            "path, direction, outstanding",
            {{"path", "h.bus", path_column().meaning, kText},
             {"direction", "h.direction", "as in `buses`", kText},
             {"outstanding", "h.outstanding", "transfers under way during the cycle", kIndex},
             {"cycles", "h.cycles", "cycles with that many", kCount}}};
}

}  // namespace tapestry
