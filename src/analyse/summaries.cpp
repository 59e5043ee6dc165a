// SPDX-License-Identifier: Apache-2.0
#include "analyse/summaries.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "analyse/replicas.h"
#include "analyse/words.h"
#include "base/path_name.h"

namespace tapestry {

namespace {

// A member whose share is farther than this from the median of its group is named.
constexpr double kFar = 0.1;

double share(const BlockTime& block, std::uint64_t cycles) {
    return block.observed_cycles == 0
               ? 0
               : static_cast<double>(cycles) / static_cast<double>(block.observed_cycles);
}

double busy(const BlockTime& b) {
    return share(b, b.of(Category::busy) + b.of(Category::transfer));
}

double waiting(const BlockTime& b) {
    return share(b,
                 b.of(Category::wait_recv) + b.of(Category::wait_send) + b.of(Category::wait_sync));
}

BlockGroup group_of(const std::string& path, const std::vector<const BlockTime*>& members) {
    BlockGroup group{path, members.size(), members.front()->module, 1, 0, 0, "", Quality::exact};
    std::vector<double> shares;
    for (const BlockTime* b : members) {
        const double share = busy(*b);
        group.busy_min = std::min(group.busy_min, share);
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
    const double wait = waiting(b);
    const double transfer = share(b, b.of(Category::transfer));
    const double work = share(b, b.of(Category::busy));
    if (wait > level.wait_max) level.wait_max = wait, level.wait_max_path = b.path;
    if (transfer > level.transfer_max)
        level.transfer_max = transfer, level.transfer_max_path = b.path;
    level.busy_min = first ? work : std::min(level.busy_min, work);
    level.busy_max = std::max(level.busy_max, work);
    level.quality = std::max(level.quality, b.quality);
}

LevelSummary named(const std::string& level, const std::string& path, const std::string& parent) {
    LevelSummary summary;
    summary.level = level;
    summary.path = path;
    summary.name = last_part(path);
    summary.parent = parent;
    return summary;
}

}  // namespace

std::vector<BlockGroup> groups_of(const std::vector<BlockTime>& blocks) {
    std::map<std::string, std::vector<const BlockTime*>> folded;
    for (const BlockTime& b : blocks) {
        if (b.measured) folded[folded_path(b.path)].push_back(&b);
    }
    std::vector<BlockGroup> groups;
    for (const auto& [path, members] : folded) {
        if (members.size() > 1) groups.push_back(group_of(path, members));
    }
    return groups;
}

// The whole is the system; a simulation is one node with one device, whose instances follow.
std::vector<LevelSummary> levels_of(const std::vector<BlockTime>& blocks, const std::string& top) {
    std::map<std::string, LevelSummary> below;
    LevelSummary all = named("system", "system", "");
    for (const BlockTime& b : blocks) {
        if (!b.measured) continue;
        add(all, b);
        for (std::size_t end = 0; end != std::string::npos;) {
            end = b.scope.find('.', end == 0 ? 0 : end + 1);
            const std::string path = b.scope.substr(0, end);
            const std::size_t dot = path.rfind('.');
            const std::string parent = dot == std::string::npos ? "device" : path.substr(0, dot);
            const auto [at, fresh] = below.emplace(path, LevelSummary());
            if (fresh) at->second = named("block", path, parent);
            add(at->second, b);
        }
    }
    std::vector<LevelSummary> levels = {all};
    for (const auto& [level, parent] : {std::pair("node", "system"), std::pair("device", "node")}) {
        LevelSummary summary = all;
        summary.level = summary.path = level;
        summary.name = std::string(level) == "device" ? top : level;
        summary.parent = parent;
        levels.push_back(std::move(summary));
    }
    levels.front().name = "system";
    for (auto& [path, summary] : below) levels.push_back(std::move(summary));
    return levels;
}

}  // namespace tapestry
