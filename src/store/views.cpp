// SPDX-License-Identifier: Apache-2.0
#include "store/views.h"

#include <fmt/format.h>

namespace tapestry {

namespace {

// The number of a tap that goes by that word of docs/formats.md.
std::string number_of(const std::string& tap, const std::string& word) {
    return fmt::format(
        "(SELECT n.value FROM raw_numbers n WHERE n.tap = {} AND n.name = "
        "(SELECT w.name FROM raw_names w WHERE w.word = '{}'))",
        tap, word);
}
std::string number(const std::string& word) { return number_of("t.tap", word); }

// a / b as a fraction; NULL when there is nothing to divide by.
std::string ratio(const std::string& a, const std::string& b) {
    return fmt::format("CAST({} AS REAL) / NULLIF({}, 0)", a, b);
}

// The value, unless `count` is 0: the least of nothing is not 0.
std::string unless_none(const std::string& value, const std::string& count) {
    return fmt::format("CASE WHEN {} > 0 THEN {} END", count, value);
}

// Calls and queues that time a bus are in `buses`: they are none of the design.
constexpr const char* kNotOfABus = "(t.kind = 'stream' OR t.bus = '')";

std::string taps_of(const std::string& kind) {
    return fmt::format("raw_taps t WHERE t.kind = '{}' AND t.observed_cycles IS NOT NULL AND {}",
                       kind, kNotOfABus);
}

std::string rows_of(const std::string& table, const std::string& kind) {
    return fmt::format("{} r JOIN raw_taps t ON t.tap = r.tap WHERE t.kind = '{}' AND {}", table,
                       kind, kNotOfABus);
}

const ViewColumn kTap = {"tap", "t.tap", "number of the tap in this run"};
const ViewColumn kPath = {"path", "t.path", "what is measured, named from the design's top"};
const ViewColumn kQuality = {"quality", "t.quality",
                             "`exact`, `lower_bound`, `estimated` or `invalid`"};
const ViewColumn kSource = {"source", "t.source", "file:line"};

// Cycles of the tap's clock as time.
std::string time_ns(const std::string& cycles) {
    return fmt::format("{} * (SELECT 1e9 / c.rate_hz FROM raw_clocks c WHERE c.clock = t.clock)",
                       cycles);
}
// Time of an edge of the tap's clock, in the run's time base.
std::string time_of_edge(const std::string& edge) {
    return fmt::format(
        "(SELECT c.offset_ns + {} * 1e9 / c.rate_hz FROM raw_clocks c WHERE c.clock = t.clock)",
        edge);
}
constexpr const char* kTimeMeaning =
    "observed_cycles as time; NULL where the rate of its clock is not known";

ViewColumn counted(const std::string& word, const std::string& meaning) {
    return {word, number(word), meaning};
}

View run_view() {
    return {"run",
            "One fact about the run: `design`, `top`, `simulator`, `wall_seconds`, `ended`, …, and "
            "always `schema`, `cycles` (edges of the busiest clock), `partial` (`yes` or `no`), "
            "`partial_reason`, `lost_records`, `answer` (what limits this design, in a sentence) "
            "and `end_state` (`finished`, `deadlock`, `livelock` or `partial`).",
            "raw_run r WHERE r.origin <> 'hidden'",
            "",
            {{"key", "r.key", "name of the fact, at most once"}, {"value", "r.value", "as text"}}};
}

View clocks_view() {
    return {"clocks",
            "One clock of the design.",
            "raw_clocks c",
            "clock",
            {{"clock", "c.clock", "number of the clock in this run"},
             {"name", "c.name", "its name"},
             {"path", "c.path", "its net, named from the design's top"},
             {"edge", "c.edge", "active edge: `posedge` or `negedge`"},
             {"edges", "c.edges", "active edges from the start of the run to its end"},
             {"time", "c.time", "simulation time at the last record, in the simulator's units"},
             {"unit", "c.unit", "what its edges count: `cycle`, or `ns` of a host's clock"},
             {"rate_hz", "c.rate_hz", "edges a second; NULL when not known"},
             {"offset_ns", "c.offset_ns",
              "edge 0 in the run's time base, which begins with the run; NULL when not known"},
             {"uncertainty_ns", "c.uncertainty_ns", "how far times of this clock may be off"}}};
}

View places_view() {
    return {"places",
            "Where things happen, from the whole to its parts. Only what is known is there: a "
            "simulation is one device with its blocks.",
            "raw_places p",
            "place",
            {{"place", "p.place", "number of the place in this run"},
             {"kind", "p.kind", "`system`, `node`, `device`, `process`, `thread` or `block`"},
             {"path", "p.path", "of a block that of its instance, from the design's top"},
             {"name", "p.name", "its own name"},
             {"parent", "p.parent", "place that it is a part of; NULL for the outermost"}}};
}

View taps_view() {
    return {"taps",
            "One tap. A tap that left no record has NULL cycles, quality `invalid`, and no row in "
            "the views of its kind.",
            "raw_taps t",
            "tap",
            {kTap,
             {"kind", "t.kind",
              "`fsm`, `stream`, `queue`, `call`, `event`, `value`, `sum`, `trace` or `assert`"},
             kPath,
             {"module", "t.module", "module that holds it, as the source spells it"},
             {"name", "t.name", "last part of the path, or the user's own name for it"},
             {"clock", "t.clock", "number of its clock, see `clocks`"},
             {"observed_cycles", "t.observed_cycles", "edges at which the tap was not in reset"},
             {"reset_cycles", "t.reset_cycles", "edges at which it was"},
             {"time_ns", time_ns("t.observed_cycles"), kTimeMeaning},
             {"place", "t.place", "where it is, see `places`"},
             kQuality,
             kSource}};
}

View states_view() {
    return {"states",
            "One state of a state machine. `other` stands for values that no name is known for, "
            "and is there only when it was seen.",
            "raw_states s JOIN raw_taps t ON t.tap = s.tap",
            "tap, cycles DESC, state",
            {kTap,
             kPath,
             {"state", "s.name", "name of the state"},
             {"category", "s.category",
              "`busy`, `transfer`, `wait_recv`, `wait_send`, `wait_sync`, `overhead` or `idle`"},
             {"category_quality", "s.category_quality",
              "`exact` when the user or the design says so, `estimated` when a rule guessed it"},
             {"category_reason", "s.category_reason", "why this category, in a phrase"},
             {"cycles", "s.cycles", "cycles in this state"},
             {"share", ratio("s.cycles", "t.observed_cycles"), "cycles / observed_cycles"},
             {"time_ns", time_ns("s.cycles"),
              "time in this state; NULL where the rate of its clock is not known"},
             {"entries", "s.entries", "visits"},
             {"min_dwell", "NULLIF(s.min_dwell, 0)",
              "shortest visit that ended by moving on; NULL when there is none"},
             {"max_dwell", "NULLIF(s.max_dwell, 0)", "longest visit; NULL when there is none"},
             {"quality", "s.quality", kQuality.meaning},
             {"source", "COALESCE(NULLIF(s.source, ''), t.source)", kSource.meaning}}};
}

View transitions_view() {
    return {"transitions",
            "One pair of states that followed each other.",
            "raw_transitions r JOIN raw_taps t ON t.tap = r.tap "
            "JOIN raw_states a ON a.tap = r.tap AND a.state = r.from_state "
            "JOIN raw_states b ON b.tap = r.tap AND b.state = r.to_state",
            "tap, from_state, to_state",
            {kTap,
             kPath,
             {"from_state", "a.name", "state that was left"},
             {"to_state", "b.name", "state that was entered next"},
             {"count", "r.count", "how often"}}};
}

View channels_view() {
    return {
        "channels",
        "One stream. The four bins of cycles sum to observed_cycles.",
        taps_of("stream"),
        "tap",
        {kTap,
         kPath,
         {"protocol", "NULLIF(t.protocol, '')", "handshake, e.g. `axis`"},
         {"producer", "NULLIF(t.producer, '')", "block that feeds it; NULL outside the design"},
         {"consumer", "NULLIF(t.consumer, '')", "block that drains it; NULL outside the design"},
         counted("transfer_cycles", "a beat moved: valid and ready"),
         counted("blocked_cycles", "valid, not ready: the producer waits"),
         counted("starved_cycles", "ready, not valid: the consumer waits"),
         counted("idle_cycles", "neither"),
         {"beats", number("transfer_cycles"), "beats moved, one for each transfer cycle"},
         counted("packets", "beats marked as the last of a packet"),
         counted("bytes", "bytes moved"),
         counted("longest_block", "longest run of blocked cycles"),
         kQuality,
         kSource}};
}

View burst_histogram_view() {
    return {"burst_histogram",
            "Bursts of a stream, by length. A burst is a run of consecutive transfer cycles.",
            rows_of("raw_histogram", "stream"),
            "tap, bin",
            {kTap,
             kPath,
             {"bin", "r.bin", "k, for lengths 2^k .. 2^(k+1)-1"},
             {"from_length", "r.low", "shortest length of the bin, in beats"},
             {"to_length", "r.high", "longest length of the bin"},
             {"bursts", "r.count", "bursts of such a length"}}};
}

View queues_view() {
    return {"queues",
            "One queue.",
            taps_of("queue"),
            "tap",
            {kTap,
             kPath,
             {"depth", "NULLIF(t.depth, 0)", "entries it can hold; NULL when not known"},
             counted("pushes", "accepted pushes"),
             counted("pops", "accepted pops"),
             counted("max_occupancy", "most entries held during any cycle"),
             {"mean_occupancy", ratio(number("occupancy_sum"), "t.observed_cycles"),
              "entries held, averaged over observed_cycles"},
             counted("full_cycles", "cycles in which it was full"),
             counted("empty_cycles", "cycles in which it was empty"),
             counted("refused_pushes", "cycles with a push while full"),
             counted("refused_pops", "cycles with a pop while empty"),
             kQuality,
             kSource}};
}

View queue_histogram_view() {
    return {"queue_histogram",
            "Cycles of a queue at one occupancy. The last bin of a queue that is deeper than its "
            "histogram means that many entries or more. Rows sum to observed_cycles.",
            rows_of("raw_histogram", "queue"),
            "tap, occupancy",
            {kTap,
             kPath,
             {"occupancy", "r.bin", "entries held during the cycle"},
             {"cycles", "r.count", "cycles with that many"}}};
}

View calls_view() {
    const std::string completions = number("completions");
    return {"calls",
            "One callee with a start and a done.",
            taps_of("call"),
            "tap",
            {kTap,
             kPath,
             counted("invocations", "calls begun"),
             counted("busy_cycles", "cycles with at least one call under way"),
             {"min_latency", unless_none(number("min_latency"), completions),
              "cycles of the shortest completed call; NULL when none completed"},
             {"max_latency", unless_none(number("max_latency"), completions),
              "cycles of the longest completed call; NULL when none completed"},
             {"mean_latency", ratio(number("latency_sum"), completions),
              "latency_sum / completions; NULL when none completed"},
             kQuality,
             kSource}};
}

View latency_histogram_view() {
    return {"latency_histogram",
            "Completed calls, by latency.",
            rows_of("raw_histogram", "call"),
            "tap, bin",
            {kTap,
             kPath,
             {"bin", "r.bin", "k, for latencies 2^k .. 2^(k+1)-1"},
             {"from_latency", "r.low", "shortest latency of the bin, in cycles"},
             {"to_latency", "r.high", "longest latency of the bin"},
             {"completions", "r.count", "calls of such a latency"}}};
}

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
        // Some taps of a bus observe only cycles in which it is claimed; its channels observe all.
        "(SELECT MAX(a.observed_cycles) FROM raw_taps a WHERE a.bus = t.bus) AS observed_cycles "
        "FROM raw_taps t WHERE t.bus <> '' AND t.observed_cycles IS NOT NULL "
        "GROUP BY t.bus, t.direction)",
        parts);
}

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
    return {"buses",
            "One direction of a bus. NULL stands for what the bus does not show.",
            bus_rows() + " b",
            "path, direction",
            {{"path", "b.bus", kPath.meaning},
             {"protocol", "b.protocol",
              "`axi4`, `axi_lite`, `wishbone`, `wishbone_pipelined` or `avalon_mm`"},
             {"direction", "b.direction",
              "`read`, `write`, or `both` for what a bus does not tell apart"},
             {"bytes", number_of(channel, "bytes"), "bytes moved"},
             {"bursts",
              fmt::format("COALESCE({}, {})", number_of("b.request", "transfer_cycles"),
                          number_of(calls, "invocations")),
              "requests taken, each for one beat or a burst of them"},
             {"beats", number_of(channel, "transfer_cycles"), "beats of data moved"},
             {"min_latency", unless_none(number_of(calls, "min_latency"), completions),
              "cycles from a request to its last answer: the fewest"},
             {"mean_latency", ratio(number_of(calls, "latency_sum"), completions), "their mean"},
             {"max_latency", unless_none(number_of(calls, "max_latency"), completions), "the most"},
             {"max_outstanding",
              fmt::format("COALESCE({}, MIN({}, 1))", number_of("b.outstanding", "max_occupancy"),
                          one_at_a_time),
              "most transfers under way during any cycle"},
             {"mean_outstanding",
              ratio(fmt::format("COALESCE({}, {})", number_of("b.outstanding", "occupancy_sum"),
                                number_of("b.single", "busy_cycles")),
                    "b.observed_cycles"),
              "transfers under way, averaged over the cycles that were observed"},
             blocked("request"),
             blocked("data"),
             blocked("response"),
             {"quality",
              "CASE b.worst WHEN 3 THEN 'invalid' WHEN 2 THEN 'estimated' WHEN 1 THEN "
              "'lower_bound' ELSE 'exact' END",
              "that of the worst number of the row"},
             {"source", "b.source", kSource.meaning}}};
}

