// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/summaries.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "model/replicas.h"

namespace tapestry {

namespace {

// A member whose share is farther than this from the median of its group is named.
constexpr double kFar = 0.1;

double share_of_block(const BlockTime& block, std::uint64_t cycles) {
    return block.observed_cycles == 0
               ? 0
               : static_cast<double>(cycles) / static_cast<double>(block.observed_cycles);
}

double share_waiting(const BlockTime& b) {
    return share_of_block(
        b, b.of(Category::wait_recv) + b.of(Category::wait_send) + b.of(Category::wait_sync));
}

BlockGroup group_of(const std::string& path, const std::vector<const BlockTime*>& members) {
    BlockGroup group{path, members.size(), members.front()->module};
    group.busy_min = 1;
    std::vector<double> shares;
    for (const BlockTime* b : members) {
        const double share = b->busy_share();
        group.busy_min = std::min(group.busy_min, share);
        if (group.busiest.empty() || share > group.busy_max) group.busiest = b->path;
        group.busy_max = std::max(group.busy_max, share);
        group.busy_mean += share / static_cast<double>(members.size());
        group.quality = std::max(group.quality, b->quality);
        shares.push_back(share);
    }
    std::vector<double> sorted = shares;
    std::nth_element(sorted.begin(),
                     sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2), sorted.end());
    const double median = sorted[sorted.size() / 2];
    double farthest = kFar;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const double distance = std::abs(shares[i] - median);
        if (distance > farthest) farthest = distance, group.outlier = members[i]->path;
    }
    return group;
}

void add(LevelSummary& level, const BlockTime& b) {
    const bool first = level.blocks++ == 0;
    const double wait = share_waiting(b);
    const double transfer = share_of_block(b, b.of(Category::transfer));
    const double work = share_of_block(b, b.of(Category::busy));
    if (wait > level.wait_max) level.wait_max = wait, level.wait_max_path = b.path;
    if (transfer > level.transfer_max)
        level.transfer_max = transfer, level.transfer_max_path = b.path;
    level.busy_min = first ? work : std::min(level.busy_min, work);
    level.busy_max = std::max(level.busy_max, work);
    level.quality = std::max(level.quality, b.quality);
}

}  // namespace

std::vector<BlockGroup> groups_of(const std::vector<BlockTime>& blocks) {
    std::map<std::string, std::vector<const BlockTime*>> folded;
    for (const BlockTime& b : blocks) {
        if (b.measured) folded[folded_path(b.path)].push_back(&b);
    }
    std::vector<BlockGroup> groups;
    for (const auto& [path, members] : folded) {
        // Names that differ in a number are replicas only of one module.
        const bool alike = std::ranges::all_of(
            members, [&](const BlockTime* b) { return b->module == members.front()->module; });
        if (members.size() > 1 && alike) groups.push_back(group_of(path, members));
    }
    return groups;
}

std::vector<LevelSummary> levels_of(const std::vector<BlockTime>& blocks,
                                    const std::vector<RunPlace>& places) {
    std::vector<LevelSummary> levels;
    std::unordered_map<std::string_view, int> index;
    for (const RunPlace& p : places) {
        index.emplace(p.path, static_cast<int>(levels.size()));
        LevelSummary& level = levels.emplace_back();
        level.level = to_word(p.kind);
        level.path = p.path;
        level.name = p.name;
        if (p.parent >= 0) level.parent = places[static_cast<std::size_t>(p.parent)].path;
    }
    for (const BlockTime& b : blocks) {
        const auto place = index.find(b.scope);
        if (!b.measured || place == index.end()) continue;
        for (int at = place->second; at >= 0; at = places[static_cast<std::size_t>(at)].parent)
            add(levels[static_cast<std::size_t>(at)], b);
    }
    std::erase_if(levels,
                  [](const LevelSummary& l) { return l.level == "block" && l.blocks == 0; });
    return levels;
}

}  // namespace tapestry
