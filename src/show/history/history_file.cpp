// SPDX-License-Identifier: Apache-2.0
#include "show/history/history_file.h"

#include <fmt/format.h>

#include <array>
#include <set>

#include "base/codes/checks.h"
#include "base/codes/files.h"
#include "show/store/run_file.h"
#include "show/store/sqlite.h"

namespace tapestry {

namespace {

constexpr int kHistoryId = 0x74706873;  // "tphs"
constexpr int kHistoryFormat = 1;

constexpr std::array<const char*, 3> kTables = {
    "CREATE TABLE runs (id INTEGER PRIMARY KEY, design TEXT NOT NULL, test TEXT NOT NULL, "
    "\"commit\" TEXT NOT NULL, branch TEXT NOT NULL, time TEXT NOT NULL, cycles REAL NOT NULL, "
    "answer TEXT NOT NULL, limiter TEXT NOT NULL, partial INTEGER NOT NULL) STRICT",
    "CREATE TABLE taps (run INTEGER, tap INTEGER, kind TEXT NOT NULL, path TEXT NOT NULL, "
    "module TEXT NOT NULL, shape TEXT NOT NULL, PRIMARY KEY (run, tap)) STRICT, WITHOUT ROWID",
    "CREATE TABLE numbers (run INTEGER, kind TEXT, number TEXT, tap INTEGER, item TEXT, "
    "value REAL NOT NULL, quality TEXT NOT NULL, role INTEGER NOT NULL, "
    "PRIMARY KEY (run, kind, number, tap, item)) STRICT, WITHOUT ROWID"};

std::int64_t pragma(Database& db, const char* name) {
    Statement statement(db, fmt::format("PRAGMA {}", name));
    return statement.next() ? statement.integer(0) : 0;
}

bool is_empty_file(Database& db) {
    Statement tables(db, "SELECT count(*) FROM sqlite_schema");
    return tables.next() && tables.integer(0) == 0;
}

// Two processes may find the file empty at the same time: one makes the tables.
void make_tables(Database& db) {
    db.run("BEGIN IMMEDIATE");
    if (db.good() && is_empty_file(db)) {
        for (const char* table : kTables) db.run(table);
        db.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kHistoryId,
                           kHistoryFormat));
    }
    db.run("COMMIT");
}

void check_kind(Database& db) {
    if (db.good() && pragma(db, "application_id") != kHistoryId)
        db.fail("it is another kind of file");
    if (db.good() && pragma(db, "user_version") != kHistoryFormat)
        db.fail(fmt::format("it has format {}, and this tapestry reads format {}",
                            pragma(db, "user_version"), kHistoryFormat));
}

// Each must be the table that we make: a view in its place would be SQL of a stranger.
void check_tables(Database& db) {
    std::set<std::string> stored;
    Statement tables(db, "SELECT sql FROM sqlite_schema WHERE type = 'table'");
    while (tables.next()) stored.insert(tables.text(0));
    if (db.good() && stored != std::set<std::string>(kTables.begin(), kTables.end()))
        db.fail("its tables are not the ones that tapestry makes");
}

// The index of a metric; metrics().size() for one that this version does not have.
std::size_t metric_of(const std::string& kind, const std::string& number) {
    std::size_t m = 0;
    while (m < metrics().size() && (metrics()[m].kind != kind || metrics()[m].number != number))
        ++m;
    return m;
}

}  // namespace

HistoryFile::HistoryFile(std::unique_ptr<Database> database, std::string name)
    : database_(std::move(database)), name_(std::move(name)) {}
HistoryFile::~HistoryFile() = default;
HistoryFile::HistoryFile(HistoryFile&&) noexcept = default;
HistoryFile& HistoryFile::operator=(HistoryFile&&) noexcept = default;

Result<Done> HistoryFile::checked(Diagnostics& diagnostics) const {
    if (database_->good()) return Done{};
    if (database_->unwritable())
        return diagnostics.report(code::file_unwritable, {}, name_, database_->error());
    return diagnostics.report(code::history_malformed, {name_, 0}, database_->error());
}