View bus_latency_view() {
    return {
        "bus_latency",
        "Transfers of a bus, by the cycles from the request to its last answer.",
        "raw_histogram r JOIN raw_taps t ON t.tap = r.tap WHERE t.kind = 'call' AND t.bus <> ''",
        "path, direction, bin",
        {{"path", "t.bus", kPath.meaning},
         {"direction", "t.direction", "as in `buses`"},
         {"bin", "r.bin", "k, for latencies 2^k .. 2^(k+1)-1"},
         {"from_latency", "r.low", "shortest latency of the bin, in cycles"},
         {"to_latency", "r.high", "longest latency of the bin"},
         {"completions", "r.count", "transfers of such a latency"}}};
}

View bus_outstanding_view() {
    const std::string busy = number_of("b.single", "busy_cycles");
    // Cycles that the tap did not observe, because nobody claimed the bus, have nothing under way.
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
            {{"path", "h.bus", kPath.meaning},
             {"direction", "h.direction", "as in `buses`"},
             {"outstanding", "h.outstanding", "transfers under way during the cycle"},
             {"cycles", "h.cycles", "cycles with that many"}}};
}

View events_view() {
    return {"events",
            "One condition over the design's signals.",
            taps_of("event"),
            "tap",
            {kTap,
             kPath,
             counted("cycles_true", "cycles in which it held"),
             {"share", ratio(number("cycles_true"), "t.observed_cycles"),
              "cycles_true / observed_cycles"},
             counted("rising_edges", "runs of consecutive true cycles"),
             counted("longest_run", "longest such run, in cycles"),
             kQuality,
             kSource}};
}

