// SPDX-License-Identifier: Apache-2.0
#include "show/query/named_queries.h"

#include <fmt/format.h>

#include <algorithm>

#include "show/store/query_functions.h"

namespace tapestry {

namespace {

const std::vector<NamedQuery> kQueries = {
    {"sending_states", "Which states move data more than a tenth of the time?",
     "SELECT run, path, state, cycles, share, quality FROM states\n"
     "WHERE category = 'transfer' AND share > 0.1 ORDER BY share DESC, path, state"},
    {"busy_states", "Which states take the most time, idle ones left out?",
     "SELECT run, path, state, category, cycles, share, quality FROM states\n"
     "WHERE cycles > 0 AND category IS NOT 'idle' ORDER BY share DESC, path, state LIMIT 20"},
    {"waiting_states", "Which states wait, and for what?",
     "SELECT run, path, state, category, cycles, share, max_dwell, quality FROM states\n"
     "WHERE category LIKE 'wait%' AND cycles > 0 ORDER BY cycles DESC, path, state"},
    {"long_visits", "Which states were once held far longer than usual?",
     "SELECT run, path, state, entries, share(cycles, entries) AS mean_dwell, max_dwell\n"
     "FROM states WHERE max_dwell > 10 * share(cycles, entries)\n"
     "ORDER BY max_dwell - mean_dwell DESC, path, state"},
    {"unreached_states", "Which states were never entered?",
     "SELECT run, path, state, source FROM states WHERE entries = 0 ORDER BY run, path, state"},
    {"likely_transitions", "Where does each machine go from each state, and how often?",
     "SELECT run, path, from_state, to_state, count,\n"
     "       share(count, sum(count) OVER (PARTITION BY run, tap, from_state)) AS share\n"
     "FROM transitions ORDER BY run, path, from_state, count DESC, to_state"},
    {"state_changes",
     "Which state of a thread follows which, and how long is it in neither? Of its outermost "
     "states.",
     "WITH outermost AS (\n"
     "    SELECT v.* FROM host_visits v JOIN call_paths p USING (run, tap, call_path)\n"
     "    WHERE p.parent IS NULL),\n"
     "changes AS (\n"
     "    SELECT run, path, state, lead(state) OVER thread AS next_state,\n"
     "           lead(start_ns) OVER thread - end_ns AS between_ns\n"
     "    FROM outermost WINDOW thread AS (PARTITION BY run, tap ORDER BY visit))\n"
     "SELECT run, path, state, next_state, count(*) AS count,\n"
     "       share(count(*), sum(count(*)) OVER (PARTITION BY run, path, state)) AS share,\n"
     "       sum(between_ns) AS between_ns\n"
     "FROM changes WHERE next_state IS NOT NULL\n"
     "GROUP BY run, path, state, next_state ORDER BY run, path, state, count DESC, next_state"},
    {"categories", "How do the machines of each run spend their time, all together?",
     "SELECT run, coalesce(category, 'unknown') AS category, sum(cycles) AS cycles,\n"
     "       share(sum(cycles), sum(sum(cycles)) OVER (PARTITION BY run)) AS share,\n"
     "       worst(quality) AS quality\n"
     "FROM states GROUP BY run, category ORDER BY run, 3 DESC, 2"},
    {"modules", "How busy are the machines of each module, the least and the most of them?",
     "SELECT run, module, count(*) AS machines, min(share(busy_cycles, observed_cycles)) AS "
     "busy_min,\n"
     "       max(share(busy_cycles, observed_cycles)) AS busy_max, worst(quality) AS quality\n"
     "FROM blocks WHERE tap IS NOT NULL AND observed_cycles > 0 GROUP BY run, module ORDER BY "
     "run, busy_max DESC, "
     "module"},
    {"blocked_channels", "Whose producer waits for its consumer?",
     "SELECT run, c.path, producer, consumer, blocked_cycles,\n"
     "       share(blocked_cycles, observed_cycles) AS share, longest_block, c.quality\n"
     "FROM channels c JOIN taps t USING (run, tap) WHERE blocked_cycles > 0\n"
     "ORDER BY share DESC, c.path"},
    {"starved_channels", "Whose consumer waits for its producer?",
     "SELECT run, c.path, producer, consumer, starved_cycles,\n"
     "       share(starved_cycles, observed_cycles) AS share, c.quality\n"
     "FROM channels c JOIN taps t USING (run, tap) WHERE starved_cycles > 0\n"
     "ORDER BY share DESC, c.path"},
    {"traffic", "How much goes through each channel, and how near to a beat a cycle?",
     "SELECT run, c.path, beats, packets, bytes, share(bytes, observed_cycles) AS "
     "bytes_per_cycle,\n"
     "       share(beats, observed_cycles) AS beats_per_cycle, c.quality\n"
     "FROM channels c JOIN taps t USING (run, tap) ORDER BY bytes DESC, beats DESC, c.path"},
    {"full_queues", "Which queues were full, and how many pushes did that cost?",
     "SELECT run, q.path, depth, full_cycles, share(full_cycles, observed_cycles) AS share,\n"
     "       refused_pushes, q.quality\n"
     "FROM queues q JOIN taps t USING (run, tap) WHERE full_cycles > 0\n"
     "ORDER BY share DESC, q.path"},
    {"unused_depth", "Which queues are deeper than they were ever filled?",
     "SELECT run, path, depth, max_occupancy, depth - max_occupancy AS unused, "
     "mean_occupancy,\n"
     "       quality\n"
     "FROM queues WHERE depth > max_occupancy ORDER BY unused DESC, path"},
    {"slow_calls", "Which calls take the most cycles?",
     "SELECT run, path, invocations, busy_cycles, min_latency, mean_latency, max_latency, "
     "quality\n"
     "FROM calls WHERE invocations > 0 ORDER BY busy_cycles DESC, path"},
    {"frame_peaks", "In which frame was each channel blocked most?",
     "SELECT run, path, frame, start_edge, end_edge, max(value) AS blocked_cycles\n"
     "FROM frames WHERE name = 'blocked_cycles' GROUP BY run, tap\n"
     "ORDER BY blocked_cycles DESC, path"},
    {"across_runs", "Which states differ most between the runs?",
     "SELECT path, state, count(*) AS runs, min(share) AS least, max(share) AS most,\n"
     "       max(share) - min(share) AS difference, worst(quality) AS quality\n"
     "FROM states GROUP BY path, state HAVING difference > 0\n"
     "ORDER BY difference DESC, path, state"},
    {"bottlenecks", "What limits each run, the worst first?",
     "SELECT run, rank, path, kind, share, effect, saving, evidence, quality FROM bottlenecks "
     "ORDER BY run, "
     "rank"},
    {"loops", "Which loops of the machines take the most time, and how long an iteration?",
     "SELECT run, path, loop, iterations, cycles, cycles_per_iteration, share, quality\n"
     "FROM loops ORDER BY share DESC, path, loop"},
    {"advice", "What could be changed, and what could that bring at most?",
     "SELECT run, rank, rule, path, sentence, saving, bound, quality FROM advice ORDER BY run, "
     "rank"},
    {"not_exact", "Which numbers must not be taken as exact?",
     "SELECT run, path, kind, name, value, quality FROM numbers WHERE quality <> 'exact'\n"
     "UNION ALL SELECT run, path, 'fsm', state, cycles, quality FROM states\n"
     "WHERE quality <> 'exact'\n"
     "UNION ALL SELECT run, path, kind, 'silent', NULL, quality FROM taps\n"
     "WHERE observed_cycles IS NULL ORDER BY 1, 2, 4"},
};

}  // namespace

const std::vector<NamedQuery>& named_queries() { return kQueries; }

const NamedQuery* find_named_query(std::string_view name) {
    const auto& all = named_queries();
    const auto it =
        std::find_if(all.begin(), all.end(), [&](const NamedQuery& q) { return q.name == name; });
    return it == all.end() ? nullptr : &*it;
}

std::string queries_markdown() {
    std::string text =
        "# Queries\n\n"
        "`tapestry query` runs one SELECT over one run or several:\n\n"
        "    tapestry query \"SELECT path, state, share FROM states WHERE category = "
        "'transfer' AND share > 0.1\"\n"
        "    tapestry query before=a.tapdb after=b.tapdb --named across_runs\n"
        "    tapestry query --list\n\n"
        "The views are those of [views.md](views.md), each with one more column in front: `run`, "
        "the name of\n"
        "the run that a row belongs to. Each run is also there by its name (`before.states`). A "
        "name "
        "is given as\n"
        "`NAME=FILE`; without one it is that of the file, or of its folder for a file called "
        "`run.tapdb`.\n"
        "Joins say `USING (run, tap)`. The answer is aligned text, `--csv` or `--json`.\n\n"
        "A query can only read: it cannot write, attach another file or load code, and it ends at "
        "`--timeout`.\n\n"
        "This page is made from `src/show/query/named_queries.cpp` and "
        "`src/show/store/query_functions.cpp`; a test keeps\nthem equal, and runs every query.\n\n"
        "## Functions\n\nBeside those of SQLite. Each gives NULL for NULL.\n\n"
        "| function | meaning |\n|---|---|\n";
    for (const QueryFunction& f : query_functions()) {
        text += fmt::format("| `{}({})` | {} |\n", f.name, f.arguments, f.meaning);
    }
    text += "\n## Named queries\n";
    for (const NamedQuery& q : named_queries()) {
        text += fmt::format("\n### {}\n\n{}\n\n```sql\n{}\n```\n", q.name, q.answers, q.sql);
    }
    return text;
}

}  // namespace tapestry
