// SPDX-License-Identifier: Apache-2.0
#include "show/store/schema.h"

#include <fmt/format.h>

#include "model/category.h"
#include "show/store/views.h"

namespace tapestry {

namespace {

struct RawTable {
    const char* name;
    const char* columns;
    const char* options = "STRICT";
};

// Keys start with the tap, so that the rows of a tap are adjacent and a view finds them quickly.
constexpr const char* kKeyed = "STRICT, WITHOUT ROWID";
constexpr RawTable kTables[] = {
    // origin: `run`, `facts` for RunFacts, or `hidden` for values that are not shown to users
    {"raw_run", "key TEXT NOT NULL, value TEXT NOT NULL, origin TEXT NOT NULL"},
    {"raw_clocks",
     "clock INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, edge TEXT NOT NULL, "
     "edges INTEGER, time INTEGER, unit TEXT NOT NULL, rate_hz REAL, offset_ns REAL, "
     "uncertainty_ns REAL NOT NULL"},
    {"raw_places",
     "place INTEGER PRIMARY KEY, kind TEXT NOT NULL, path TEXT NOT NULL, name TEXT NOT NULL, "
     "parent INTEGER"},
    // quality: that of the worst number as stored; own_quality: that of the tap as measured.
    // protocol: the trigger of a trace, or `pragmas` for a machine whose states pragmas name
    {"raw_taps",
     "tap INTEGER PRIMARY KEY, kind TEXT NOT NULL, path TEXT NOT NULL, scope TEXT NOT NULL, "
     "module TEXT NOT NULL, name TEXT NOT NULL, clock INTEGER, observed_cycles INTEGER, "
     "reset_cycles INTEGER, quality TEXT NOT NULL, source TEXT NOT NULL, protocol TEXT NOT NULL, "
     "producer TEXT NOT NULL, consumer TEXT NOT NULL, depth INTEGER NOT NULL, "
     "bus TEXT NOT NULL, direction TEXT NOT NULL, part TEXT NOT NULL, edges INTEGER NOT NULL, "
     "own_quality TEXT NOT NULL, place INTEGER"},
    // Each tap as in taps.json.
    {"raw_map", "tap INTEGER PRIMARY KEY, json TEXT NOT NULL"},
    {"raw_names", "name INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE"},
    {"raw_numbers",
     "tap INTEGER, name INTEGER, value INTEGER NOT NULL, quality TEXT NOT NULL, "
     "position INTEGER NOT NULL, PRIMARY KEY (tap, name)",
     kKeyed},
    {"raw_states",
     "tap INTEGER, state INTEGER, name TEXT NOT NULL, category TEXT NOT NULL, "
     "category_quality TEXT NOT NULL, category_reason TEXT NOT NULL, "
     "cycles INTEGER NOT NULL, entries INTEGER NOT NULL, min_dwell INTEGER NOT NULL, "
     "max_dwell INTEGER NOT NULL, quality TEXT NOT NULL, source TEXT NOT NULL, "
     "PRIMARY KEY (tap, state)",
     kKeyed},
    {"raw_transitions",
     "tap INTEGER, from_state INTEGER, to_state INTEGER, count INTEGER NOT NULL, "
     "PRIMARY KEY (tap, from_state, to_state)",
     kKeyed},
    {"raw_histogram",
     "tap INTEGER, bin INTEGER, low INTEGER NOT NULL, high INTEGER NOT NULL, "
     "count INTEGER NOT NULL, PRIMARY KEY (tap, bin)",
     kKeyed},
    {"raw_trace",
     "tap INTEGER, record INTEGER, edge INTEGER NOT NULL, value INTEGER, name INTEGER, "
     "PRIMARY KEY (tap, record)",
     kKeyed},
    {"raw_frames",
     "tap INTEGER, frame INTEGER, start_edge INTEGER NOT NULL, end_edge INTEGER NOT NULL, "
     "PRIMARY KEY (tap, frame)",
     kKeyed},
    {"raw_growth",
     "tap INTEGER, frame INTEGER, name INTEGER, value INTEGER NOT NULL, "
     "PRIMARY KEY (tap, frame, name)",
     kKeyed},
    {"raw_frame_names",
     "tap INTEGER, position INTEGER, name INTEGER NOT NULL, PRIMARY KEY (tap, position)", kKeyed},
    // States with the same name share a row of raw_growth; this has the part of all but the first.
    {"raw_twins",
     "tap INTEGER, frame INTEGER, position INTEGER, value INTEGER NOT NULL, "
     "PRIMARY KEY (tap, frame, position)",
     kKeyed},
    // Numbers too large for SQLite, in decimal: `number` by position, `trace` by record, `growth`
    // by position in a frame.
    {"raw_large",
     "tap INTEGER, what TEXT, frame INTEGER, position INTEGER, value TEXT NOT NULL, "
     "PRIMARY KEY (tap, what, frame, position)",
     kKeyed},
    {"raw_host_states",
     "tap INTEGER, state INTEGER, inclusive_ns INTEGER NOT NULL, bytes INTEGER NOT NULL, "
     "peer TEXT NOT NULL, purpose TEXT NOT NULL, PRIMARY KEY (tap, state)",
     kKeyed},
    {"raw_host_sizes",
     "tap INTEGER, state INTEGER, transfers INTEGER NOT NULL, min_bytes INTEGER NOT NULL, "
     "max_bytes INTEGER NOT NULL, overhead_ns INTEGER NOT NULL, PRIMARY KEY (tap, state)",
     kKeyed},
    {"raw_host_counts",
     "tap INTEGER, state INTEGER, counter TEXT NOT NULL, value INTEGER NOT NULL, "
     "PRIMARY KEY (tap, state, counter)",
     kKeyed},
    {"raw_call_paths",
     "tap INTEGER, path INTEGER, parent INTEGER, state INTEGER NOT NULL, source TEXT NOT NULL, "
     "entries INTEGER NOT NULL, inclusive_ns INTEGER NOT NULL, own_ns INTEGER NOT NULL, "
     "min_ns INTEGER NOT NULL, max_ns INTEGER NOT NULL, bytes INTEGER NOT NULL, "
     "PRIMARY KEY (tap, path)",
     kKeyed},
    {"raw_visits",
     "tap INTEGER, visit INTEGER, path INTEGER NOT NULL, start_ns INTEGER NOT NULL, "
     "end_ns INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (tap, visit)",
     kKeyed},
    {"raw_collectives",
     "collective INTEGER PRIMARY KEY, place INTEGER, call TEXT NOT NULL, "
     "communicator TEXT NOT NULL, number TEXT NOT NULL, root INTEGER, start_ns INTEGER NOT NULL, "
     "end_ns INTEGER NOT NULL, bytes INTEGER NOT NULL"},
    {"raw_host_sites",
     "tap INTEGER, site INTEGER, state INTEGER NOT NULL, source TEXT NOT NULL, "
     "function TEXT NOT NULL, entries INTEGER NOT NULL, inclusive_ns INTEGER NOT NULL, "
     "max_ns INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (tap, site)",
     kKeyed},
    {"raw_messages",
     "message INTEGER PRIMARY KEY, from_place INTEGER, to_place INTEGER, send_call TEXT NOT NULL, "
     "receive_call TEXT NOT NULL, tag INTEGER NOT NULL, communicator TEXT NOT NULL, "
     "bytes INTEGER NOT NULL, send_start_ns INTEGER NOT NULL, send_end_ns INTEGER NOT NULL, "
     "receive_start_ns INTEGER NOT NULL, receive_end_ns INTEGER NOT NULL"},
    {"raw_host_waits",
     "place INTEGER, pattern TEXT NOT NULL, cause INTEGER, call TEXT NOT NULL, "
     "count INTEGER NOT NULL, wait_ns INTEGER NOT NULL, source TEXT NOT NULL"},
    {"raw_host_events",
     "place INTEGER, kind TEXT NOT NULL, name TEXT NOT NULL, time_ns INTEGER NOT NULL, "
     "value REAL NOT NULL"},
    {"raw_operations", "block INTEGER PRIMARY KEY, bytes BLOB NOT NULL"},
    {"raw_experiments",
     "experiment INTEGER PRIMARY KEY, path TEXT NOT NULL, state TEXT NOT NULL, "
     "kind TEXT NOT NULL, factor INTEGER NOT NULL, cycles INTEGER, saving REAL, "
     "status TEXT NOT NULL, reason TEXT NOT NULL, by_beats INTEGER NOT NULL"},
    {"raw_blocks",
     "path TEXT NOT NULL, scope TEXT NOT NULL, module TEXT, tap INTEGER, observed_cycles INTEGER, "
     "{categories}, quality TEXT, source TEXT, rank INTEGER"},
    {"raw_groups",
     "path TEXT NOT NULL, members INTEGER NOT NULL, module TEXT NOT NULL, busy_min REAL NOT NULL, "
     "busy_max REAL NOT NULL, busy_mean REAL NOT NULL, busiest TEXT NOT NULL, "
     "outlier TEXT NOT NULL, quality TEXT NOT NULL"},
    {"raw_levels",
     "level TEXT NOT NULL, path TEXT NOT NULL, name TEXT NOT NULL, parent TEXT NOT NULL, "
     "blocks INTEGER NOT NULL, wait_max REAL NOT NULL, wait_max_path TEXT NOT NULL, "
     "transfer_max REAL NOT NULL, transfer_max_path TEXT NOT NULL, busy_min REAL NOT NULL, "
     "busy_max REAL NOT NULL, quality TEXT NOT NULL"},
    {"raw_markov",
     "tap INTEGER, from_state INTEGER, to_state INTEGER, probability REAL NOT NULL, "
     "expected_dwell REAL NOT NULL, PRIMARY KEY (tap, from_state, to_state)",
     kKeyed},
    {"raw_loops",
     "tap INTEGER, loop INTEGER, states TEXT NOT NULL, iterations REAL NOT NULL, "
     "cycles INTEGER NOT NULL, quality TEXT NOT NULL, PRIMARY KEY (tap, loop)",
     kKeyed},
    {"raw_bottlenecks",
     "rank INTEGER PRIMARY KEY, path TEXT NOT NULL, kind TEXT NOT NULL, share REAL NOT NULL, "
     "evidence TEXT NOT NULL, quality TEXT NOT NULL, effect TEXT NOT NULL, saving REAL"},
    {"raw_pressure",
     "rank INTEGER, step INTEGER, from_path TEXT NOT NULL, to_path TEXT NOT NULL, "
     "channel TEXT NOT NULL, blocked_share REAL NOT NULL, starved_share REAL NOT NULL, "
     "PRIMARY KEY (rank, step)",
     kKeyed},
    {"raw_victims",
     "rank INTEGER, path TEXT, waiting_cycles INTEGER NOT NULL, share REAL NOT NULL, "
     "PRIMARY KEY (rank, path)",
     kKeyed},
    {"raw_frame_bottlenecks",
     "frame INTEGER PRIMARY KEY, start_edge INTEGER NOT NULL, end_edge INTEGER NOT NULL, "
     "path TEXT NOT NULL, kind TEXT NOT NULL, share REAL NOT NULL, quality TEXT NOT NULL"},
    {"raw_deadlocks",
     "cycle INTEGER, step INTEGER, path TEXT NOT NULL, waits_for TEXT NOT NULL, "
     "channel TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (cycle, step)",
     kKeyed},
    {"raw_advice",
     "rank INTEGER PRIMARY KEY, rule TEXT NOT NULL, path TEXT NOT NULL, sentence TEXT NOT NULL, "
     "bound REAL, reasoning TEXT NOT NULL, quality TEXT NOT NULL, saving REAL"},
    {"raw_edges", "from_block TEXT NOT NULL, to_block TEXT NOT NULL, channel TEXT NOT NULL"},
    {"raw_diagnostics",
     "code TEXT NOT NULL, severity TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL, "
     "sentence TEXT NOT NULL, hint TEXT NOT NULL"},
};

// The columns of a table, with "{categories}" replaced by one column per category.
std::string columns_of(const RawTable& table) {
    constexpr std::string_view kMark = "{categories}";
    std::string columns = table.columns;
    const std::size_t mark = columns.find(kMark);
    if (mark == std::string::npos) return columns;
    std::string cycles;
    for (const CategoryRow& c : kCategoryTable)
        cycles += fmt::format("{}_cycles INTEGER, ", c.word);
    cycles += fmt::format("{}_cycles INTEGER", kUnknownTime.word);
    return columns.replace(mark, kMark.size(), cycles);
}

}  // namespace

std::vector<SchemaObject> raw_tables() {
    std::vector<SchemaObject> objects;
    for (const RawTable& t : kTables) {
        objects.push_back(
            {t.name, fmt::format("CREATE TABLE {}({}) {}", t.name, columns_of(t), t.options)});
    }
    return objects;
}

std::vector<SchemaObject> schema_objects() {
    std::vector<SchemaObject> objects = raw_tables();
    for (const View& view : views()) objects.push_back({view.name, create_view(view)});
    return objects;
}

}  // namespace tapestry
