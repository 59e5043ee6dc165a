// SPDX-License-Identifier: Apache-2.0
// A run file opened for reading. Files come from strangers: nothing in one is believed before it
// was checked, and nothing in one is executed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

class Database;

// NULL, INTEGER, REAL or TEXT.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;
using Row = std::vector<Cell>;

struct Table {
    std::vector<std::string> columns;
    std::vector<Row> rows;
};

class RunView {
public:
    RunView(std::unique_ptr<Database> database, std::string name);
    RunView(RunView&&) noexcept;
    RunView& operator=(RunView&&) noexcept;
    ~RunView();

    // The rows of one SELECT over the public views (docs/views.md). Fails on SQL that is wrong or
    // does anything but read (query_refused), and on a damaged file (run_malformed).
    Result<Table> query(std::string_view sql, Diagnostics& diagnostics) const;

    // The same, row by row, for results that need not be in memory at once.
    Result<Done> for_each_row(std::string_view sql, const std::function<void(const Row&)>& take,
                              Diagnostics& diagnostics) const;

    const std::string& name() const { return name_; }  // of the file, for messages

private:
    Result<Done> walk(std::string_view sql, std::vector<std::string>& columns,
                      const std::function<void(const Row&)>& take, Diagnostics& diagnostics) const;

    std::unique_ptr<Database> database_;
    std::string name_;
};

// Fails with file_missing, or with run_malformed when the file is no run, is one of another version
// of Tapestry, or has other tables and views than a run has.
Result<RunView> open_run(const std::filesystem::path& path, Diagnostics& diagnostics);

}  // namespace tapestry
