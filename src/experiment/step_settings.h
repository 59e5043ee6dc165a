// SPDX-License-Identifier: Apache-2.0
// How a simulation is told which blocks to speed up.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/step_plan.h"

namespace tapestry {

// One step as a learning run saw it: its place in the simulation, and how often each level was 1.
struct LearnedStep {
    std::string module;
    std::string path;
    std::vector<std::uint64_t> ones;
    std::uint64_t edges = 0;
};

// The lines of a learning run; what has not their form is passed over.
std::vector<LearnedStep> parse_learned(std::string_view text);

// Words for the command line of a simulation.
class StepSettings {
public:
    StepSettings(const StepPlan& plan, const std::vector<LearnedStep>& learned);

    // Empty when the block did not show up in the simulation.
    std::vector<std::string> speed_up(const StepBlock& block, unsigned factor) const;
    // While its first state register holds that code only.
    std::vector<std::string> speed_up_in(const StepBlock& block, unsigned factor,
                                         const std::string& code) const;

private:
    std::vector<const LearnedStep*> steps_of(const StepBlock& block) const;

    const StepPlan& plan_;
    std::map<std::string, LearnedStep> steps_;  // by path in the simulation
    std::string top_;                           // the design's top in the simulation
};

}  // namespace tapestry
