// SPDX-License-Identifier: Apache-2.0
// Facts about one execution that no tap measures: what was run, with what, and how it ended.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tapestry {

struct RunFacts {
    // Rows of the public view run(key, value), in order: design, top, simulator, simulator_version,
    // tapestry_version, wall_seconds, ended ("finished", or how it ended otherwise), command, …
    std::vector<std::pair<std::string, std::string>> facts;
    bool partial = false;  // the run did not reach its own end
};

}  // namespace tapestry
