// SPDX-License-Identifier: Apache-2.0
#include "show/store/tune_file.h"

#include <fmt/format.h>
#include <signal.h>
#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <ctime>

namespace tapestry {

namespace {

// After this many seconds a point that another machine took is taken again.
constexpr std::int64_t kLease = 3600;

std::string host() {
    std::array<char, 256> name = {};
    gethostname(name.data(), name.size() - 1);
    return name.data();
}

std::string own_name() { return fmt::format("{}:{}", host(), getpid()); }

bool is_gone(const std::string& owner, std::int64_t since) {
    const std::string here = host() + ":";
    if (!owner.starts_with(here)) return std::time(nullptr) - since > kLease;
    const int pid = std::atoi(owner.c_str() + here.size());
    return pid <= 0 || (kill(pid, 0) != 0 && errno == ESRCH);
}

constexpr const char* kTuneTables = R"(
    CREATE TABLE IF NOT EXISTS fact(name TEXT PRIMARY KEY, value TEXT);
    CREATE TABLE IF NOT EXISTS point(
        id INTEGER PRIMARY KEY, generation INTEGER, settings TEXT UNIQUE, state TEXT DEFAULT 'open',
        owner TEXT, since INTEGER, cycles INTEGER, lut INTEGER, ff INTEGER, bram INTEGER,
        bottleneck TEXT, why TEXT);
)";

constexpr const char* kTuneColumns =
    "SELECT id, generation, settings, state, cycles, lut, ff, bram, bottleneck, why FROM point ";

TuneItem item_of(const Statement& row) {
    auto count = [&](int column) { return static_cast<std::uint64_t>(row.integer(column)); };
    TuneItem item;
    item.id = row.integer(0);
    item.generation = static_cast<int>(row.integer(1));
    item.settings = row.text(2);
    item.state = row.text(3);
    item.cycles = count(4);
    item.area = {count(5), count(6), count(7)};
    item.bottleneck = row.text(8);
    item.why = row.text(9);
    return item;
}

}  // namespace

TuneFile::TuneFile(const std::filesystem::path& path)
    : database_(file_uri(path.string(), ""),
                SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI) {
    if (database_.good()) sqlite3_busy_timeout(database_.handle(), 60'000);
    database_.run(kTuneTables);
}

bool TuneFile::is_of(const std::string& key) { return settle("key", key) == key; }

std::string TuneFile::fact(const std::string& name) {
    const std::lock_guard lock(mutex_);
    Statement row(database_, "SELECT name, value FROM fact");
    while (row.next())
        if (row.text(0) == name) return row.text(1);
    return "";
}

std::string TuneFile::settle(const std::string& name, const std::string& value) {
    {
        const std::lock_guard lock(mutex_);
        Statement(database_, "INSERT OR IGNORE INTO fact VALUES(?, ?)")
            .insert(std::string_view(name), std::string_view(value));
    }
    return fact(name);
}

void TuneFile::add(int generation, const std::vector<std::string>& settings) {
    const std::lock_guard lock(mutex_);
    database_.run("BEGIN IMMEDIATE");
    Statement row(database_, "INSERT OR IGNORE INTO point(generation, settings) VALUES(?, ?)");
    for (const std::string& text : settings) row.insert(generation, text);
    database_.run("COMMIT");
}

void TuneFile::open_again() {
    std::vector<std::int64_t> gone;
    Statement taken(database_, "SELECT id, owner, since FROM point WHERE state = 'taken'");
    while (taken.next())
        if (is_gone(taken.text(1), taken.integer(2))) gone.push_back(taken.integer(0));
    Statement row(database_, "UPDATE point SET state = 'open' WHERE id = ?");
    for (const std::int64_t id : gone) row.insert(id);
}

std::optional<TuneItem> TuneFile::take(int generation) {
    const std::lock_guard lock(mutex_);
    std::optional<TuneItem> item;
    database_.run("BEGIN IMMEDIATE");
    open_again();
    {
        Statement row(database_, fmt::format("{} WHERE state = 'open' AND generation <= {} "
                                             "ORDER BY generation, id LIMIT 1",
                                             kTuneColumns, generation));
        if (row.next()) item = item_of(row);
    }
    if (item)
        Statement(database_, "UPDATE point SET state = 'taken', owner = ?, since = ? WHERE id = ?")
            .insert(std::string_view(own_name()), static_cast<std::int64_t>(std::time(nullptr)),
                    item->id);
    database_.run("COMMIT");
    return item;
}

void TuneFile::put(const TuneItem& item) {
    const std::lock_guard lock(mutex_);
    Statement(database_,
              "UPDATE point SET state = ?, cycles = ?, lut = ?, ff = ?, bram = ?, bottleneck = ?, "
              "why = ? WHERE id = ?")
        .insert(std::string_view(item.state), item.cycles, item.area.lut, item.area.ff,
                item.area.bram, std::string_view(item.bottleneck), std::string_view(item.why),
                item.id);
}

std::vector<TuneItem> TuneFile::items() {
    const std::lock_guard lock(mutex_);
    std::vector<TuneItem> all;
    Statement row(database_, std::string(kTuneColumns) + "ORDER BY generation, id");
    while (row.next()) all.push_back(item_of(row));
    return all;
}

bool TuneFile::good() {
    const std::lock_guard lock(mutex_);
    return database_.good();
}

std::string TuneFile::error() {
    const std::lock_guard lock(mutex_);
    return database_.error();
}

}  // namespace tapestry
