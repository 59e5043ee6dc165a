// SPDX-License-Identifier: Apache-2.0
// Many blocks at a glance: replicas folded into groups, and what stands out below each level.
#pragma once

#include "model/analysis.h"

namespace tapestry {

std::vector<BlockGroup> groups_of(const std::vector<BlockTime>& blocks);
// One for each place of a run that has blocks below it.
std::vector<LevelSummary> levels_of(const std::vector<BlockTime>& blocks,
                                    const std::vector<RunPlace>& places);

}  // namespace tapestry
