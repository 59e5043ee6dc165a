// SPDX-License-Identifier: Apache-2.0
// What experiments say, taken together: who saved most, alone, together or with more room.
#pragma once

#include <string>
#include <vector>

#include "model/analysis.h"

namespace tapestry {

using Experiments = std::vector<const Experiment*>;

inline constexpr double kLeastSaving = 0.01;  // less is no reason to blame anything
inline constexpr double kLittle = 0.1;        // a saving that leaves most of the run to others
inline constexpr double kNearlyAll = 0.75;  // of what the whole saves: then the part is the reason

// Whatever a rejected experiment measured, it says nothing.
bool has_saving(const Experiment& e);
// The share of the run that a block explains whose speed saved that much.
double share_of(const Experiment& e);

bool is_outside(const Verdict& b);
// A queue is deepened and a lock held for a shorter time: neither is what a faster clock does.
bool can_be_tried(const Verdict& b);

// Experiments with whole blocks at twice their speed, which can be compared with each other.
Experiments comparable(const Run& run);
bool is_comparable(const Experiment& e);
// What saves most; a part of it that saves nearly as much says more.
const Experiment* winner_of(const Run& run, const Experiments& all);
// Two or three that limit together: each alone lets the others go on limiting.
const Experiment* pair_of(const Run& run, const Experiments& all);
// The whole design, made as fast as was tried.
const Experiment* design_of(const Run& run);
// The whole design at twice its speed, when counters blame its own logic or nothing, and no block
// in it saves half as much.
const Experiment* whole_of(const Run& run, const Analysis& analysis, const Experiment* winner);
// More room that saved more than any other.
const Experiment* best_capacity(const Run& run);
// The experiment that tells of a bottleneck.
const Experiment* experiment_of(const Verdict& b, const Experiments& all);

// Whether the top is more than the blocks in it: it has logic of its own, or nothing in it could be
// made faster alone.
bool is_a_block(const Run& run);
// The blocks directly in the top of which no experiment tells.
std::vector<std::string> untried_parts(const Run& run);
// Whether counters blame the outside, and a faster one would save nothing where a faster design
// saves much.
bool is_refuted_outside(const Run& run, const Analysis& analysis);
// The outside at twice its speed, if that was tried.
const Experiment* outside_of(const Run& run);
// What it saves at most: what was tried; else, as the path that limits goes through the design for
// twice what that saves, half of the rest.
double most_outside(const Run& run);
// Whether a queue was given more room.
bool has_been_enlarged(const Run& run, const std::string& path);

}  // namespace tapestry
