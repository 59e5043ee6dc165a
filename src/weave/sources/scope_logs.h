// SPDX-License-Identifier: Apache-2.0
// Which taps of a simulation have their samples stored together, by a tapestry_log.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/tap_plan.h"

namespace tapestry {

class FileWeaver;

// Where text is woven in.
struct WovenPlace {
    FileWeaver* file;
    std::size_t at;
};

// A tap, and the place of the log that may store its samples: that of the tap, or above it.
struct LoggedTap {
    const TapSite* site;
    WovenPlace place;
    std::string clock_text;  // there
    std::vector<std::string>
        paths;  // from there, of all that there are: "u_core.tapestry_fsm_state"
};

struct ScopeLog {
    WovenPlace place;
    int number;  // tells the logs of a place apart
    int clock;
    std::string clock_text;
    std::vector<std::string> lanes;  // paths of taps, at most eight
};

struct ScopeLogs {
    std::vector<ScopeLog> logs;
    std::map<const TapSite*, std::string> parameters;  // of the taps that do not store themselves
};

// Each log stores taps of one clock. A call or queue that looks at the transfers of two streams
// needs no lane of its own: theirs have it all.
ScopeLogs store_together(const std::vector<LoggedTap>& taps);

std::string log_text(const ScopeLog& log, const std::string& indent, const std::string& newline);

// The ways from the leader of a clock to a tap, in all instances of its module.
class WaysDown {
public:
    explicit WaysDown(const TapPlan& plan);
    // The paths from the scope of the leader; none when one of them is not sure: an instance in a
    // generate block may be left out or have another number.
    std::vector<std::string> paths(const ClockSite& leader, const TapSite& site) const;

private:
    std::optional<std::string> path(const ClockSite& leader, const TapSite& site,
                                    std::size_t node) const;

    const TapPlan& plan_;
    std::map<std::string, std::vector<std::size_t>> nodes_;  // of each module
};

}  // namespace tapestry
