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
    std::string path;        // from there: "u_core.tapestry_fsm_state"
    std::size_t up = 0;      // scopes from the tap's own
};

struct ScopeLog {
    WovenPlace place;
    int number;                           // tells the logs of a place apart
    std::vector<const LoggedTap*> lanes;  // at most eight
};

struct ScopeLogs {
    std::vector<ScopeLog> logs;
    std::map<const TapSite*, std::string> parameters;  // of the taps that do not store themselves
};

// Each log stores taps of one clock. A call or queue that looks at the transfers of two streams
// needs no lane of its own: theirs have it all.
ScopeLogs store_together(const std::vector<LoggedTap>& taps);

std::string log_text(const ScopeLog& log, const std::string& indent, const std::string& newline);

// The way from the leader of a clock to the taps of a module.
class WaysDown {
public:
    explicit WaysDown(const TapPlan& plan);
    // The instances on it; nothing when the design has more than one of the module, or when an
    // instance is in a generate block, which may be left out or have another number.
    std::optional<std::vector<std::string>> from(const ClockSite& leader,
                                                 const TapSite& site) const;

private:
    const TapPlan& plan_;
    std::map<std::string, std::vector<std::size_t>> nodes_;  // of each module
};

}  // namespace tapestry
