// SPDX-License-Identifier: Apache-2.0
// The points of a design space that are run, in one SQLite file that several processes share: each
// takes a point that no other has, and writes what became of it. A point that was taken by a
// process that no longer lives is taken again.
//
//   point(id, generation, settings, state: open, taken, done or failed, owner, since,
//         cycles, lut, ff, bram, bottleneck, why)
//   fact(name, value): what the points are made of
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/area.h"
#include "show/store/sqlite.h"

namespace tapestry {

struct TuneItem {
    std::int64_t id = 0;
    int generation = 0;
    std::string settings;  // NAME=VALUE for each knob, blanks between
    std::string state = "open";
    std::uint64_t cycles = 0;
    Area area = {};
    std::string bottleneck = {};
    std::string why = {};  // it failed
};

class TuneFile {
public:
    explicit TuneFile(const std::filesystem::path& path);

    // Whether the file is of this key; a new file becomes so.
    bool is_of(const std::string& key);
    // What one of the processes found out for all; empty if none has yet. The first word counts.
    std::string fact(const std::string& name);
    std::string settle(const std::string& name, const std::string& value);
    void add(int generation, const std::vector<std::string>& settings);
    // A point of a generation up to that one, now taken by this process.
    std::optional<TuneItem> take(int generation);
    void put(const TuneItem& item);
    std::vector<TuneItem> items();
    bool good();
    std::string error();

private:
    void open_again();

    std::mutex mutex_;
    Database database_;
};

}  // namespace tapestry
