// SPDX-License-Identifier: Apache-2.0
// Groups the taps of a simulation whose samples one tapestry_log stores.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/tap_plan.h"

namespace tapestry {

class FileWeaver;

// A position for inserted text.
struct WovenPlace {
    FileWeaver* file;
    std::size_t at;
};

// A tap, and the place of the log that may store its samples: at the tap, or above it.
struct LoggedTap {
    const TapSite* site;
    WovenPlace place;
    std::string clock_text;  // there
    std::vector<std::string>
        paths;  // from there, of all that there are: "u_core.tapestry_fsm_state"
};

struct ScopeLog {
    WovenPlace place;
    int number;  // distinguishes the logs of one place
    int clock;
    std::string clock_text;
    std::vector<std::string> lanes;  // paths of taps, at most eight
};

struct ScopeLogs {
    std::vector<ScopeLog> logs;
    std::map<const TapSite*, std::string> parameters;  // of the taps that do not store themselves
};

// Each log stores taps of one clock. A call or queue that observes only the transfers of two
// streams needs no lane: the lanes of the streams have all its inputs.
ScopeLogs store_together(const std::vector<LoggedTap>& taps);

std::string log_text(const ScopeLog& log, const std::string& indent, const std::string& newline);

// The hierarchical paths from the leader of a clock to a tap, in all instances of its module.
class TapPaths {
public:
    explicit TapPaths(const TapPlan& plan);
    // The paths from the scope of the leader; none if one of them is uncertain: an instance in a
    // generate block may be absent or have another number.
    std::vector<std::string> paths(const ClockSite& leader, const TapSite& site) const;

private:
    std::optional<std::string> path(const ClockSite& leader, const TapSite& site,
                                    TreeId node) const;

    const TapPlan& plan_;
    std::map<std::string, std::vector<TreeId>> nodes_;  // of each module
};

}  // namespace tapestry