View value_totals_view() {
    const std::string samples = number("samples");
    return {
        "value_totals",
        "One sampled expression.",
        taps_of("value"),
        "tap",
        {kTap,
         kPath,
         counted("samples", "cycles in which a known value was sampled"),
         counted("unknown", "cycles in which the value had an X bit; they count nowhere else"),
         counted("value_sum", "sum of the samples"),
         {"mean", ratio(number("value_sum"), samples), "value_sum / samples"},
         {"least", unless_none(number("least"), samples), "least sample; NULL when there is none"},
         {"most", unless_none(number("most"), samples), "largest sample; NULL when there is none"},
         counted("below", "samples below the histogram"),
         counted("above", "samples above the histogram"),
         kQuality,
         kSource}};
}

View value_histogram_view() {
    return {"value_histogram",
            "Samples of an expression, by value. The rows of a tap, with `below` and `above` of "
            "`value_totals`, sum to its samples.",
            rows_of("raw_histogram", "value"),
            "tap, bin",
            {kTap,
             kPath,
             {"bin", "r.bin", "number of the bin"},
             {"from_value", "r.low", "least value of the bin"},
             {"to_value", "r.high", "largest value of the bin"},
             {"samples", "r.count", "samples with such a value"}}};
}

View sums_view() {
    return {"sums",
            "One expression that is added up.",
            taps_of("sum"),
            "tap",
            {kTap, kPath, counted("samples", "cycles in which a known value was added"),
             counted("total", "sum of the samples"), kQuality, kSource}};
}

