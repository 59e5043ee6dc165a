// SPDX-License-Identifier: Apache-2.0
#include "store/run_view.h"

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <map>
#include <set>

#include "base/file.h"
#include "store/query_functions.h"
#include "store/schema.h"
#include "store/sqlite.h"
#include "store/views.h"

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
    db.run("PRAGMA cell_size_check = ON");
    add_query_functions(db);
}

// The last step of opening: from here on nothing but reading happens.
void close_for_writing(Database& db) {
    db.run("PRAGMA query_only = ON");
    if (db.good()) sqlite3_set_authorizer(db.handle(), allow_reading, nullptr);
}

std::int64_t pragma(Database& db, const std::string& schema, const char* name) {
    Statement statement(db, fmt::format("PRAGMA {}.{}", schema, name));
    return statement.next() ? sqlite3_column_int64(statement.handle(), 0) : 0;
}

std::map<std::string, std::string> stored_schema(Database& db, const std::string& schema) {
    std::map<std::string, std::string> objects;
    Statement statement(
        db, fmt::format("SELECT name, sql FROM {}.sqlite_schema WHERE type IN ('table', 'view')",
                        schema));
    while (statement.next()) {
        const Cell name = cell_of(statement.handle(), 0);
        const Cell sql = cell_of(statement.handle(), 1);
        if (!std::holds_alternative<std::string>(name)) continue;
        if (!std::holds_alternative<std::string>(sql)) continue;
        objects[std::get<std::string>(name)] = std::get<std::string>(sql);
    }
    return objects;
}

// The views do the work of every query, so that they must be ours to the letter. What else a
// person put into the file is never looked at.
void check_schema(Database& db, const std::string& schema) {
    const std::map<std::string, std::string> objects = stored_schema(db, schema);
    for (const SchemaObject& object : schema_objects()) {
        const auto it = objects.find(object.name);
        if (it == objects.end()) {
            db.fail(fmt::format("it has no '{}'", object.name));
        } else if (it->second != object.sql) {
            db.fail(fmt::format("its '{}' is not the one that tapestry makes", object.name));
        }
    }
}

void check_is_run(Database& db, const std::string& schema) {
    const std::int64_t application_id = pragma(db, schema, "application_id");
    const std::int64_t user_version = pragma(db, schema, "user_version");
    if (!db.good()) return;
    if (application_id != kApplicationId) return db.fail("it is another kind of SQLite file");
    if (user_version != kUserVersion) {
        return db.fail(fmt::format("it has format {}, and this tapestry reads format {}",
                                   user_version, kUserVersion));
    }
    check_schema(db, schema);
}

// `immutable` keeps SQLite from looking at journals that lie beside the file.
std::string uri_of(const std::filesystem::path& path) {
    return file_uri(path.string(), "mode=ro&immutable=1");
}

bool is_readable(const std::filesystem::path& path, Diagnostics& diagnostics) {
    if (access(path.c_str(), R_OK) == 0) return true;
    diagnostics.report(Code::file_missing, {}, path.string(), std::strerror(errno));
    return false;
}

Result<Done> attach(Database& db, const NamedRun& run, Diagnostics& diagnostics) {
    if (!is_readable(run.path, diagnostics)) return failure;
    db.run(fmt::format("ATTACH '{}' AS \"{}\"", uri_of(run.path), run.name));
    check_is_run(db, '"' + run.name + '"');
    if (db.good()) return Done{};
    diagnostics.report(Code::run_malformed, {run.path.string(), 0}, db.error());
    return failure;
}

// The rows of one view, of all runs.
std::string create_joint_view(const View& view, const std::vector<NamedRun>& runs) {
    std::string parts;
    for (const NamedRun& run : runs) {
        parts += fmt::format("{}SELECT '{}' AS run, * FROM \"{}\".{}",
                             parts.empty() ? "" : " UNION ALL ", run.name, run.name, view.name);
    }
    return fmt::format("CREATE TEMP VIEW {} AS {}", view.name, parts);
}

std::string identifier(std::string name) {
    for (char& c : name) {
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    }
    return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) ? '_' + name : name;
}

// SQLite compares names without case, and has these two itself.
bool take_name(std::set<std::string>& taken, std::string name) {
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name != "main" && name != "temp" && taken.insert(name).second;
}

std::string name_of_file(const std::filesystem::path& path) {
    const std::filesystem::path folder =
        std::filesystem::path(absolute_path(path)).parent_path().filename();
    return path.filename() == "run.tapdb" ? folder.string() : path.stem().string();
}

}  // namespace