Result<Done> HistoryFile::add(const HistoryEntry& e, const RunNumbers& numbers,
                              Diagnostics& diagnostics) {
    Database& db = *database_;
    db.run("BEGIN IMMEDIATE");
    for (const char* table : {"taps", "numbers"})
        Statement(db, fmt::format("DELETE FROM {} WHERE run IN (SELECT id FROM runs WHERE design = "
                                  "? AND test = ? AND \"commit\" = ?)",
                                  table))
            .insert(e.design, e.test, e.commit);
    Statement(db, "DELETE FROM runs WHERE design = ? AND test = ? AND \"commit\" = ?")
        .insert(e.design, e.test, e.commit);
    Statement(db, "INSERT INTO runs VALUES (NULL,?,?,?,?,?,?,?,?,?)")
        .insert(e.design, e.test, e.commit, e.branch, e.time, e.cycles, e.answer, e.limiter,
                numbers.partial ? 1 : 0);
    const std::int64_t id = db.last_row();
    Statement tap(db, "INSERT INTO taps VALUES (?,?,?,?,?,?)");
    for (const TapIdentity& t : numbers.taps)
        tap.insert(id, t.tap, t.kind, t.path, t.module, t.shape);
    Statement number(db, "INSERT OR REPLACE INTO numbers VALUES (?,?,?,?,?,?,?,?)");
    for (const MeasuredNumber& n : numbers.numbers) {
        const Metric& metric = metrics()[n.metric];
        number.insert(id, metric.kind, metric.number, n.tap, n.item, n.value, to_word(n.quality),
                      static_cast<int>(n.role));
    }
    db.run("COMMIT");
    return checked(diagnostics);
}

Result<std::vector<HistoryEntry>> HistoryFile::entries(Diagnostics& diagnostics) const {
    std::vector<HistoryEntry> all;
    Statement row(*database_,
                  "SELECT id, design, test, \"commit\", branch, time, cycles, answer, limiter FROM "
                  "runs ORDER BY design, test, id");
    while (row.next())
        all.push_back({row.integer(0), row.text(1), row.text(2), row.text(3), row.text(4),
                       row.text(5), row.real(6), row.text(7), row.text(8)});
    if (const auto done = checked(diagnostics); !done) return done.failure();
    return all;
}

Result<RunNumbers> HistoryFile::numbers(const HistoryEntry& entry, Diagnostics& diagnostics) const {
    RunNumbers out;
    out.name = entry.commit;
    out.answer = entry.answer;
    out.limiter = entry.limiter;
    const std::string where = fmt::format("WHERE run = {}", entry.id);
    Statement partial(*database_, fmt::format("SELECT partial FROM runs WHERE id = {}", entry.id));
    out.partial = partial.next() && partial.integer(0) != 0;
    Statement tap(*database_, "SELECT tap, kind, path, module, shape FROM taps " + where);
    while (tap.next())
        out.taps.push_back({tap.integer(0), tap.text(1), tap.text(2), tap.text(3), tap.text(4)});
    Statement number(*database_,
                     "SELECT kind, number, tap, item, value, quality, role FROM numbers " + where);
    while (number.next()) {
        const std::size_t metric = metric_of(number.text(0), number.text(1));
        if (metric == metrics().size()) continue;
        out.numbers.push_back({metric, number.integer(2), number.text(3), number.real(4),
                               quality_or_invalid(number.text(5)), role_of(number.integer(6))});
    }
    if (const auto done = checked(diagnostics); !done) return done.failure();
    return out;
}

Result<HistoryFile> open_history(const std::filesystem::path& path, bool make,
                                 Diagnostics& diagnostics) {
    std::error_code ec;
    if (!make && !std::filesystem::exists(path, ec)) {
        return diagnostics.report(code::history_missing, {}, path.string());
    }
    auto db = open_shared(path.string(), make);
    harden(*db, 0);
    if (make && db->good() && is_empty_file(*db)) make_tables(*db);
    check_kind(*db);
    check_tables(*db);
    HistoryFile file(std::move(db), path.string());
    if (const auto done = file.checked(diagnostics); !done) return done.failure();
    return file;
}

const HistoryEntry* find_entry(const std::vector<HistoryEntry>& entries, const HistoryEntry& now,
                               const std::string& against) {
    const HistoryEntry* newest = nullptr;
    for (const HistoryEntry& e : entries) {
        const bool other = e.commit != now.commit || now.commit.empty();
        const bool meant = against == "last" || e.branch == against || e.commit == against ||
                           (against.size() >= 4 && e.commit.starts_with(against));
        if (other && meant && e.design == now.design && e.test == now.test) newest = &e;
    }
    return newest;
}

}  // namespace tapestry
