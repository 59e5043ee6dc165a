// SPDX-License-Identifier: Apache-2.0
#include "show/editor/line_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/number_text.h"
#include "base/path_name.h"
#include "show/store/run_view.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// Names of a design may hold what Markdown takes for markup.
std::string as_code(const std::string& name) {
    std::string text = name;
    std::erase(text, '`');
    return "`" + text + "`";
}

std::string cycles_of(const Cell& cell) { return thousands(integer(cell)); }

LineNote state_note(const Row& r) {
    const std::string state = text(r[2]);
    LineNote note;
    note.share = real(r[4]);
    note.category = text(r[5]);
    note.brief = fmt::format("{} {} cycles, {}", state, cycles_of(r[3]), percent(note.share));
    note.detail = fmt::format("**{}** of {}: {} cycles, {} ({}{}{})", as_code(state),
                              as_code(text(r[1])), cycles_of(r[3]), percent(note.share),
                              note.category, is_null(r[6]) ? "" : ": ", text(r[6]));
    if (integer(r[7]) > 0)
        note.detail +=
            fmt::format("; {} visits, the longest {} cycles", cycles_of(r[7]), cycles_of(r[8]));
    return note;
}

LineNote stream_note(const Row& r) {
    LineNote note;
    const std::string name(last_part(text(r[1])));
    note.brief = fmt::format("{}: {} beats, blocked {}, starved {}", name, cycles_of(r[2]),
                             cycles_of(r[3]), cycles_of(r[4]));
    note.detail =
        fmt::format("stream {}: {} beats; blocked {} cycles (the longest {}), starved {}, idle {}",
                    as_code(text(r[1])), cycles_of(r[2]), cycles_of(r[3]), cycles_of(r[6]),
                    cycles_of(r[4]), cycles_of(r[5]));
    return note;
}

LineNote queue_note(const Row& r) {
    LineNote note;
    const std::string name(last_part(text(r[1])));
    const std::string depth = is_null(r[2]) ? "" : " of " + cycles_of(r[2]);
    note.brief =
        fmt::format("{}: held {}{}, full {} cycles", name, cycles_of(r[3]), depth, cycles_of(r[5]));
    note.detail = fmt::format(
        "queue {}: held at most {}{}, {} in the mean; full {} cycles, empty {}; {} pushes",
        as_code(text(r[1])), cycles_of(r[3]), depth, decimal(real(r[4])), cycles_of(r[5]),
        cycles_of(r[6]), cycles_of(r[7]));
    return note;
}

LineNote call_note(const Row& r) {
    LineNote note;
    note.brief = fmt::format("{}: {} calls, {} cycles each", std::string(last_part(text(r[1]))),
                             cycles_of(r[2]), decimal(real(r[4])));
    note.detail =
        fmt::format("call {}: {} times, busy {} cycles, {} to {} cycles each", as_code(text(r[1])),
                    cycles_of(r[2]), cycles_of(r[3]), cycles_of(r[5]), cycles_of(r[6]));
    return note;
}

LineNote limit_note(const Row& r) {
    LineNote note;
    note.limits = true;
    note.brief = fmt::format("limits no. {}: {}", integer(r[2]), text(r[3]));
    note.detail = fmt::format("**What limits the run, no. {}**: {} ({}). {}", integer(r[2]),
                              as_code(text(r[1])), text(r[3]), text(r[4]));
    return note;
}

// What is noted, and the rows that say it; the first column is file:line.
struct NoteKind {
    const char* sql;
    LineNote (*note_of)(const Row&);
};

constexpr NoteKind kNoteKinds[] = {
    {"SELECT coalesce((SELECT source FROM blocks b WHERE b.path = t.path OR b.scope = t.path), "
     "(SELECT source FROM taps n WHERE n.path = t.path)), t.path, t.rank, t.effect, t.evidence "
     "FROM bottlenecks t ORDER BY t.rank",
     limit_note},
    {"SELECT source, path, state, cycles, share, category, category_reason, entries, max_dwell "
     "FROM states WHERE cycles > 0",
     state_note},
    {"SELECT source, path, transfer_cycles, blocked_cycles, starved_cycles, idle_cycles, "
     "longest_block FROM channels WHERE transfer_cycles IS NOT NULL",
     stream_note},
    {"SELECT source, path, depth, max_occupancy, mean_occupancy, full_cycles, empty_cycles, "
     "pushes FROM queues WHERE max_occupancy IS NOT NULL",
     queue_note},
    {"SELECT source, path, invocations, busy_cycles, mean_latency, min_latency, max_latency "
     "FROM calls WHERE invocations > 0",
     call_note},
};

std::string fact_of(const RunView& run, const char* key, Diagnostics& diagnostics) {
    const Result<Table> rows =
        run.query(fmt::format("SELECT value FROM run WHERE key = '{}'", key), diagnostics);
    return rows && !rows->rows.empty() ? text(rows->rows[0][0]) : "";
}

}  // namespace

Result<RunNotes> notes_of_run(const fs::path& run_file, const fs::path& folder,
                              Diagnostics& diagnostics) {
    const Result<RunView> run = open_run(run_file, diagnostics);
    if (!run) return run.failure();
    RunNotes notes{fact_of(*run, "design", diagnostics), fact_of(*run, "answer", diagnostics), {}};
    const std::string made_in = fact_of(*run, "profile_folder", diagnostics);
    const fs::path base = made_in.empty() ? folder : fs::path(made_in);
    for (const NoteKind& kind : kNoteKinds) {
        auto take = [&](const Row& row) {
            const std::string source = text(row[0]);
            const std::size_t colon = source.rfind(':');
            if (colon == source.npos) return;
            const int line = std::atoi(source.c_str() + colon + 1);
            const fs::path file = (base / source.substr(0, colon)).lexically_normal();
            notes.files[file][line].push_back(kind.note_of(row));
        };
        if (const auto done = run->for_each_row(kind.sql, take, diagnostics); !done)
            return done.failure();
    }
    for (auto& [file, lines] : notes.files)
        for (auto& [line, list] : lines)
            std::stable_sort(list.begin(), list.end(), [](const LineNote& a, const LineNote& b) {
                return a.limits != b.limits ? a.limits : a.share > b.share;
            });
    return notes;
}

}  // namespace tapestry
