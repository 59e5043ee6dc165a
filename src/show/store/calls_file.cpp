// SPDX-License-Identifier: Apache-2.0
#include "show/store/calls_file.h"

#include <sqlite3.h>

#include <charconv>
#include <map>
#include <optional>
#include <string>

#include "base/codes/runs.h"
#include "show/store/format_5.h"
#include "show/store/format_6.h"
#include "show/store/host_tables.h"
#include "show/store/run_file.h"
#include "show/store/sqlite.h"

namespace tapestry {

namespace {

std::optional<std::int64_t> place_or_null(int place) {
    return place < 0 ? std::nullopt : std::optional<std::int64_t>(place);
}

std::uint64_t count_in(const Statement& row, int column) {
    return static_cast<std::uint64_t>(row.integer(column));
}

constexpr const char* kCollectives =
    "SELECT place, call, communicator, number, root, start_ns, end_ns, bytes FROM raw_collectives "
    "ORDER BY collective";

bool is_number(const std::string& text, std::uint64_t& value) {
    const char* const behind = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), behind, value);
    return error == std::errc() && end == behind;
}

// They were checked.
void each_collective(Database& db, const Rows<HostCollective>::Take& take) {
    Statement row(db, kCollectives);
    while (row.next()) {
        std::uint64_t number = 0;
        is_number(row.text(3), number);
        take({place_in(row, 0), row.text(1), row.text(2), number, place_in(row, 4),
              count_in(row, 5), count_in(row, 6), count_in(row, 7)});
    }
}

class CallsReader {
public:
    CallsReader(const Run& run, Database& db, bool has_counts)
        : run_(run), db_(db), has_counts_(has_counts) {}

    std::optional<HostCalls> read() {
        read_paths();
        read_visits();
        read_sizes();
        check_collectives();
        if (has_counts_) read_counts();
        if (!good_ || !db_.good()) return std::nullopt;
        return std::move(out_);
    }

private:
    void read_paths() {
        Statement row(db_,
                      "SELECT tap, path, COALESCE(parent, -1), state, source, entries, "
                      "inclusive_ns, own_ns, min_ns, max_ns, bytes FROM raw_call_paths "
                      "ORDER BY tap, path");
        while (row.next()) {
            const std::uint64_t tap = count_in(row, 0), path = count_in(row, 1),
                                state = count_in(row, 3);
            const std::int64_t parent = row.integer(2);
            if (tap >= run_.taps.size() || state >= run_.taps[tap].states.size()) return refuse();
            if (path != paths_[tap]++ || parent < -1 || parent >= row.integer(1)) return refuse();
            out_.paths.push_back({static_cast<int>(tap), path, parent, state, row.text(4),
                                  count_in(row, 5), count_in(row, 6), count_in(row, 7),
                                  count_in(row, 8), count_in(row, 9), count_in(row, 10)});
        }
    }

    void read_visits() {
        Statement row(db_,
                      "SELECT tap, path, start_ns, end_ns, bytes FROM raw_visits "
                      "ORDER BY tap, visit");
        while (row.next()) {
            const std::uint64_t tap = count_in(row, 0), path = count_in(row, 1);
            if (tap >= run_.taps.size() || path >= paths_[tap]) return refuse();
            out_.visits.push_back({static_cast<int>(tap), path, count_in(row, 2), count_in(row, 3),
                                   count_in(row, 4)});
        }
    }

    void check_collectives() {
        Statement row(db_, kCollectives);
        while (row.next()) {
            std::uint64_t number = 0;
            if (!is_number(row.text(3), number)) return refuse();
            place(row, 0), place(row, 4);
        }
    }

    void read_sizes() {
        Statement row(db_,
                      "SELECT tap, state, transfers, min_bytes, max_bytes, overhead_ns FROM "
                      "raw_host_sizes ORDER BY tap, state");
        while (row.next()) {
            const std::uint64_t tap = count_in(row, 0), state = count_in(row, 1);
            if (tap >= run_.taps.size() || state >= run_.taps[tap].states.size()) return refuse();
            out_.sizes.push_back({static_cast<int>(tap), state, count_in(row, 2), count_in(row, 3),
                                  count_in(row, 4), count_in(row, 5)});
        }
    }