View traces_view() {
    return {"traces",
            "One trace: what an expression was, change by change or around a trigger.",
            taps_of("trace"),
            "tap",
            {kTap,
             kPath,
             {"trigger", "t.protocol", "`change`, `edge`, `level` or `lasted`"},
             counted("records", "records kept, see `trace`"),
             counted("lost", "records that found no room"),
             kQuality,
             kSource}};
}

View trace_view() {
    return {"trace",
            "One record of a trace.",
            rows_of("raw_trace", "trace"),
            "tap, record",
            {kTap,
             kPath,
             {"record", "r.record", "number of the record, in the order of time"},
             {"edge", "r.edge", "edges of the tap's clock before it, as in `frames`"},
             {"time_ns", time_of_edge("r.edge"),
              "that edge in the run's time base; NULL where it is not known"},
             {"value", "r.value", "what was seen; NULL when it had an X bit or is 2^63 or more"},
             {"name", "(SELECT w.word FROM raw_names w WHERE w.name = r.name)",
              "the state of that code, when a state machine is traced"}}};
}

View assertions_view() {
    const std::string violations = number("violations");
    return {"assertions",
            "One condition that must hold.",
            taps_of("assert"),
            "tap",
            {kTap,
             kPath,
             counted("violations", "cycles in which it did not hold"),
             {"first_edge", unless_none(number("first_violation"), violations),
              "edges of the tap's clock before the first of them; NULL when it always held"},
             {"share", ratio(violations, "t.observed_cycles"), "violations / observed_cycles"},
             kQuality,
             kSource}};
}