// When the query under way has to end.
struct RunView::Deadline {
    std::chrono::milliseconds limit{0};
    std::chrono::steady_clock::time_point end;

    static int is_over(void* self) {
        return std::chrono::steady_clock::now() > static_cast<Deadline*>(self)->end ? 1 : 0;
    }
};

RunView::RunView(std::unique_ptr<Database> database, std::string name)
    : database_(std::move(database)), name_(std::move(name)) {}
RunView::RunView(RunView&&) noexcept = default;
RunView& RunView::operator=(RunView&&) noexcept = default;
RunView::~RunView() = default;

void RunView::limit_time(std::chrono::milliseconds limit) {
    constexpr int kStepsBetweenLooks = 10'000;
    deadline_ = std::make_unique<Deadline>();
    deadline_->limit = limit;
    sqlite3_progress_handler(database_->handle(), kStepsBetweenLooks, Deadline::is_over,
                             deadline_.get());
}

Result<Done> RunView::for_each_row(std::string_view sql, std::vector<std::string>& columns,
                                   const std::function<void(const Row&)>& take,
                                   Diagnostics& diagnostics) const {
    Database& db = *database_;
    db.forget_error();
    if (deadline_) deadline_->end = std::chrono::steady_clock::now() + deadline_->limit;
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
    const bool late = deadline_ && sqlite3_errcode(db.handle()) == SQLITE_INTERRUPT;
    diagnostics.report(
        code, {name_, 0},
        late ? fmt::format("it takes longer than {} s", deadline_->limit.count() / 1000.0)
             : db.error());
    return failure;
}

Result<Done> RunView::for_each_row(std::string_view sql,
                                   const std::function<void(const Row&)>& take,
                                   Diagnostics& diagnostics) const {
    std::vector<std::string> columns;
    return for_each_row(sql, columns, take, diagnostics);
}

Result<Table> RunView::query(std::string_view sql, Diagnostics& diagnostics) const {
    Table table;
    auto take = [&](const Row& row) { table.rows.push_back(row); };
    if (!for_each_row(sql, table.columns, take, diagnostics)) return failure;
    return table;
}

Result<RunView> open_run(const std::filesystem::path& path, Diagnostics& diagnostics) {
    if (!is_readable(path, diagnostics)) return failure;
    auto db = std::make_unique<Database>(uri_of(path), SQLITE_OPEN_READONLY);
    harden(*db, 0);
    check_is_run(*db, "main");
    close_for_writing(*db);
    if (!db->good()) {
        diagnostics.report(Code::run_malformed, {path.string(), 0}, db->error());
        return failure;
    }
    return RunView(std::move(db), path.string());
}

Result<RunView> open_runs(const std::vector<NamedRun>& runs, Diagnostics& diagnostics) {
    if (runs.size() > kMostRuns) {
        diagnostics.report(Code::query_refused, {},
                           fmt::format("{} runs are more than {}", runs.size(), kMostRuns));
        return failure;
    }
    auto db = std::make_unique<Database>("file::memory:", SQLITE_OPEN_READWRITE);
    harden(*db, runs.size());
    std::string names;
    for (const NamedRun& run : runs) {
        if (!attach(*db, run, diagnostics)) return failure;
        names += (names.empty() ? "" : ", ") + run.path.string();
    }
    for (const View& view : views()) db->run(create_joint_view(view, runs));
    close_for_writing(*db);
    if (!db->good()) {
        diagnostics.report(Code::query_refused, {names, 0}, db->error());
        return failure;
    }
    return RunView(std::move(db), names);
}

std::vector<NamedRun> name_runs(const std::vector<std::string>& words) {
    std::vector<NamedRun> runs;
    std::set<std::string> taken;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        const std::string given = word.substr(0, equals == std::string::npos ? 0 : equals);
        // A path may hold a '='; what stands before it is a name only when it looks like one.
        const bool is_named = !given.empty() && identifier(given) == given;
        NamedRun run{"", is_named ? word.substr(equals + 1) : word};
        const std::string wanted = identifier(is_named ? given : name_of_file(run.path));
        run.name = wanted;
        for (int n = 2; !take_name(taken, run.name); ++n) {
            run.name = fmt::format("{}_{}", wanted, n);
        }
        runs.push_back(run);
    }
    return runs;
}

}  // namespace tapestry
