// SPDX-License-Identifier: Apache-2.0
// A run file opened for reading. Files come from strangers: nothing in one is believed before it
// was checked, and nothing in one is executed.
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

    // The rows of one SELECT over the public views (docs/views.md). Fails on SQL that is wrong or
    // does anything but read (query_refused), and on a damaged file (run_malformed).
    Result<Table> query(std::string_view sql, Diagnostics& diagnostics) const;

    // The same, row by row, for results that need not be in memory at once. `columns` has its names
    // before the first row comes.
    Result<Done> for_each_row(std::string_view sql, std::vector<std::string>& columns,
                              const std::function<void(const Row&)>& take,
                              Diagnostics& diagnostics) const;
    Result<Done> for_each_row(std::string_view sql, const std::function<void(const Row&)>& take,
                              Diagnostics& diagnostics) const;

    // A query that takes longer is refused from now on.
    void limit_time(std::chrono::milliseconds limit);

    const std::string& name() const { return name_; }  // of the file, for messages

private:
    struct Deadline;

    std::unique_ptr<Deadline> deadline_;
    std::unique_ptr<Database> database_;
    std::string name_;
};

// Fails with file_missing, or with run_malformed when the file is no run, is one of a newer version
// of Tapestry, or has other tables than a run has. An older run is seen through today's views; what
// it does not hold is NULL.
Result<RunView> open_run(const std::filesystem::path& path, Diagnostics& diagnostics);

// Several runs as one, each under a name of its own. Every view has a first column `run` with that
// name and holds the rows of all of them; NAME.view is the view of one. Fails like open_run, and
// with query_refused on more than kMostRuns of them.
struct NamedRun {
    std::string name;  // letters, digits and _
    std::filesystem::path path;
};
inline constexpr std::size_t kMostRuns = 10;  // as many as SQLite attaches
Result<RunView> open_runs(const std::vector<NamedRun>& runs, Diagnostics& diagnostics);

// A name for each file, no two alike: `NAME=FILE` as it says; else the name of the file, or of its
// folder when the file is called as profile calls it, run.tapdb.
std::vector<NamedRun> name_runs(const std::vector<std::string>& words);

}  // namespace tapestry