// What a hardware thread did, from the state machine that it is counted as.
View threads_view() {
    const auto cycles = [](const std::string& state) {
        return fmt::format(
            "(SELECT COALESCE(SUM(s.cycles), 0) FROM raw_states s WHERE s.tap = t.tap AND s.name = "
            "'{}')",
            state);
    };
    return {"threads",
            "One hardware thread.",
            "raw_taps t WHERE t.kind = 'fsm' AND t.protocol = 'threads' "
            "AND t.observed_cycles IS NOT NULL",
            "tap",
            {kTap,
             kPath,
             {"thread", "CAST(substr(t.path, length(rtrim(t.path, '0123456789]')) + 1) AS INTEGER)",
              "its number"},
             {"idle_cycles", cycles("idle"), "cycles without work"},
             {"running_cycles", cycles("running"), "cycles at work"},
             {"critical_cycles", cycles("critical"), "cycles at work in a critical section"},
             {"spinning_cycles", cycles("spinning"), "cycles waiting for one"},
             {"changes",
              "(SELECT COALESCE(SUM(x.count), 0) FROM raw_transitions x WHERE x.tap = t.tap)",
              "changes of state"},
             kQuality,
             kSource}};
}

View numbers_view() {
    return {"numbers",
            "Every single number that a tap left, by its word in the reading; those that the view "
            "of the kind leaves out too (`bursts`, `underflows`, `completions`, `orphans`, …).",
            "raw_numbers n JOIN raw_names w ON w.name = n.name JOIN raw_taps t ON t.tap = n.tap",
            "tap, name",
            {kTap,
             kPath,
             {"kind", "t.kind", "kind of the tap"},
             {"name", "w.word", "word of docs/formats.md"},
             {"value", "n.value", "the number, as docs/counting.md defines it"},
             {"quality", "n.quality", kQuality.meaning}}};
}

