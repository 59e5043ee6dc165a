// SPDX-License-Identifier: Apache-2.0
#include "show/store/format_2.h"

#include <fmt/format.h>

namespace tapestry {

namespace {

struct OldTable {
    const char* name;
    const char* columns;
    const char* options = "STRICT";
};

// Frozen: files of format 2 are compared with these.
constexpr const char* kOldKeyed = "STRICT, WITHOUT ROWID";
constexpr OldTable kOldTables[] = {
    {"raw_run", "key TEXT NOT NULL, value TEXT NOT NULL"},
    {"raw_clocks",
     "clock INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, edge TEXT NOT NULL, "
     "edges INTEGER, time INTEGER"},
    {"raw_taps",
     "tap INTEGER PRIMARY KEY, kind TEXT NOT NULL, path TEXT NOT NULL, scope TEXT NOT NULL, "
     "module TEXT NOT NULL, name TEXT NOT NULL, clock INTEGER, observed_cycles INTEGER, "
     "reset_cycles INTEGER, quality TEXT NOT NULL, source TEXT NOT NULL, protocol TEXT NOT NULL, "
     "producer TEXT NOT NULL, consumer TEXT NOT NULL, depth INTEGER NOT NULL, "
     "bus TEXT NOT NULL, direction TEXT NOT NULL, part TEXT NOT NULL"},
    {"raw_names", "name INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE"},
    {"raw_numbers",
     "tap INTEGER, name INTEGER, value INTEGER NOT NULL, quality TEXT NOT NULL, "
     "PRIMARY KEY (tap, name)",
     kOldKeyed},
    {"raw_states",
     "tap INTEGER, state INTEGER, name TEXT NOT NULL, category TEXT NOT NULL, "
     "category_quality TEXT NOT NULL, category_reason TEXT NOT NULL, "
     "cycles INTEGER NOT NULL, entries INTEGER NOT NULL, min_dwell INTEGER NOT NULL, "
     "max_dwell INTEGER NOT NULL, quality TEXT NOT NULL, source TEXT NOT NULL, "
     "PRIMARY KEY (tap, state)",
     kOldKeyed},
    {"raw_transitions",
     "tap INTEGER, from_state INTEGER, to_state INTEGER, count INTEGER NOT NULL, "
     "PRIMARY KEY (tap, from_state, to_state)",
     kOldKeyed},
    {"raw_histogram",
     "tap INTEGER, bin INTEGER, low INTEGER NOT NULL, high INTEGER NOT NULL, "
     "count INTEGER NOT NULL, PRIMARY KEY (tap, bin)",
     kOldKeyed},
    {"raw_trace",
     "tap INTEGER, record INTEGER, edge INTEGER NOT NULL, value INTEGER, name INTEGER, "
     "PRIMARY KEY (tap, record)",
     kOldKeyed},
    {"raw_frames",
     "tap INTEGER, frame INTEGER, start_edge INTEGER NOT NULL, end_edge INTEGER NOT NULL, "
     "PRIMARY KEY (tap, frame)",
     kOldKeyed},
    {"raw_growth",
     "tap INTEGER, frame INTEGER, name INTEGER, value INTEGER NOT NULL, "
     "PRIMARY KEY (tap, frame, name)",
     kOldKeyed},
    {"raw_blocks",
     "path TEXT NOT NULL, scope TEXT NOT NULL, module TEXT, tap INTEGER, observed_cycles INTEGER, "
     "busy_cycles INTEGER, transfer_cycles INTEGER, wait_recv_cycles INTEGER, "
     "wait_send_cycles INTEGER, wait_sync_cycles INTEGER, overhead_cycles INTEGER, "
     "idle_cycles INTEGER, unknown_cycles INTEGER, quality TEXT, source TEXT"},
    {"raw_groups",
     "path TEXT NOT NULL, members INTEGER NOT NULL, module TEXT NOT NULL, busy_min REAL NOT NULL, "
     "busy_max REAL NOT NULL, busy_mean REAL NOT NULL, outlier TEXT NOT NULL, "
     "quality TEXT NOT NULL"},
    {"raw_levels",
     "level TEXT NOT NULL, path TEXT NOT NULL, name TEXT NOT NULL, parent TEXT NOT NULL, "
     "blocks INTEGER NOT NULL, wait_max REAL NOT NULL, wait_max_path TEXT NOT NULL, "
     "transfer_max REAL NOT NULL, transfer_max_path TEXT NOT NULL, busy_min REAL NOT NULL, "
     "busy_max REAL NOT NULL, quality TEXT NOT NULL"},
    {"raw_markov",
     "tap INTEGER, from_state INTEGER, to_state INTEGER, probability REAL NOT NULL, "
     "expected_dwell REAL NOT NULL, PRIMARY KEY (tap, from_state, to_state)",
     kOldKeyed},
    {"raw_loops",
     "tap INTEGER, loop INTEGER, states TEXT NOT NULL, iterations REAL NOT NULL, "
     "cycles INTEGER NOT NULL, quality TEXT NOT NULL, PRIMARY KEY (tap, loop)",
     kOldKeyed},
    {"raw_bottlenecks",
     "rank INTEGER PRIMARY KEY, path TEXT NOT NULL, kind TEXT NOT NULL, share REAL NOT NULL, "
     "evidence TEXT NOT NULL, quality TEXT NOT NULL"},
    {"raw_pressure",
     "rank INTEGER, step INTEGER, from_path TEXT NOT NULL, to_path TEXT NOT NULL, "
     "channel TEXT NOT NULL, blocked_share REAL NOT NULL, starved_share REAL NOT NULL, "
     "PRIMARY KEY (rank, step)",
     kOldKeyed},
    {"raw_victims",
     "rank INTEGER, path TEXT, waiting_cycles INTEGER NOT NULL, share REAL NOT NULL, "
     "PRIMARY KEY (rank, path)",
     kOldKeyed},
    {"raw_frame_bottlenecks",
     "frame INTEGER PRIMARY KEY, start_edge INTEGER NOT NULL, end_edge INTEGER NOT NULL, "
     "path TEXT NOT NULL, kind TEXT NOT NULL, share REAL NOT NULL, quality TEXT NOT NULL"},
    {"raw_deadlocks",
     "cycle INTEGER, step INTEGER, path TEXT NOT NULL, waits_for TEXT NOT NULL, "
     "channel TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (cycle, step)",
     kOldKeyed},
    {"raw_advice",
     "rank INTEGER PRIMARY KEY, rule TEXT NOT NULL, path TEXT NOT NULL, sentence TEXT NOT NULL, "
     "bound REAL, reasoning TEXT NOT NULL, quality TEXT NOT NULL"},
    {"raw_edges", "from_block TEXT NOT NULL, to_block TEXT NOT NULL, channel TEXT NOT NULL"},
    {"raw_diagnostics",
     "code TEXT NOT NULL, severity TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL, "
     "sentence TEXT NOT NULL, hint TEXT NOT NULL"},
};

}  // namespace

std::vector<SchemaObject> format_2_tables() {
    std::vector<SchemaObject> objects;
    for (const OldTable& t : kOldTables) {
        objects.push_back(
            {t.name, fmt::format("CREATE TABLE {}({}) {}", t.name, t.columns, t.options)});
    }
    return objects;
}

std::vector<SchemaObject> format_2_made() {
    return {
        {"raw_run", "SELECT key, value, 'facts' AS origin FROM RAW.raw_run"},
        {"raw_clocks",
         "SELECT *, 'cycle' AS unit, NULL AS rate_hz, NULL AS offset_ns, 0.0 AS uncertainty_ns "
         "FROM RAW.raw_clocks"},
        {"raw_places",
         "SELECT 0 AS place, '' AS kind, '' AS path, '' AS name, NULL AS parent WHERE 0"},
        {"raw_host_states",
         "SELECT 0 AS tap, 0 AS state, 0 AS inclusive_ns, 0 AS bytes, '' AS peer, '' AS purpose "
         "WHERE 0"},
        {"raw_host_sites",
         "SELECT 0 AS tap, 0 AS site, 0 AS state, '' AS source, '' AS function, 0 AS entries, "
         "0 AS inclusive_ns, 0 AS max_ns, 0 AS bytes WHERE 0"},
        {"raw_messages",
         "SELECT 0 AS message, 0 AS from_place, 0 AS to_place, '' AS send_call, '' AS "
         "receive_call, 0 AS tag, '' AS communicator, 0 AS bytes, 0 AS send_start_ns, 0 AS "
         "send_end_ns, 0 AS receive_start_ns, 0 AS receive_end_ns WHERE 0"},
        {"raw_host_waits",
         "SELECT 0 AS place, '' AS pattern, 0 AS cause, '' AS call, 0 AS count, 0 AS wait_ns, "
         "'' AS source WHERE 0"},
        {"raw_host_events",
         "SELECT 0 AS place, '' AS kind, '' AS name, 0 AS time_ns, 0.0 AS value WHERE 0"},
        {"raw_taps",
         "SELECT *, COALESCE(observed_cycles + reset_cycles, 0) AS edges, quality AS own_quality, "
         "NULL AS place FROM RAW.raw_taps"},
        {"raw_map", "SELECT 0 AS tap, '' AS json WHERE 0"},
        {"raw_numbers", "SELECT *, 0 AS position FROM RAW.raw_numbers"},
        {"raw_frame_names", "SELECT 0 AS tap, 0 AS position, 0 AS name WHERE 0"},
        {"raw_twins", "SELECT 0 AS tap, 0 AS frame, 0 AS position, 0 AS value WHERE 0"},
        {"raw_large",
         "SELECT 0 AS tap, '' AS what, 0 AS frame, 0 AS position, '' AS value WHERE 0"},
        {"raw_operations", "SELECT 0 AS block, x'' AS bytes WHERE 0"},
        {"raw_experiments",
         "SELECT 0 AS experiment, '' AS path, '' AS state, '' AS kind, 0 AS factor, NULL AS "
         "cycles, NULL AS saving, '' AS status, '' AS reason, 0 AS by_beats WHERE 0"},
        {"raw_blocks", "SELECT *, NULL AS rank FROM RAW.raw_blocks"},
        {"raw_groups", "SELECT *, '' AS busiest FROM RAW.raw_groups"},
    };
}

}  // namespace tapestry