    void read_counts() {
        Statement row(db_,
                      "SELECT tap, state, counter, value FROM raw_host_counts "
                      "ORDER BY tap, state, counter");
        while (row.next()) {
            const std::uint64_t tap = count_in(row, 0), state = count_in(row, 1);
            if (tap >= run_.taps.size() || state > run_.taps[tap].states.size()) return refuse();
            out_.counts.push_back({static_cast<int>(tap), state, row.text(2), count_in(row, 3)});
        }
    }

    int place(const Statement& row, int column) {
        if (row.is_null(column)) return -1;
        if (count_in(row, column) < run_.places.size())
            return static_cast<int>(row.integer(column));
        refuse();
        return -1;
    }

    void refuse() { good_ = false; }

    const Run& run_;
    Database& db_;
    bool has_counts_;
    HostCalls out_;
    std::map<std::uint64_t, std::uint64_t> paths_;  // of each tap, how many
    bool good_ = true;
};

void write_paths_and_visits(const HostCalls& calls, Database& db) {
    Statement path(db, "INSERT INTO raw_call_paths VALUES (?,?,?,?,?,?,?,?,?,?,?)");
    for (const CallPath& p : calls.paths)
        path.insert(p.tap, p.path, p.parent < 0 ? std::nullopt : std::optional(p.parent), p.state,
                    p.source, p.entries, p.inclusive_ns, p.own_ns, p.min_ns, p.max_ns, p.bytes);
    Statement visit(db, "INSERT INTO raw_visits VALUES (?,?,?,?,?,?)");
    int tap = -1;
    std::uint64_t number = 0;
    for (const HostVisit& v : calls.visits) {
        number = v.tap == tap ? number + 1 : 0;
        tap = v.tap;
        visit.insert(v.tap, number, v.path, v.start_ns, v.end_ns, v.bytes);
    }
}

void write_collectives(const HostCalls& calls, Database& db) {
    Statement part(db, "INSERT INTO raw_collectives VALUES (?,?,?,?,?,?,?,?,?)");
    std::uint64_t number = 0;
    calls.collectives.each([&](const HostCollective& c) {
        part.insert(number++, place_or_null(c.place), c.call, c.communicator,
                    std::to_string(c.number), place_or_null(c.root), c.start_ns, c.end_ns, c.bytes);
    });
}

}  // namespace

void write_calls(const HostCalls& calls, Database& db) {
    write_paths_and_visits(calls, db);
    write_collectives(calls, db);
    MessageTable messages(db);
    calls.messages.each([&](const RunMessage& m) { messages.add(m); });
    Statement size(db, "INSERT INTO raw_host_sizes VALUES (?,?,?,?,?,?)");
    for (const HostSizes& s : calls.sizes)
        size.insert(s.tap, s.state, s.transfers, s.min_bytes, s.max_bytes, s.overhead_ns);
    Statement counted(db, "INSERT INTO raw_host_counts VALUES (?,?,?,?)");
    for (const HostCount& c : calls.counts) counted.insert(c.tap, c.state, c.counter, c.value);
}

Result<HostCalls> read_calls(const Run& run, const std::filesystem::path& path,
                             Diagnostics& diagnostics) {
    const auto db = std::make_shared<Database>(uri_of(run_file_of(path)), SQLITE_OPEN_READONLY);
    harden(*db, 0);
    const int format = checked_format(*db, "main");
    close_for_writing(*db);
    std::optional<HostCalls> calls = HostCalls();
    if (db->good() && format > kFormat5) {
        calls = CallsReader(run, *db, format > kFormat6).read();
        if (calls)
            calls->collectives =
                Rows<HostCollective>([db](const auto& take) { each_collective(*db, take); });
    }
    if (!calls || !db->good())
        return diagnostics.report(
            code::run_malformed, {path.string(), 0},
            db->error().empty() ? "a call in it belongs to nothing" : db->error());
    calls->messages = Rows<RunMessage>([db](const auto& take) { each_message(*db, take); });
    return std::move(*calls);
}

}  // namespace tapestry
