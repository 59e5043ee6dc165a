// SPDX-License-Identifier: Apache-2.0
// The clocks of the taps: the root of each clock net, where it enters the design or is generated.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "model/tap_map.h"
#include "model/tap_plan.h"
#include "weave/plan/spot.h"

namespace tapestry {

class ClockRoots {
public:
    // `top_instances`: how often the testbench instances the design.
    ClockRoots(const Design& design, const Hierarchy& hierarchy, int top_instances);

    // The clocks requested so far, by their numbers.
    const std::vector<TapClock>& clocks() const { return clocks_; }

    // The number of the clock of a wanted tap; a new one if the clock is new.
    int id_of(const Spot& spot);
    // The clock of a tap that is not wanted; kNone if no wanted tap has it.
    int known(NodeId node, const FindingClock& clock) const;
    // The same for an instance without such a finding: the clock is found by its name.
    int known_like(const InstanceNode& node, const Finding& finding) const;
    // The clock that all these places share and whose edges can be counted once for all; -1: none.
    int shared_by(const std::vector<Spot>& places);

    // The places at which the edges of shared clocks are counted.
    std::vector<ClockSite> leaders(const std::vector<TapSite>& sites) const;

private:
    struct Root {
        Net net;
        std::string name;
        bool shareable = false;
    };
    Root root_of(const Spot& spot) const;

    const Design& design_;
    const Hierarchy& hierarchy_;
    int top_instances_;
    std::map<std::string, int> instances_;  // of each module
    std::map<std::tuple<Net, Edge, std::string>, int> ids_;
    std::vector<TapClock> clocks_;
    std::vector<Root> roots_;
};

}  // namespace tapestry
