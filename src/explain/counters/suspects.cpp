// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/suspects.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "model/replicas.h"

namespace tapestry {

namespace {

constexpr double kSaturated = 0.8;  // share of the cycles that carry data
constexpr double kStandsForAll = 0.75;
constexpr double kWorksMore = 0.1;  // share of the run, than the mean of its group
constexpr double kStandsOut = 1.3;  // times the mean work of those that work in turn

// Of each instance that a tap looks into.
std::map<std::string, std::string> modules_of(const Run& run) {
    std::map<std::string, std::string> modules;
    for (const TapNumbers& n : run.taps)
        if (n.tap.is(TapKind::fsm)) modules.emplace(n.tap.scope, n.tap.module);
    return modules;
}

}  // namespace

bool is_outer_memory(const NetworkBlock& block) {
    return block.beyond && block.kind == BottleneckKind::memory;
}

bool is_saturated(const Link& link, const Period& period) {
    return period.number(link.channel, Count::transfer_cycles) >= kSaturated * period.length();
}

// Replicas are one suspect: speeding one of them up alone brings little.
Suspects::Suspects(const Run& run, const Network& network, const Periods& periods)
    : run_(run), net_(network), periods_(periods) {
    std::map<std::string, std::size_t> known;
    const std::map<std::string, std::string> modules = modules_of(run);
    for (const NetworkBlock& block : net_.blocks) {
        const auto module = modules.find(block.path);
        const std::string key =
            fmt::format("{} {} {}", to_word(block.kind), folded_path(block.path),
                        module == modules.end() ? std::string() : module->second);
        const auto [at, fresh] = known.emplace(key, blocks_.size());
        if (fresh) blocks_.emplace_back();
        blocks_[at->second].push_back(of_block_.size());
        of_block_.push_back(at->second);
    }
}

std::vector<double> Suspects::folded(const std::vector<double>& by_block) const {
    std::vector<double> sums(blocks_.size());
    for (std::size_t b = 0; b < by_block.size(); ++b) sums[of_block_[b]] += by_block[b];
    return sums;
}

void Suspects::part_outliers(const Load& load, const std::vector<double>& spent) {
    for (std::size_t s = 0, all = blocks_.size(); s < all; ++s) {
        double sum = 0, work = 0;
        std::size_t worst = blocks_[s].front();
        for (const std::size_t b : blocks_[s]) {
            sum += spent[b];
            work += load.work[b] / static_cast<double>(blocks_[s].size());
            if (spent[b] > spent[worst]) worst = b;
        }
        const bool in_turn = work * static_cast<double>(blocks_[s].size()) <= load.length &&
                             load.work[worst] > kStandsOut * work;
        if (blocks_[s].size() < 2 || (!in_turn && spent[worst] < kStandsForAll * sum) ||
            load.work[worst] < work + kWorksMore * load.length)
            continue;
        std::erase(blocks_[s], worst);
        of_block_[worst] = blocks_.size();
        blocks_.push_back({worst});
    }
}

std::string Suspects::path(std::size_t suspect) const {
    const std::string& path = net_.blocks[blocks_[suspect].front()].path;
    return blocks_[suspect].size() > 1 ? folded_path(path) : path;
}

// The width of a memory's port is the limit when it carries data in nearly all cycles.
BottleneckKind Suspects::kind(std::size_t suspect) const {
    const std::size_t block = blocks_[suspect].front();
    if (!is_outer_memory(net_.blocks[block])) return net_.blocks[block].kind;
    const bool full = std::any_of(net_.links.begin(), net_.links.end(), [&](const Link& l) {
        return static_cast<std::size_t>(l.on) == block && l.channel >= 0 &&
               is_saturated(l, periods_.whole());
    });
    return full ? BottleneckKind::bus : BottleneckKind::memory;
}

// A share follows from a model of the run, however exact the numbers are that it rests on.
Quality Suspects::quality(std::size_t suspect) const {
    Quality quality = Quality::estimated;
    for (const std::size_t b : blocks_[suspect]) {
        for (const int tap : net_.blocks[b].machines)
            quality = std::max(quality, run_.taps[static_cast<std::size_t>(tap)].quality);
    }
    return quality;
}

}  // namespace tapestry
