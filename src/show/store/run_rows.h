// SPDX-License-Identifier: Apache-2.0
// Reads the rows of a run file into a Run. Files are untrusted: every index is checked before it is
// used, and the first error ends the reading. Whether numbers are plausible is not checked.
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

    // Calls `take(row)` for each row until the first error.
    template <class Take>
    void each(const std::string& sql, const Take& take) {
        if (problem_) return;
        Statement row(db_, sql);
        while (!problem_ && row.next()) take(row);
    }

    bool good() const { return !problem_ && db_.good(); }
    void fail(const char* problem);
    void stop(Reported error);
    // Reports the error, if there is one.
    Result<Done> finish();

    std::uint64_t count(const Statement& row, int column);
    std::size_t index(const Statement& row, int column, std::size_t end);
    std::uint64_t decimal(const std::string& text);
    // The tap whose number is in the first column of a row; a spare one, and an error, if there is
    // none.
    TapNumbers& tap(const Statement& row);

    void read_names();
    const std::string& word(const Statement& row, int column);
    std::int64_t number_of(const std::string& name);

    const std::string& file() const { return file_; }
    Diagnostics& diagnostics() { return diagnostics_; }

    Run run;  // the part read so far

private:
    Database& db_;
    std::string file_;
    Diagnostics& diagnostics_;
    const char* problem_ = nullptr;
    std::optional<Reported> reported_;
    TapNumbers spare_;  // written to by rows without a tap
    std::unordered_map<std::int64_t, std::string> names_;
    std::unordered_map<std::string, std::int64_t> numbers_;  // name -> its number
};

}  // namespace tapestry