View frames_view() {
    return {"frames",
            "What one number of a tap grew by in one frame. Zeros are left out; so is everything "
            "when the run was not cut into frames.",
            "raw_growth g JOIN raw_frames f ON f.tap = g.tap AND f.frame = g.frame "
            "JOIN raw_names w ON w.name = g.name JOIN raw_taps t ON t.tap = g.tap",
            "tap, frame, name",
            {kTap,
             kPath,
             {"frame", "g.frame", "number of the frame, from 0"},
             {"start_edge", "f.start_edge", "edges of the tap's clock before the frame"},
             {"end_edge", "f.end_edge", "edges of the tap's clock up to its end"},
             {"start_ns", time_of_edge("f.start_edge"),
              "its beginning in the run's time base; NULL where that is not known"},
             {"end_ns", time_of_edge("f.end_edge"), "its end"},
             {"name", "w.word",
              "`state.NAME` for the cycles in a state, else the number's word: `blocked_cycles`, "
              "`pushes`, …; `observed_cycles` is always there"},
             {"value", "g.value", "growth in this frame"}}};
}

View blocks_view() {
    View view = {"blocks",
                 "One block: a state machine with the cycles of its states by category, or an end "
                 "of channels that has no state machine; its cycles are then estimated from what "
                 "its channels saw, or NULL. The seven categories sum to observed_cycles.",
                 "raw_blocks b",
                 "path",
                 {{"path", "b.path", "name of the block, from the design's top"},
                  {"scope", "b.scope", "instance it lives in; `dependencies` names blocks by it"},
                  {"module", "b.module", "module of that instance"},
                  {"tap", "b.tap", "tap that measures it"},
                  {"observed_cycles", "b.observed_cycles", "cycles observed"}}};
    for (const char* c : {"busy", "transfer", "wait_recv", "wait_send", "wait_sync", "overhead",
                          "idle", "unknown"}) {
        view.columns.push_back({fmt::format("{}_cycles", c), fmt::format("b.{}_cycles", c),
                                fmt::format("cycles of category `{}`", c)});
    }
    view.columns.back().meaning = "of the `busy` ones, cycles in states that no name is known for";
    view.columns.push_back({"quality", "b.quality", kQuality.meaning});
    view.columns.push_back({"source", "b.source", kSource.meaning});
    view.columns.push_back({"rank", "b.rank",
                            "place in the order of the share of `busy` and `transfer`: 1 is the "
                            "busiest; NULL without cycles"});
    return view;
}

View dependencies_view() {
    return {
        "dependencies",
        "One edge of the design's graph.",
        "raw_edges e",
        "from_block, to_block, channel",
        {{"from_block", "NULLIF(e.from_block, '')", "block that feeds; NULL outside the design"},
         {"to_block", "NULLIF(e.to_block, '')", "block that is fed; NULL outside the design"},
         {"channel", "NULLIF(e.channel, '')", "path of the tap of the channel between them"}}};
}

View groups_view() {
    return {"groups",
            "Blocks that are alike but for an index in their path. Shares of observed_cycles.",
            "raw_groups g",
            "path",
            {{"path", "g.path", "their path, with [*] for the index"},
             {"members", "g.members", "how many"},
             {"module", "g.module", "module of their instances"},
             {"busy_min", "g.busy_min", "least share of `busy` and `transfer` among them"},
             {"busy_max", "g.busy_max", "largest share"},
             {"busy_mean", "g.busy_mean", "mean share"},
             {"busiest", "NULLIF(g.busiest, '')", "the member with the largest share"},
             {"outlier", "NULLIF(g.outlier, '')",
              "the member that is far from the others; NULL when none is"},
             {"quality", "g.quality", kQuality.meaning}}};
}

View levels_view() {
    return {"levels",
            "What stands out among the blocks below one node of the hierarchy. Shares of "
            "observed_cycles.",
            "raw_levels l",
            "path",
            {{"level", "l.level", "kind of the place, see `places`"},
             {"path", "l.path", "name from the top of that level"},
             {"name", "l.name", "its last part"},
             {"parent", "NULLIF(l.parent, '')", "path of the level above; NULL for the outermost"},
             {"blocks", "l.blocks", "blocks below it, with itself"},
             {"wait_max", "l.wait_max", "largest share of waiting of any block"},
             {"wait_max_path", "NULLIF(l.wait_max_path, '')", "that block"},
             {"transfer_max", "l.transfer_max", "largest share of `transfer`"},
             {"transfer_max_path", "NULLIF(l.transfer_max_path, '')", "that block"},
             {"busy_min", "l.busy_min", "least share of `busy`"},
             {"busy_max", "l.busy_max", "largest share of `busy`"},
             {"quality", "l.quality", kQuality.meaning}}};
}

