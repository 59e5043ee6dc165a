// SPDX-License-Identifier: Apache-2.0
#include "show/store/run_file.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

#include "base/codes/files.h"
#include "show/store/format_2.h"
#include "show/store/format_3.h"
#include "show/store/format_4.h"
#include "show/store/format_5.h"
#include "show/store/format_6.h"
#include "show/store/query_functions.h"
#include "show/store/schema.h"
#include "show/store/sqlite.h"

namespace tapestry {

namespace {

constexpr int kMostBytesOfARow = 64 << 20;
constexpr int kMostBytesOfSql = 1 << 20;

// SQLite authorizer: only reading is allowed once a run is open, whatever SQL a user or a file has.
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

std::int64_t pragma(Database& db, const std::string& schema, const char* name) {
    Statement statement(db, fmt::format("PRAGMA \"{}\".{}", schema, name));
    return statement.next() ? statement.integer(0) : 0;
}

std::map<std::string, std::string> stored_tables(Database& db, const std::string& schema) {
    std::map<std::string, std::string> tables;
    Statement statement(
        db, fmt::format("SELECT name, sql FROM \"{}\".sqlite_schema WHERE type = 'table'", schema));
    while (statement.next()) {
        tables[statement.text(0)] = statement.text(1);
    }
    return tables;
}

// The table definitions must equal ours exactly, since our temporary views read them. Anything else
// in the file is never read.
void check_tables(Database& db, const std::string& schema,
                  const std::vector<SchemaObject>& wanted) {
    const std::map<std::string, std::string> tables = stored_tables(db, schema);
    for (const SchemaObject& table : wanted) {
        const auto it = tables.find(table.name);
        if (it == tables.end()) {
            db.fail(fmt::format("it has no '{}'", table.name));
        } else if (it->second != table.sql) {
            db.fail(fmt::format("its '{}' is not the one that tapestry makes", table.name));
        }
    }
}

std::vector<SchemaObject> tables_of(std::int64_t format) {
    if (format == kFormat2) return format_2_tables();
    if (format == kFormat3) return format_3_tables();
    if (format == kFormat4) return format_4_tables();
    if (format == kFormat5) return format_5_tables();
    return format == kFormat6 ? format_6_tables() : raw_tables();
}

// What an older format lacks; each lacks what the later ones do.
std::vector<SchemaObject> made_of(std::int64_t format) {
    std::vector<SchemaObject> made;
    if (format == kFormat2) made = format_2_made();
    if (format == kFormat3) made = format_3_made();
    if (format <= kFormat4)
        for (SchemaObject& t : format_4_made()) made.push_back(std::move(t));
    if (format <= kFormat5)
        for (SchemaObject& t : format_5_made()) made.push_back(std::move(t));
    for (SchemaObject& t : format_6_made()) made.push_back(std::move(t));
    return made;  // of two for one table the first counts
}

// The name by which temporary views refer to the table `raw_NAME` of a run.
std::string spelt(const std::string& table, const std::string& schema, int format) {
    return format == kUserVersion ? fmt::format("\"{}\".{}", schema, table)
                                  : fmt::format("temp.\"{} {}\"", schema, table);
}

}  // namespace

// See https://sqlite.org/security.html.
void harden(Database& db, std::size_t attached) {
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
    sqlite3_limit(db.handle(), SQLITE_LIMIT_ATTACHED, static_cast<int>(attached));
    sqlite3_limit(db.handle(), SQLITE_LIMIT_EXPR_DEPTH, 200);
    sqlite3_limit(db.handle(), SQLITE_LIMIT_COMPOUND_SELECT, 50);
    sqlite3_limit(db.handle(), SQLITE_LIMIT_WORKER_THREADS, 0);
    // What is sorted need not fit into memory.
    db.run("PRAGMA cell_size_check = ON; PRAGMA temp_store = FILE");
    add_query_functions(db);
}

void close_for_writing(Database& db) {
    db.run("PRAGMA query_only = ON");
    if (db.good()) sqlite3_set_authorizer(db.handle(), allow_reading, nullptr);
}

int checked_format(Database& db, const std::string& schema) {
    const std::int64_t application_id = pragma(db, schema, "application_id");
    const std::int64_t format = pragma(db, schema, "user_version");
    if (db.good() && application_id != kApplicationId) db.fail("it is another kind of SQLite file");
    if (db.good() && format > kUserVersion)
        db.fail(
            fmt::format("it has format {}, which a newer tapestry made; this one reads "
                        "formats {} to {}",
                        format, kFormat2, kUserVersion));
    if (db.good() && format < kFormat2)
        db.fail(fmt::format("it has format {}, and this tapestry reads formats {} to {}", format,
                            kFormat2, kUserVersion));
    if (!db.good()) return 0;
    check_tables(db, schema, tables_of(format));
    return static_cast<int>(format);
}

std::string over_run(const std::string& sql, const std::string& schema, int format) {
    std::string out;
    for (std::size_t at = 0; at < sql.size();) {
        const std::size_t start = sql.find("raw_", at);
        const std::size_t end =
            std::min(sql.size(), sql.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", start));
        out += sql.substr(at, start - at);
        if (start != std::string::npos)
            out += spelt(sql.substr(start, end - start), schema, format);
        at = start == std::string::npos ? sql.size() : end;
    }
    return out;
}

void add_older_tables(Database& db, const std::string& schema, int format) {
    if (format == kUserVersion) return;
    std::map<std::string, std::string> made;
    for (const SchemaObject& table : made_of(format)) made.emplace(table.name, table.sql);
    for (const SchemaObject& table : raw_tables()) {
        std::string& sql = made[table.name];
        if (sql.empty()) sql = "SELECT * FROM RAW." + table.name;
        for (std::size_t at; (at = sql.find("RAW.")) != std::string::npos;)
            sql.replace(at, 4, fmt::format("\"{}\".", schema));
        db.run(fmt::format("CREATE TEMP VIEW \"{} {}\" AS {}", schema, table.name, sql));
    }
}

// `immutable` keeps SQLite from reading journals next to the file.
std::string uri_of(const std::filesystem::path& path) {
    return file_uri(path.string(), "mode=ro&immutable=1");
}

std::filesystem::path run_file_of(const std::filesystem::path& path) {
    std::error_code ec;
    return std::filesystem::is_directory(path, ec) ? path / "run.tapdb" : path;
}

Result<Done> is_readable(const std::filesystem::path& path, Diagnostics& diagnostics) {
    if (access(path.c_str(), R_OK) == 0) return Done{};
    return diagnostics.report(code::file_missing, {}, path.string(), std::strerror(errno));
}

}  // namespace tapestry
