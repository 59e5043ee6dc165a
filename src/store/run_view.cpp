// SPDX-License-Identifier: Apache-2.0
#include "store/run_view.h"

#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>

#include "store/schema.h"
#include "store/sqlite.h"

namespace tapestry {

namespace {

constexpr int kMostBytesOfARow = 64 << 20;
constexpr int kMostBytesOfSql = 1 << 20;

Cell cell_of(sqlite3_stmt* row, int column) {
    switch (sqlite3_column_type(row, column)) {
        case SQLITE_NULL:
            return {};
        case SQLITE_INTEGER:
            return static_cast<std::int64_t>(sqlite3_column_int64(row, column));
        case SQLITE_FLOAT:
            return sqlite3_column_double(row, column);
        default:
            break;
    }
    const void* bytes = sqlite3_column_blob(row, column);
    const int size = sqlite3_column_bytes(row, column);
    return bytes ? std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size))
                 : std::string();
}

// Nothing but reading is allowed once a run is open, whatever SQL a user or a file brings.
int allow_reading(void*, int action, const char*, const char* function, const char*, const char*) {
    switch (action) {
        case SQLITE_SELECT:
        case SQLITE_READ:
        case SQLITE_RECURSIVE:
            return SQLITE_OK;
        case SQLITE_FUNCTION:
            return std::string_view(function ? function : "") == "load_extension" ? SQLITE_DENY
                                                                                  : SQLITE_OK;
        default:
            return SQLITE_DENY;
    }
}

// Closes every door by which a file could act on us. See https://sqlite.org/security.html.
void harden(Database& db) {
    if (!db.good()) return;
    const std::pair<int, int> switches[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
        {SQLITE_DBCONFIG_ENABLE_FKEY, 0},    {SQLITE_DBCONFIG_ENABLE_VIEW, 1}};
    for (const auto& [option, value] : switches) {
        if (sqlite3_db_config(db.handle(), option, value, nullptr) != SQLITE_OK) {
            db.fail("SQLite is too old to open it safely");
        }
    }
    sqlite3_limit(db.handle(), SQLITE_LIMIT_LENGTH, kMostBytesOfARow);
    sqlite3_limit(db.handle(), SQLITE_LIMIT_SQL_LENGTH, kMostBytesOfSql);
    sqlite3_limit(db.handle(), SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(db.handle(), SQLITE_LIMIT_EXPR_DEPTH, 200);
    sqlite3_limit(db.handle(), SQLITE_LIMIT_COMPOUND_SELECT, 50);
    sqlite3_limit(db.handle(), SQLITE_LIMIT_WORKER_THREADS, 0);
    db.run("PRAGMA cell_size_check = ON; PRAGMA query_only = ON");
}

std::int64_t pragma(Database& db, const char* name) {
    Statement statement(db, fmt::format("PRAGMA {}", name));
    return statement.next() ? sqlite3_column_int64(statement.handle(), 0) : 0;
}

std::map<std::string, std::string> stored_schema(Database& db) {
    std::map<std::string, std::string> schema;
    Statement statement(db, "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view')");
    while (statement.next()) {
        const Cell name = cell_of(statement.handle(), 0);
        const Cell sql = cell_of(statement.handle(), 1);
        if (!std::holds_alternative<std::string>(name)) continue;
        if (!std::holds_alternative<std::string>(sql)) continue;
        schema[std::get<std::string>(name)] = std::get<std::string>(sql);
    }
    return schema;
}

// The views do the work of every query, so that they must be ours to the letter. What else a
// person put into the file is never looked at.
void check_schema(Database& db) {
    const std::map<std::string, std::string> schema = stored_schema(db);
    for (const SchemaObject& object : schema_objects()) {
        const auto it = schema.find(object.name);
        if (it == schema.end()) {
            db.fail(fmt::format("it has no '{}'", object.name));
        } else if (it->second != object.sql) {
            db.fail(fmt::format("its '{}' is not the one that tapestry makes", object.name));
        }
    }
}

void check_is_run(Database& db) {
    const std::int64_t application_id = pragma(db, "application_id");
    const std::int64_t user_version = pragma(db, "user_version");
    if (!db.good()) return;
    if (application_id != kApplicationId) return db.fail("it is another kind of SQLite file");
    if (user_version != kUserVersion) {
        return db.fail(fmt::format("it has format {}, and this tapestry reads format {}",
                                   user_version, kUserVersion));
    }
    check_schema(db);
}

}  // namespace

RunView::RunView(std::unique_ptr<Database> database, std::string name)
    : database_(std::move(database)), name_(std::move(name)) {}
RunView::RunView(RunView&&) noexcept = default;
RunView& RunView::operator=(RunView&&) noexcept = default;
RunView::~RunView() = default;

Result<Done> RunView::walk(std::string_view sql, std::vector<std::string>& columns,
                           const std::function<void(const Row&)>& take,
                           Diagnostics& diagnostics) const {
    Database& db = *database_;
    db.forget_error();
    Statement statement(db, sql);
    for (int i = 0; i < statement.columns(); ++i) columns.push_back(statement.column_name(i));
    while (statement.next()) {
        Row row;
        for (int i = 0; i < statement.columns(); ++i) {
            row.push_back(cell_of(statement.handle(), i));
        }
        take(row);
    }
    if (db.good()) return Done{};
    const Code code = db.damaged() ? Code::run_malformed : Code::query_refused;
    diagnostics.report(code, {name_, 0}, db.error());
    return failure;
}

Result<Done> RunView::for_each_row(std::string_view sql,
                                   const std::function<void(const Row&)>& take,
                                   Diagnostics& diagnostics) const {
    std::vector<std::string> columns;
    return walk(sql, columns, take, diagnostics);
}

Result<Table> RunView::query(std::string_view sql, Diagnostics& diagnostics) const {
    Table table;
    auto take = [&](const Row& row) { table.rows.push_back(row); };
    if (!walk(sql, table.columns, take, diagnostics)) return failure;
    return table;
}

Result<RunView> open_run(const std::filesystem::path& path, Diagnostics& diagnostics) {
    if (access(path.c_str(), R_OK) != 0) {
        diagnostics.report(Code::file_missing, {}, path.string(), std::strerror(errno));
        return failure;
    }
    // `immutable` keeps SQLite from looking at journals that lie beside the file.
    auto db = std::make_unique<Database>(file_uri(path.string(), "mode=ro&immutable=1"),
                                         SQLITE_OPEN_READONLY);
    harden(*db);
    check_is_run(*db);
    if (!db->good()) {
        diagnostics.report(Code::run_malformed, {path.string(), 0}, db->error());
        return failure;
    }
    sqlite3_set_authorizer(db->handle(), allow_reading, nullptr);
    return RunView(std::move(db), path.string());
}

}  // namespace tapestry
