// SPDX-License-Identifier: Apache-2.0
// State machines: their states, transitions, threads, models.
#include <fmt/format.h>

#include "model/category.h"
#include "show/store/schema.h"
#include "show/store/view_parts.h"

namespace tapestry {

View states_view() {
    return {
        "states",
        "One state of a state machine. `other` stands for values that no name is known for, "
        "and is there only when it was seen.",
        "raw_states s JOIN raw_taps t ON t.tap = s.tap",
        "tap, cycles DESC, state",
        {tap_column(),
         path_column(),
         {"state", "s.name", "name of the state", kText},
         {"category", "s.category", category_list("`"), kMaybeText},
         {"category_quality", "s.category_quality",
          "`exact` when the user or the design says so, `estimated` when a rule guessed it",
          kMaybeText},
         {"category_reason", "s.category_reason", "why this category, in a phrase", kMaybeText},
         {"cycles", "s.cycles", "cycles in this state", kCount},
         {"share", ratio("s.cycles", "t.observed_cycles"), "cycles / observed_cycles", kReal},
         {"time_ns", time_ns("s.cycles"),
          "time in this state; NULL where the rate of its clock is not known", kReal},
         {"entries", "s.entries", "visits", kCount},
         {"min_dwell", "NULLIF(s.min_dwell, 0)",
          "shortest visit that ended by moving on; NULL when there is none", kMaybeCount},
         {"max_dwell", "NULLIF(s.max_dwell, 0)", "longest visit; NULL when there is none",
          kMaybeCount},
         {"named_by", fmt::format("iif(t.protocol = '{}', 'pragma', 'design')", kPragmaProtocol),
          "`design` for a machine of the design's own, `pragma` for states that comments name",
          kText},
         {"quality", "s.quality", quality_column().meaning, kText},
         {"source", "COALESCE(NULLIF(s.source, ''), t.source)", source_column().meaning,
          kMaybeText}}};
}

View transitions_view() {
    return {"transitions",
            "One pair of states that followed each other.",
            "raw_transitions r JOIN raw_taps t ON t.tap = r.tap "
            "JOIN raw_states a ON a.tap = r.tap AND a.state = r.from_state "
            "JOIN raw_states b ON b.tap = r.tap AND b.state = r.to_state",
            "tap, from_state, to_state",
            {tap_column(),
             path_column(),
             {"from_state", "a.name", "state that was left", kText},
             {"to_state", "b.name", "state that was entered next", kText},
             {"count", "r.count", "how often", kCount}}};
}

// The times of hardware threads; each is counted as a state machine.
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
            {tap_column(),
             path_column(),
             {"thread", "CAST(substr(t.path, length(rtrim(t.path, '0123456789]')) + 1) AS INTEGER)",
              "its number", kIndex},
             {"idle_cycles", cycles("idle"), "cycles without work", kMaybeCount},
             {"running_cycles", cycles("running"), "cycles at work", kMaybeCount},
             {"critical_cycles", cycles("critical"), "cycles at work in a critical section",
              kMaybeCount},
             {"spinning_cycles", cycles("spinning"), "cycles waiting for one", kMaybeCount},
             {"changes",
              "(SELECT COALESCE(SUM(x.count), 0) FROM raw_transitions x WHERE x.tap = t.tap)",
              "changes of state", kMaybeCount},
             quality_column(),
             source_column()}};
}

View markov_view() {
    return {"markov",
            "One step of a machine's Markov model.",
            "raw_markov r JOIN raw_taps t ON t.tap = r.tap "
            "JOIN raw_states a ON a.tap = r.tap AND a.state = r.from_state "
            "JOIN raw_states b ON b.tap = r.tap AND b.state = r.to_state",
            "tap, state, next_state",
            {tap_column(),
             path_column(),
             {"state", "a.name", "state that is left", kText},
             {"next_state", "b.name", "state that follows", kText},
             {"probability", "r.probability", "that it does, once the state is left", kIndex},
             {"expected_dwell", "r.expected_dwell", "mean cycles of a visit of `state`", kReal}}};
}

