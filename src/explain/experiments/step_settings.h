// SPDX-License-Identifier: Apache-2.0
// How a simulation is told which blocks to speed up.
#pragma once

#include <string>
#include <vector>

#include "explain/experiments/step_report.h"
#include "model/step_plan.h"

namespace tapestry {

// Words for the command line of a simulation, from what a plain run of it reported.
class StepSettings {
public:
    // `early`: further edges come right behind an active edge, not at the inactive one.
    StepSettings(const StepPlan& plan, const StepReports& plain, bool early = false);

    // The steps of a block, by their paths in the simulation; empty when it did not show up there.
    std::vector<std::string> steps_of(const StepBlock& block) const;
    // Steps inside a block, whose clock is faster when the block is.
    bool is_inside(const std::string& step, const StepBlock& block) const;

    // A state: only while the first state register of the block holds that code. Where it cannot be
    // told whether a level says something in every cycle or only when it changes, `calm` takes the
    // latter for granted.
    std::vector<std::string> speed_up(const StepBlock& block, unsigned factor,
                                      const std::string& state_code = {}, bool calm = false) const;
    // Holds the whole design back so that the outside is the faster one.
    std::vector<std::string> hold_back(const StepBlock& top) const;
    // The levels of which that cannot be told, by name.
    std::vector<std::string> doubtful_levels(const StepBlock& block) const;

private:
    std::string place_of(const StepBlock& block) const;
    std::vector<std::string> rests(const StepBlock& block) const;
    std::vector<std::string> rests_around(const StepBlock& block) const;

    const StepPlan& plan_;
    const bool early_;
    const StepReports& plain_;
    std::string top_;  // the design's top in the simulation
};

}  // namespace tapestry
