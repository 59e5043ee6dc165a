// SPDX-License-Identifier: Apache-2.0
#include "show/compare/run_numbers.h"

#include <map>

namespace tapestry {

namespace {

Metric tap_metric(const char* kind, const char* view, const char* number, Sense sense,
                  bool in_cycles) {
    return {kind, number, sense, in_cycles,
            fmt::format("SELECT tap, '', {}, quality, 0 FROM {}", number, view)};
}

Result<Done> read_taps(const RunView& run, RunNumbers& out, Diagnostics& diagnostics) {
    std::map<std::int64_t, std::string> shapes;
    auto add_state = [&](const Row& row) { shapes[integer(row[0])] += text(row[1]) + "\n"; };
    auto add_shape = [&](const Row& row) { shapes[integer(row[0])] = text(row[1]); };
    auto add_tap = [&](const Row& row) {
        out.taps.push_back({integer(row[0]), text(row[1]), text(row[2]), text(row[3]), ""});
    };
    // What was recorded beside the numbers is how a run was made, not what it is.
    if (const auto done =
            run.for_each_row("SELECT tap, state FROM states WHERE state <> 'other' ORDER BY 1, 2",
                             add_state, diagnostics);
        !done)
        return done.failure();
    if (const auto done =
            run.for_each_row("SELECT tap, coalesce(protocol, '') FROM channels UNION ALL "
                             "SELECT tap, 'depth ' || coalesce(depth, '') FROM queues UNION ALL "
                             "SELECT tap, name FROM taps WHERE kind IN ('event', 'value', 'call')",
                             add_shape, diagnostics);
        !done)
        return done.failure();
    if (const auto done = run.for_each_row(
            "SELECT tap, kind, path, module FROM taps WHERE kind <> 'trace' ORDER BY tap", add_tap,
            diagnostics);
        !done)
        return done.failure();
    for (TapIdentity& tap : out.taps) tap.shape = shapes[tap.tap];
    return Done{};
}

}  // namespace

Quality quality_or_invalid(const std::string& word) {
    for (const Quality q :
         {Quality::exact, Quality::tried, Quality::lower_bound, Quality::estimated}) {
        if (to_word(q) == word) return q;
    }
    return Quality::invalid;
}

Role role_of(std::int64_t number) {
    if (number == 1) return Role::rest;
    return number == 2 ? Role::wait : Role::work;
}

const std::vector<Metric>& metrics() {
    static const std::vector<Metric> all = {
        {"run", "cycles", Sense::less_is_faster, true,
         "SELECT -1, '', CAST(value AS INTEGER), 'exact', 0 FROM run WHERE key = 'cycles'"},
        // The saving of each experiment, at twice the speed or with more capacity.
        {"run", "saving", Sense::neither, false,
         "SELECT -1, path || CASE WHEN kind IN ('depth', 'window') THEN ' with more room' ELSE '' "
         "END, saving, 'tried', 0 FROM experiments WHERE saving IS NOT NULL AND (kind IN ('depth', "
         "'window') OR kind IN ('block', 'group') AND factor = 2)"},
        {"fsm", "cycles", Sense::less_is_faster, true,
         "SELECT tap, state, cycles, quality, CASE WHEN category = 'idle' THEN 1 WHEN category "
         "LIKE "
         "'wait%' THEN 2 ELSE 0 END FROM states"},
        tap_metric("stream", "channels", "blocked_cycles", Sense::less_is_faster, true),
        tap_metric("stream", "channels", "starved_cycles", Sense::less_is_faster, true),
        tap_metric("stream", "channels", "beats", Sense::work, false),
        tap_metric("queue", "queues", "full_cycles", Sense::less_is_faster, true),
        tap_metric("queue", "queues", "max_occupancy", Sense::neither, false),
        tap_metric("queue", "queues", "mean_occupancy", Sense::neither, false),
        tap_metric("queue", "queues", "pushes", Sense::work, false),
        tap_metric("call", "calls", "busy_cycles", Sense::less_is_faster, true),
        tap_metric("call", "calls", "mean_latency", Sense::less_is_faster, false),
        tap_metric("call", "calls", "invocations", Sense::work, false),
        tap_metric("event", "events", "cycles_true", Sense::neither, true),
        tap_metric("value", "value_totals", "mean", Sense::neither, false),
        tap_metric("sum", "sums", "total", Sense::neither, false),
        tap_metric("assert", "assertions", "violations", Sense::neither, true),
    };
    return all;
}

Result<RunNumbers> read_run_numbers(const RunView& run, Diagnostics& diagnostics) {
    RunNumbers out;
    out.name = run.name();
    if (const auto done = read_taps(run, out, diagnostics); !done) return done.failure();
    for (std::size_t m = 0; m < metrics().size(); ++m) {
        auto add = [&](const Row& row) {
            if (is_null(row[2])) return;
            out.numbers.push_back({m, integer(row[0]), text(row[1]), real(row[2]),
                                   quality_or_invalid(text(row[3])), role_of(integer(row[4]))});
        };
        if (const auto done = run.for_each_row(metrics()[m].sql, add, diagnostics); !done)
            return done.failure();
    }
    const Result<Table> partial =
        run.query("SELECT 1 FROM run WHERE key = 'partial' AND value = 'yes'", diagnostics);
    if (!partial) return partial.failure();
    out.partial = !partial->rows.empty();
    const Result<Table> answer =
        run.query("SELECT value FROM run WHERE key = 'answer'", diagnostics);
    if (!answer) return answer.failure();
    if (!answer->rows.empty()) out.answer = text(answer->rows[0][0]);
    const Result<Table> limiter = run.query(
        "SELECT path FROM bottlenecks WHERE rank = 1 AND NOT EXISTS (SELECT 1 FROM run "
        "WHERE key = 'doubt')",
        diagnostics);
    if (!limiter) return limiter.failure();
    if (!limiter->rows.empty()) out.limiter = text(limiter->rows[0][0]);
    return out;
}

}  // namespace tapestry
