// SPDX-License-Identifier: Apache-2.0
#include "show/store/host_tables.h"

#include <charconv>
#include <map>
#include <optional>
#include <string>

#include "show/store/format_3.h"
#include "show/store/format_5.h"
#include "show/store/sqlite.h"

namespace tapestry {

namespace {

std::optional<std::int64_t> index_or_null(int index) {
    return index < 0 ? std::nullopt : std::optional<std::int64_t>(index);
}

std::uint64_t count(const Statement& row, int column) {
    return static_cast<std::uint64_t>(row.integer(column));
}

class HostReader {
public:
    HostReader(Run& run, Database& db, int format)
        : run_(run),
          host_(run.host),
          db_(db),
          has_sites_(format > kFormat3),
          has_paths_(format > kFormat5) {}

    bool read() {
        read_states();
        if (has_sites_) read_sites();
        if (has_paths_) read_paths(), read_visits(), read_collectives();
        read_messages();
        read_waits();
        read_events();
        return good_;
    }

private:
    void read_states() {
        const char* later = has_paths_ ? "transfers, min_bytes, max_bytes, overhead_ns" : "0,0,0,0";
        Statement row(db_, std::string("SELECT tap, state, inclusive_ns, bytes, peer, purpose, ") +
                               later + " FROM raw_host_states ORDER BY tap, state");
        while (row.next()) {
            const std::uint64_t tap = count(row, 0), state = count(row, 1);
            if (tap >= run_.taps.size() || state >= run_.taps[tap].states.size()) return refuse();
            host_.states.push_back({static_cast<int>(tap), state, count(row, 2), count(row, 3),
                                    row.text(4), row.text(5), count(row, 6), count(row, 7),
                                    count(row, 8), count(row, 9)});
        }
    }

    void read_paths() {
        Statement row(db_,
                      "SELECT tap, path, COALESCE(parent, -1), state, source, entries, "
                      "inclusive_ns, own_ns, min_ns, max_ns, bytes FROM raw_call_paths "
                      "ORDER BY tap, path");
        while (row.next()) {
            const std::uint64_t tap = count(row, 0), path = count(row, 1), state = count(row, 3);
            const std::int64_t parent = row.integer(2);
            if (tap >= run_.taps.size() || state >= run_.taps[tap].states.size()) return refuse();
            if (path != paths_[tap]++ || parent < -1 || parent >= row.integer(1)) return refuse();
            host_.paths.push_back({static_cast<int>(tap), path, parent, state, row.text(4),
                                   count(row, 5), count(row, 6), count(row, 7), count(row, 8),
                                   count(row, 9), count(row, 10)});
        }
    }

    void read_visits() {
        Statement row(db_,
                      "SELECT tap, path, start_ns, end_ns, bytes FROM raw_visits "
                      "ORDER BY tap, visit");
        while (row.next()) {
            const std::uint64_t tap = count(row, 0), path = count(row, 1);
            if (tap >= run_.taps.size() || path >= paths_[tap]) return refuse();
            host_.visits.push_back(
                {static_cast<int>(tap), path, count(row, 2), count(row, 3), count(row, 4)});
        }
    }

    void read_collectives() {
        Statement row(db_,
                      "SELECT place, call, communicator, number, root, start_ns, end_ns, bytes "
                      "FROM raw_collectives ORDER BY collective");
        while (row.next()) {
            const std::string number = row.text(3);
            std::uint64_t value = 0;
            const auto [end, error] =
                std::from_chars(number.data(), number.data() + number.size(), value);
            if (error != std::errc() || end != number.data() + number.size()) return refuse();
            host_.collectives.push_back({place(row, 0), row.text(1), row.text(2), value,
                                         place(row, 4), count(row, 5), count(row, 6),
                                         count(row, 7)});
        }
    }

    void read_sites() {
        Statement row(db_,
                      "SELECT tap, state, source, function, entries, inclusive_ns, max_ns, bytes "
                      "FROM raw_host_sites ORDER BY tap, site");
        while (row.next()) {
            const std::uint64_t tap = count(row, 0), state = count(row, 1);
            if (tap >= run_.taps.size() || state >= run_.taps[tap].states.size()) return refuse();
            host_.sites.push_back({static_cast<int>(tap), state, row.text(2), row.text(3),
                                   count(row, 4), count(row, 5), count(row, 6), count(row, 7)});
        }
    }

    void read_messages() {
        Statement row(db_,
                      "SELECT from_place, to_place, send_call, receive_call, tag, communicator, "
                      "bytes, send_start_ns, send_end_ns, receive_start_ns, receive_end_ns "
                      "FROM raw_messages ORDER BY message");
        while (row.next()) {
            host_.messages.push_back({place(row, 0), place(row, 1), row.text(2), row.text(3),
                                      row.integer(4), row.text(5), count(row, 6), count(row, 7),
                                      count(row, 8), count(row, 9), count(row, 10)});
        }
    }

