// SPDX-License-Identifier: Apache-2.0
// The figures of runs over time, in one SQLite file that several processes may add to.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/compare/run_numbers.h"

namespace tapestry {

class Database;

struct HistoryEntry {
    std::int64_t id = 0;  // in the order in which runs were added
    std::string design;
    std::string test;    // which of the design's tests; may be empty
    std::string commit;  // its full hash, or whatever the user calls it
    std::string branch;  // may be empty
    std::string time;    // when it was added: 2026-11-18T14:03:00Z
    double cycles = 0;
    std::string answer;   // what limits the run, a sentence
    std::string limiter;  // path of the first bottleneck; may be empty
};

class HistoryFile {
public:
    ~HistoryFile();
    HistoryFile(HistoryFile&&) noexcept;
    HistoryFile& operator=(HistoryFile&&) noexcept;

    // The run that the same commit has for the same test is replaced: who repeats a job adds no
    // second point.
    Result<Done> add(const HistoryEntry& entry, const RunNumbers& numbers,
                     Diagnostics& diagnostics);
    Result<std::vector<HistoryEntry>> entries(Diagnostics& diagnostics) const;
    Result<RunNumbers> numbers(const HistoryEntry& entry, Diagnostics& diagnostics) const;

private:
    friend Result<HistoryFile> open_history(const std::filesystem::path&, bool, Diagnostics&);
    HistoryFile(std::unique_ptr<Database> database, std::string name);
    Result<Done> checked(Diagnostics& diagnostics) const;

    std::unique_ptr<Database> database_;
    std::string name_;
};

// Opens a history; `make` makes one where there is none. Fails if it is another kind of file.
Result<HistoryFile> open_history(const std::filesystem::path& path, bool make,
                                 Diagnostics& diagnostics);

// What `against` means: a branch, the beginning of a commit's hash, or "last". The newest such run
// of the design and test, other than of `commit` itself; none if there is none.
const HistoryEntry* find_entry(const std::vector<HistoryEntry>& entries, const HistoryEntry& now,
                               const std::string& against);

}  // namespace tapestry