View loops_view() {
    return {
        "loops",
        "States that a machine goes round in.",
        "raw_loops l JOIN raw_taps t ON t.tap = l.tap",
        "tap, loop",
        {tap_column(),
         path_column(),
         {"loop", "l.loop", "number of the loop in its machine, from 0", kText},
         {"states", "l.states", "its states, in the order they are entered", kText},
         {"iterations", "l.iterations", "times that it was gone round", kMaybeCount},
         {"cycles", "l.cycles", "cycles in its states", kMaybeCount},
         {"cycles_per_iteration", ratio("l.cycles", "l.iterations"), "cycles / iterations", kReal},
         {"share", ratio("l.cycles", "t.observed_cycles"), "cycles / observed_cycles", kReal},
         {"quality", "l.quality", quality_column().meaning, kMaybeText}}};
}

// Whom a state waits for, if that is one block and no partner of a stream: who answers a call, or
// just says when it is done. Machines that wait for two or more such blocks hand a token round.
constexpr const char* kHolders =
    "WITH held AS (SELECT m.tap AS tap, st.key AS state, MIN(json_extract(w.value, '$.from')) AS "
    "holder FROM raw_map m JOIN raw_taps k ON k.tap = m.tap AND k.kind = 'fsm', "
    "json_each(iif(json_valid(m.json), m.json, '{}'), '$.states') st, json_each(st.value, "
    "'$.waits') w "
    "WHERE json_extract(w.value, '$.role') IN ('', 'done') GROUP BY m.tap, st.key, k.scope "
    "HAVING COUNT(DISTINCT json_extract(w.value, '$.from')) = 1 AND holder NOT IN ('', k.scope)), "
    "controllers AS (SELECT tap FROM held GROUP BY tap HAVING COUNT(DISTINCT holder) > 1) ";

View phases_view() {
    return {
        "phases",
        "One holder of the token of a machine that hands it round: a controller that starts one "
        "unit after the other and waits for each. The cycles of a controller's phases sum to its "
        "observed_cycles.",
        fmt::format(
            "({}SELECT s.tap AS tap, COALESCE(h.holder, t.scope) AS holder, SUM(s.cycles) AS "
            "cycles, MAX(s.entries) AS visits, group_concat(s.name, ' ') AS states FROM raw_states "
            "s JOIN raw_taps t ON t.tap = s.tap JOIN controllers c ON c.tap = s.tap LEFT JOIN held "
            "h ON h.tap = s.tap AND h.state = s.state WHERE s.cycles > 0 GROUP BY s.tap, "
            "COALESCE(h.holder, t.scope)) p JOIN raw_taps t ON t.tap = p.tap",
            kHolders),
        "tap, cycles DESC, holder",
        {tap_column(),
         path_column(),
         {"holder", "p.holder",
          "block that the machine waits for meanwhile; the machine's own block in states in which "
          "it waits for none",
          kText},
         {"states", "p.states", "states of the machine meanwhile", kText},
         {"cycles", "p.cycles", "cycles in these states", kCount},
         {"share", ratio("p.cycles", "t.observed_cycles"), "cycles / observed_cycles", kReal},
         {"time_ns", time_ns("p.cycles"), "cycles as time; NULL where the rate is not known",
          kReal},
         {"visits", "p.visits", "visits of the state that was entered most often", kCount},
         quality_column(),
         source_column()}};
}

View phase_frames_view() {
    return {"phase_frames",
            "How long a holder of `phases` had the token in one frame.",
            fmt::format(
                "({}SELECT g.tap AS tap, g.frame AS frame, COALESCE(h.holder, t.scope) AS holder, "
                "SUM(g.value) AS cycles FROM raw_states s JOIN raw_taps t ON t.tap = s.tap JOIN "
                "controllers c ON c.tap = s.tap JOIN raw_names n ON n.word = 'state.' || s.name "
                "JOIN raw_growth g ON g.tap = s.tap AND g.name = n.name LEFT JOIN held h ON h.tap "
                "= s.tap AND h.state = s.state GROUP BY g.tap, g.frame, COALESCE(h.holder, "
                "t.scope)) p JOIN raw_taps t ON t.tap = p.tap JOIN raw_frames f ON f.tap = p.tap "
                "AND f.frame = p.frame",
                kHolders),
            "tap, frame, holder",
            {tap_column(),
             path_column(),
             {"frame", "p.frame", "number of the frame, from 0", kIndex},
             {"start_edge", "f.start_edge", "edges of the tap's clock before the frame", kCount},
             {"end_edge", "f.end_edge", "edges of the tap's clock up to its end", kCount},
             {"holder", "p.holder", "who had it", kText},
             {"cycles", "p.cycles", "for so many cycles", kCount}}};
}

}  // namespace tapestry
