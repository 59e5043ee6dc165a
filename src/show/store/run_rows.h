// SPDX-License-Identifier: Apache-2.0
// The rows of a run file on their way back into a run. Files come from strangers: every index is
// looked at before it is used. The first thing that is wrong ends the reading; numbers that are
// merely false are the file's own business.
#pragma once

#include <string>
#include <unordered_map>

#include "base/diagnostics.h"
#include "model/run.h"
#include "show/store/sqlite.h"

namespace tapestry {

class RunRows {
public:
    RunRows(Database& db, std::string file, Diagnostics& diagnostics)
        : db_(db), file_(std::move(file)), diagnostics_(diagnostics) {}

    // Calls `take(row)` for each row, as long as nothing is wrong.
    template <class Take>
    void each(const std::string& sql, const Take& take) {
        if (problem_) return;
        Statement row(db_, sql);
        while (!problem_ && row.next()) take(row);
    }

    bool good() const { return !problem_ && db_.good(); }
    void fail(const char* problem);
    void stop();  // what is wrong was said by another one
    // Says what is wrong, if anything is.
    bool finish();

    std::uint64_t count(const Statement& row, int column);
    std::size_t index(const Statement& row, int column, std::size_t end);
    std::uint64_t decimal(const std::string& text);
    // The tap of a row, whose number stands in the first column; one that is nobody's when there is
    // none.
    TapNumbers& tap(const Statement& row);

    void read_names();
    const std::string& word(const Statement& row, int column);
    std::int64_t number_of(const std::string& name);

    const std::string& file() const { return file_; }
    Diagnostics& diagnostics() { return diagnostics_; }

    Run run;  // as far as it was read

private:
    Database& db_;
    std::string file_;
    Diagnostics& diagnostics_;
    const char* problem_ = nullptr;
    bool reported_ = false;
    TapNumbers spare_;  // for rows that belong to nothing
    std::unordered_map<std::int64_t, std::string> names_;
    std::unordered_map<std::string, std::int64_t> numbers_;  // of the names
};

}  // namespace tapestry
