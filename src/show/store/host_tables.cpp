// SPDX-License-Identifier: Apache-2.0
#include "show/store/host_tables.h"

#include <optional>

#include "show/store/format_3.h"
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
    HostReader(Run& run, Database& db, bool has_sites)
        : run_(run), host_(run.host), db_(db), has_sites_(has_sites) {}

    bool read() {
        read_states();
        if (has_sites_) read_sites();
        check_messages();
        read_waits();
        read_events();
        return good_;
    }

private:
    void read_states() {
        Statement row(db_,
                      "SELECT tap, state, inclusive_ns, bytes, peer, purpose FROM raw_host_states "
                      "ORDER BY tap, state");
        while (row.next()) {
            const std::uint64_t tap = count(row, 0), state = count(row, 1);
            if (tap >= run_.taps.size() || state >= run_.taps[tap].states.size()) return refuse();
            host_.states.push_back({static_cast<int>(tap), state, count(row, 2), count(row, 3),
                                    row.text(4), row.text(5)});
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

    // They need not fit into memory: read_calls goes through them.
    void check_messages() {
        Statement row(db_, "SELECT from_place, to_place FROM raw_messages");
        while (row.next()) place(row, 0), place(row, 1);
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
    bool good_ = true;
};

}  // namespace

MessageTable::MessageTable(Database& db)
    : row_(std::make_unique<Statement>(
          db, "INSERT INTO raw_messages VALUES (?,?,?,?,?,?,?,?,?,?,?,?)")) {}
MessageTable::~MessageTable() = default;

void MessageTable::add(const RunMessage& m) {
    row_->insert(count_++, index_or_null(m.from), index_or_null(m.to), m.send_call, m.receive_call,
                 m.tag, m.communicator, m.bytes, m.send_start_ns, m.send_end_ns, m.receive_start_ns,
                 m.receive_end_ns);
}

int place_in(const Statement& row, int column) {
    return row.is_null(column) ? -1 : static_cast<int>(row.integer(column));
}

void each_message(Database& db, const std::function<void(const RunMessage&)>& take) {
    Statement row(db,
                  "SELECT from_place, to_place, send_call, receive_call, tag, communicator, "
                  "bytes, send_start_ns, send_end_ns, receive_start_ns, receive_end_ns "
                  "FROM raw_messages ORDER BY message");
    while (row.next())
        take({place_in(row, 0), place_in(row, 1), row.text(2), row.text(3), row.integer(4),
              row.text(5), count(row, 6), count(row, 7), count(row, 8), count(row, 9),
              count(row, 10)});
}

void write_host(const HostPart& host, Database& db) {
    Statement state(db, "INSERT INTO raw_host_states VALUES (?,?,?,?,?,?)");
    for (const HostState& s : host.states)
        state.insert(s.tap, s.state, s.inclusive_ns, s.bytes, s.peer, s.purpose);
    Statement site(db, "INSERT INTO raw_host_sites VALUES (?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < host.sites.size(); ++i) {
        const HostSite& s = host.sites[i];
        site.insert(s.tap, i, s.state, s.source, s.function, s.entries, s.inclusive_ns, s.max_ns,
                    s.bytes);
    }
    MessageTable messages(db);
    for (const RunMessage& m : host.messages) messages.add(m);
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
    return HostReader(run, db, format > kFormat3).read();
}

}  // namespace tapestry
