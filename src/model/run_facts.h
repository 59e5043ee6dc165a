// SPDX-License-Identifier: Apache-2.0
// Facts about one execution that no tap measures: what was run, with which tools, and how it ended.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tapestry {

// How an import detected what to count; without sources it has only the names of signals.
inline constexpr const char* kFoundBy = "found_by";
inline constexpr const char* kFoundByNames = "names of signals";
inline constexpr const char* kFoundBySources = "sources";

// The cycle of the last beat, as an experiment saw it, where the testbench goes on for long after
// it.
inline constexpr const char* kWorkCycles = "work_cycles";

struct RunFacts {
    // Rows of the public view run(key, value), in order: design, top, simulator, simulator_version,
    // tapestry_version, wall_seconds, ended ("finished", or how it ended otherwise), command, …
    std::vector<std::pair<std::string, std::string>> facts;
    bool partial = false;  // the run did not reach its own end

    // Nothing if the fact is unknown.
    std::optional<std::string> find(std::string_view key) const {
        for (const auto& [name, value] : facts)
            if (name == key) return value;
        return std::nullopt;
    }
};

}  // namespace tapestry
