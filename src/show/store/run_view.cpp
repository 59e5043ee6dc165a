// SPDX-License-Identifier: Apache-2.0
#include "show/store/run_view.h"

#include <sqlite3.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/codes/runs.h"
#include "base/file.h"
#include "base/letter_case.h"
#include "show/store/run_file.h"
#include "show/store/sqlite.h"
#include "show/store/views.h"

namespace tapestry {

namespace {

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

Result<int> attach(Database& db, const NamedRun& given, Diagnostics& diagnostics) {
    const NamedRun run{given.name, run_file_of(given.path)};
    if (const auto done = is_readable(run.path, diagnostics); !done) return done.failure();
    db.run(fmt::format("ATTACH '{}' AS \"{}\"", uri_of(run.path), run.name));
    const int format = checked_format(db, run.name);
    if (db.good()) add_older_tables(db, run.name, format);
    if (db.good()) return format;
    return diagnostics.report(code::run_malformed, {run.path.string(), 0}, db.error());
}

// A view with the rows of all runs.
std::string create_joint_view(const View& view, const std::vector<NamedRun>& runs,
                              const std::vector<int>& formats) {
    std::string parts;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        parts += fmt::format("{}SELECT '{}' AS run, * FROM ({})", i == 0 ? "" : " UNION ALL ",
                             runs[i].name, over_run(select_of(view), runs[i].name, formats[i]));
    }
    return fmt::format("CREATE TEMP VIEW {} AS {}", view.name, parts);
}

std::string identifier(std::string name) {
    for (char& c : name) {
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    }
    return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) ? '_' + name : name;
}

// SQLite compares names case-insensitively, and reserves these two.
bool take_name(std::set<std::string>& taken, const std::string& spelled_name) {
    const std::string name = in_lower_case(spelled_name);
    return name != "main" && name != "temp" && taken.insert(name).second;
}

std::string name_of_file(const std::filesystem::path& path) {
    const std::filesystem::path folder =
        std::filesystem::path(absolute_path(path)).parent_path().filename();
    return path.filename() == "run.tapdb" ? folder.string() : path.stem().string();
}

}  // namespace

// The time limit, and when the current query reaches it.
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
    const ErrorCode code = db.damaged() ? code::run_malformed : code::query_refused;
    const bool late = deadline_ && sqlite3_errcode(db.handle()) == SQLITE_INTERRUPT;
    return diagnostics.report(
        code, {name_, 0},
        late ? fmt::format("it takes longer than {} s", deadline_->limit.count() / 1000.0)
             : db.error());
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
    if (const auto done = for_each_row(sql, table.columns, take, diagnostics); !done)
        return done.failure();
    return table;
}

Result<RunView> open_run(const std::filesystem::path& given, Diagnostics& diagnostics) {
    const std::filesystem::path path = run_file_of(given);
    if (const auto done = is_readable(path, diagnostics); !done) return done.failure();
    auto db = std::make_unique<Database>(uri_of(path), SQLITE_OPEN_READONLY);
    harden(*db, 0);
    const int format = checked_format(*db, "main");
    if (db->good()) add_older_tables(*db, "main", format);
    for (const View& view : views()) {
        db->run(fmt::format("CREATE TEMP VIEW {} AS {}", view.name,
                            over_run(select_of(view), "main", format)));
    }
    close_for_writing(*db);
    if (!db->good()) {
        return diagnostics.report(code::run_malformed, {path.string(), 0}, db->error());
    }
    return RunView(std::move(db), path.string());
}

Result<RunView> open_runs(const std::vector<NamedRun>& runs, Diagnostics& diagnostics) {
    if (runs.size() > kMostRuns) {
        return diagnostics.report(code::query_refused, {},
                                  fmt::format("{} runs are more than {}", runs.size(), kMostRuns));
    }
    auto db = std::make_unique<Database>("file::memory:", SQLITE_OPEN_READWRITE);
    harden(*db, runs.size());
    std::string names;
    std::vector<int> formats;
    for (const NamedRun& run : runs) {
        const Result<int> format = attach(*db, run, diagnostics);
        if (!format) return format.failure();
        formats.push_back(*format);
        names += (names.empty() ? "" : ", ") + run.path.string();
    }
    for (const View& view : views()) db->run(create_joint_view(view, runs, formats));
    close_for_writing(*db);
    if (!db->good()) {
        return diagnostics.report(code::query_refused, {names, 0}, db->error());
    }
    return RunView(std::move(db), names);
}

std::vector<NamedRun> name_runs(const std::vector<std::string>& words) {
    std::vector<NamedRun> runs;
    std::set<std::string> taken;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        const std::string given = word.substr(0, equals == std::string::npos ? 0 : equals);
        // A path may contain '='; the part before it is a name only if it is an identifier.
        const bool is_named = !given.empty() && identifier(given) == given;
        NamedRun run{"", run_file_of(is_named ? word.substr(equals + 1) : word)};
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