    void read_waits() {
        const std::string source = has_sites_ ? "source" : "''";
        Statement row(db_, "SELECT place, pattern, cause, call, count, wait_ns, " + source +
                               " FROM raw_host_waits ORDER BY rowid");
        while (row.next()) {
            host_.waits.push_back({place(row, 0), row.text(1), place(row, 2), row.text(3),
                                   count(row, 4), count(row, 5), row.text(6)});
        }
    }

    void read_events() {
        Statement row(db_,
                      "SELECT place, kind, name, time_ns, value FROM raw_host_events "
                      "ORDER BY rowid");
        while (row.next()) {
            host_.events.push_back(
                {place(row, 0), row.text(1), row.text(2), count(row, 3), row.real(4)});
        }
    }

    int place(const Statement& row, int column) {
        if (row.is_null(column)) return -1;
        if (count(row, column) >= run_.places.size()) {
            refuse();
            return -1;
        }
        return static_cast<int>(row.integer(column));
    }

    void refuse() { good_ = false; }

    const Run& run_;
    HostPart& host_;
    Database& db_;
    bool has_sites_;
    bool has_paths_;
    std::map<std::uint64_t, std::uint64_t> paths_;  // of each tap, how many
    bool good_ = true;
};

}  // namespace

namespace {

void write_call_paths(const HostPart& host, Database& db) {
    Statement path(db, "INSERT INTO raw_call_paths VALUES (?,?,?,?,?,?,?,?,?,?,?)");
    for (const CallPath& p : host.paths)
        path.insert(p.tap, p.path, p.parent < 0 ? std::nullopt : std::optional(p.parent), p.state,
                    p.source, p.entries, p.inclusive_ns, p.own_ns, p.min_ns, p.max_ns, p.bytes);
    Statement visit(db, "INSERT INTO raw_visits VALUES (?,?,?,?,?,?)");
    int tap = -1;
    std::uint64_t number = 0;
    for (const HostVisit& v : host.visits) {
        number = v.tap == tap ? number + 1 : 0;
        tap = v.tap;
        visit.insert(v.tap, number, v.path, v.start_ns, v.end_ns, v.bytes);
    }
    Statement part(db, "INSERT INTO raw_collectives VALUES (?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < host.collectives.size(); ++i) {
        const HostCollective& c = host.collectives[i];
        part.insert(i, index_or_null(c.place), c.call, c.communicator, std::to_string(c.number),
                    index_or_null(c.root), c.start_ns, c.end_ns, c.bytes);
    }
}

}  // namespace

void write_host(const HostPart& host, Database& db) {
    Statement state(db, "INSERT INTO raw_host_states VALUES (?,?,?,?,?,?,?,?,?,?)");
    for (const HostState& s : host.states)
        state.insert(s.tap, s.state, s.inclusive_ns, s.bytes, s.peer, s.purpose, s.transfers,
                     s.min_bytes, s.max_bytes, s.overhead_ns);
    write_call_paths(host, db);
    Statement site(db, "INSERT INTO raw_host_sites VALUES (?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < host.sites.size(); ++i) {
        const HostSite& s = host.sites[i];
        site.insert(s.tap, i, s.state, s.source, s.function, s.entries, s.inclusive_ns, s.max_ns,
                    s.bytes);
    }
    Statement message(db, "INSERT INTO raw_messages VALUES (?,?,?,?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < host.messages.size(); ++i) {
        const RunMessage& m = host.messages[i];
        message.insert(i, index_or_null(m.from), index_or_null(m.to), m.send_call, m.receive_call,
                       m.tag, m.communicator, m.bytes, m.send_start_ns, m.send_end_ns,
                       m.receive_start_ns, m.receive_end_ns);
    }
    Statement wait(db, "INSERT INTO raw_host_waits VALUES (?,?,?,?,?,?,?)");
    for (const HostWait& w : host.waits) {
        wait.insert(index_or_null(w.place), w.pattern, index_or_null(w.cause), w.call, w.count,
                    w.wait_ns, w.source);
    }
    Statement event(db, "INSERT INTO raw_host_events VALUES (?,?,?,?,?)");
    for (const HostEvent& e : host.events)
        event.insert(index_or_null(e.place), e.kind, e.name, e.time_ns, e.value);
}

bool read_host(Run& run, Database& db, int format) {
    return HostReader(run, db, format).read();
}

}  // namespace tapestry