View markov_view() {
    return {"markov",
            "One step of a machine's Markov model.",
            "raw_markov r JOIN raw_taps t ON t.tap = r.tap "
            "JOIN raw_states a ON a.tap = r.tap AND a.state = r.from_state "
            "JOIN raw_states b ON b.tap = r.tap AND b.state = r.to_state",
            "tap, state, next_state",
            {kTap,
             kPath,
             {"state", "a.name", "state that is left"},
             {"next_state", "b.name", "state that follows"},
             {"probability", "r.probability", "that it does, once the state is left"},
             {"expected_dwell", "r.expected_dwell", "mean cycles of a visit of `state`"}}};
}

View loops_view() {
    return {"loops",
            "States that a machine goes round in.",
            "raw_loops l JOIN raw_taps t ON t.tap = l.tap",
            "tap, loop",
            {kTap,
             kPath,
             {"loop", "l.loop", "number of the loop in its machine, from 0"},
             {"states", "l.states", "its states, in the order they are entered"},
             {"iterations", "l.iterations", "times that it was gone round"},
             {"cycles", "l.cycles", "cycles in its states"},
             {"cycles_per_iteration", ratio("l.cycles", "l.iterations"), "cycles / iterations"},
             {"share", ratio("l.cycles", "t.observed_cycles"), "cycles / observed_cycles"},
             {"quality", "l.quality", kQuality.meaning}}};
}

View bottlenecks_view() {
    return {"bottlenecks",
            "What limits the run, the worst first.",
            "raw_bottlenecks b",
            "rank",
            {{"rank", "b.rank", "1 is the worst"},
             {"path", "b.path", "block, queue, or what lies outside the design"},
             {"kind", "b.kind", "`compute`, `queue`, `bus`, `memory`, `lock`, `host` or `outside`"},
             {"share", "b.share", "share of the run that it explains; all add up to at most 1"},
             {"evidence", "b.evidence", "the numbers behind it, in a sentence"},
             {"quality", "b.quality", kQuality.meaning}}};
}

View pressure_view() {
    return {"pressure",
            "One step of the pressure of a bottleneck, from a victim to the cause.",
            "raw_pressure p",
            "rank, step",
            {{"rank", "p.rank", "bottleneck"},
             {"step", "p.step", "number of the step, from 0"},
             {"from_path", "p.from_path", "block that waits"},
             {"to_path", "p.to_path", "block that it waits for"},
             {"channel", "NULLIF(p.channel, '')", "path of the tap between them"},
             {"blocked_share", "p.blocked_share", "share of the run that it waits to send"},
             {"starved_share", "p.starved_share", "share of the run that it waits to receive"}}};
}

View victims_view() {
    return {"victims",
            "One block that waits because of a bottleneck.",
            "raw_victims v",
            "rank, waiting_cycles DESC, path",
            {{"rank", "v.rank", "bottleneck"},
             {"path", "v.path", "block that waits"},
             {"waiting_cycles", "v.waiting_cycles", "cycles of its waits that lead there"},
             {"share", "v.share", "waiting_cycles / cycles of the run"}}};
}

View frame_bottlenecks_view() {
    return {"frame_bottlenecks",
            "What limits one frame.",
            "raw_frame_bottlenecks f",
            "frame",
            {{"frame", "f.frame", "number of the frame, from 0"},
             {"start_edge", "f.start_edge", "edges of the clock before the frame"},
             {"end_edge", "f.end_edge", "edges of the clock up to its end"},
             {"path", "f.path", "what limits the frame"},
             {"kind", "f.kind", "as in `bottlenecks`"},
             {"share", "f.share", "share of the frame that it explains"},
             {"quality", "f.quality", kQuality.meaning}}};
}

