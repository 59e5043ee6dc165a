// SPDX-License-Identifier: Apache-2.0
// Which experiments are worth their time, the most telling first.
#pragma once

#include <string>
#include <vector>

#include "model/analysis.h"
#include "model/run.h"
#include "model/step_plan.h"

namespace tapestry {

// Blocks that are sped up together.
struct Choice {
    std::vector<std::size_t> blocks;  // indices in StepPlan::blocks
    std::string name;                 // what Experiment::path calls them
    ExperimentKind kind = ExperimentKind::block;
    unsigned factor = 2;
    std::string state = {};               // only in this state; empty: always
    std::string state_code = {};          // of it
    std::vector<std::string> parts = {};  // of a pair: the path of each block
};

// `what`: suspects, all, or the name of one block or of a group of replicas, from its end.
std::vector<Choice> choose(const StepPlan& steps, const Analysis& analysis,
                           const std::string& what);

// Those of the choices that saved something, made faster still.
std::vector<Choice> choose_curve(const std::vector<Choice>& choices,
                                 const std::vector<Experiment>& tried);

// What the first experiments call for: pairs of stages that are in balance, the states of the
// winner, and how much of the run is left when the design takes hardly any time.
std::vector<Choice> choose_further(const StepPlan& steps, const Run& run, const Analysis& analysis,
                                   const std::vector<Experiment>& tried);

// Those that saved so much less than a part of them: what crosses between the parts of a block
// holds it back.
std::vector<std::size_t> understated(const std::vector<Experiment>& tried, double by);
// Those of a block's only part that saved less than the block by more than that, although the
// block's own logic saves nothing: what crosses between the two held the part back.
std::vector<std::size_t> held_parts(const std::vector<Experiment>& tried, double by);
// In the place of those that saved less at all, and of the whole design, all their parts, each for
// itself: a beat that crosses the edge of a whole keeps all in it from being faster, also what does
// not meet that beat.
std::vector<Choice> choose_wholes(const StepPlan& steps, const std::vector<Experiment>& tried);

}  // namespace tapestry
