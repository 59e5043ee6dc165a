// SPDX-License-Identifier: Apache-2.0
// A run file opened for reading. Files are untrusted: everything in one is checked before use, and
// nothing in one is executed.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/store/cell.h"

namespace tapestry {

class Database;

class RunView {
public:
    RunView(std::unique_ptr<Database> database, std::string name);
    RunView(RunView&&) noexcept;
    RunView& operator=(RunView&&) noexcept;
    ~RunView();

    // The rows of one SELECT over the public views (docs/views.md). Fails with query_refused on SQL
    // that is wrong or does anything but read, and with run_malformed on a damaged file.
    Result<Table> query(std::string_view sql, Diagnostics& diagnostics) const;

    // The same, row by row, for results that need not fit into memory. `columns` is set before the
    // first row.
    Result<Done> for_each_row(std::string_view sql, std::vector<std::string>& columns,
                              const std::function<void(const Row&)>& take,
                              Diagnostics& diagnostics) const;
    Result<Done> for_each_row(std::string_view sql, const std::function<void(const Row&)>& take,
                              Diagnostics& diagnostics) const;

    // From now on a query that takes longer is refused.
    void limit_time(std::chrono::milliseconds limit);

    const std::string& name() const { return name_; }  // of the file, for messages

private:
    struct Deadline;

    std::unique_ptr<Deadline> deadline_;
    std::unique_ptr<Database> database_;
    std::string name_;
};

// Fails with file_missing, or with run_malformed if the file is not a run, is from a newer version
// of Tapestry, or has unexpected table definitions. An older run has the current views, with NULL
// for values that it lacks.
Result<RunView> open_run(const std::filesystem::path& path, Diagnostics& diagnostics);

// Opens several runs together, each with a unique name. Every view has the rows of all runs, and a
// first column `run` with the name; NAME.view is the view of one run. Fails like open_run, and with
// query_refused on more than kMostRuns runs.
struct NamedRun {
    std::string name;  // letters, digits and _
    std::filesystem::path path;
};
inline constexpr std::size_t kMostRuns = 10;  // SQLite's limit on attached files
Result<RunView> open_runs(const std::vector<NamedRun>& runs, Diagnostics& diagnostics);

// A unique name for each file: that of `NAME=FILE`; else the name of the file, or of its folder if
// the file has the name that profile gives it, run.tapdb.
std::vector<NamedRun> name_runs(const std::vector<std::string>& words);

}  // namespace tapestry