View deadlocks_view() {
    return {
        "deadlocks",
        "One wait of a cycle of waits in which the run ended, or one block that went in circles "
        "(`end_state` of `run` says which).",
        "raw_deadlocks d",
        "cycle, step",
        {{"cycle", "d.cycle", "number of the cycle of waits, from 0"},
         {"step", "d.step", "number of the wait in it, from 0"},
         {"path", "d.path", "block that waits"},
         {"waits_for", "NULLIF(d.waits_for, '')", "block that it waits for"},
         {"channel", "NULLIF(d.channel, '')", "path of the tap between them"},
         {"reason", "d.reason", "what it waits for, in a phrase"}}};
}

View advice_view() {
    return {"advice",
            "One thing to change, what could bring most first.",
            "raw_advice a",
            "rank",
            {{"rank", "a.rank", "1 could bring most"},
             {"rule", "a.rule", "name of the rule that says so"},
             {"path", "a.path", "what to change"},
             {"sentence", "a.sentence", "what to do"},
             {"bound", "a.bound", "largest share of the run it could save; NULL when unknown"},
             {"reasoning", "a.reasoning", "why no more than that"},
             {"quality", "a.quality", kQuality.meaning}}};
}

View diagnostics_view() {
    return {"diagnostics",
            "One thing that Tapestry had to say while it made the run.",
            "raw_diagnostics d",
            "",
            {{"code", "d.code", "row of docs/diagnostics.md"},
             {"severity", "d.severity", "`note`, `warning` or `error`"},
             {"file", "NULLIF(d.file, '')", "file it is about"},
             {"line", "NULLIF(d.line, 0)", "line in that file"},
             {"sentence", "d.sentence", "what happened"},
             {"hint", "NULLIF(d.hint, '')", "what to do"}}};
}

}  // namespace

const std::vector<View>& views() {
    static const std::vector<View> all = {run_view(),
                                          clocks_view(),
                                          places_view(),
                                          taps_view(),
                                          blocks_view(),
                                          dependencies_view(),
                                          states_view(),
                                          transitions_view(),
                                          channels_view(),
                                          burst_histogram_view(),
                                          queues_view(),
                                          queue_histogram_view(),
                                          calls_view(),
                                          latency_histogram_view(),
                                          buses_view(),
                                          bus_latency_view(),
                                          bus_outstanding_view(),
                                          events_view(),
                                          value_totals_view(),
                                          value_histogram_view(),
                                          sums_view(),
                                          traces_view(),
                                          trace_view(),
                                          assertions_view(),
                                          threads_view(),
                                          numbers_view(),
                                          frames_view(),
                                          groups_view(),
                                          levels_view(),
                                          markov_view(),
                                          loops_view(),
                                          bottlenecks_view(),
                                          pressure_view(),
                                          victims_view(),
                                          frame_bottlenecks_view(),
                                          deadlocks_view(),
                                          advice_view(),
                                          diagnostics_view()};
    return all;
}

std::string select_of(const View& view) {
    std::string columns;
    for (const ViewColumn& c : view.columns) {
        columns += fmt::format("{}{} AS {}", columns.empty() ? "" : ", ", c.sql, c.name);
    }
    return fmt::format("SELECT {} FROM {}", columns, view.from);
}

std::string create_view(const View& view) {
    return fmt::format("CREATE VIEW {} AS {}", view.name, select_of(view));
}

std::string views_markdown() {
    std::string text =
        "# Public views of a run\n\n"
        "A run, `NAME.tapdb`, is a SQLite file; these views are its contract, and tables whose\n"
        "names begin with `raw_` are not. Counts are integers and stop at 2^63-1 (then the\n"
        "quality is `lower_bound`); shares and means are fractions, NULL where there is nothing "
        "to\n"
        "divide. What each number means is defined in [counting.md](counting.md).\n\n"
        "This page is made from `src/store/views.cpp`; a test keeps them equal.\n";
    for (const View& view : views()) {
        text += fmt::format("\n## {}\n\n{}\n\n| column | meaning |\n|---|---|\n", view.name,
                            view.meaning);
        for (const ViewColumn& c : view.columns) {
            text += fmt::format("| `{}` | {} |\n", c.name, c.meaning);
        }
    }
    return text;
}

}  // namespace tapestry
