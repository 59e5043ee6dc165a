// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/step_settings.h"

#include <fmt/format.h>

#include <algorithm>

namespace tapestry {

namespace {

// A level that is nearly always on says "go ahead"; a pulse with a strobe's name rests the other
// way however often it comes. For the rest, what it mostly is.
constexpr double kNearlyAlways = 0.95;

// A faster block ends the run sooner. One that takes longer than this did something else.
constexpr double kMostCycles = 1.05;
constexpr std::uint64_t kMoreCycles = 100;

bool rests_high(const StepLevel& level, std::uint64_t ones, std::uint64_t edges) {
    const double share = edges == 0 ? 0 : static_cast<double>(ones) / static_cast<double>(edges);
    if (share > kNearlyAlways) return true;
    if (share < 1 - kNearlyAlways) return false;
    return level.is_strobe ? level.is_low : share > 0.5;
}

// Off its rest for a good part of the run, and no name that says that each cycle of it counts.
bool is_doubtful(const StepLevel& level, std::uint64_t ones, std::uint64_t edges) {
    const double share = edges == 0 ? 0 : static_cast<double>(ones) / static_cast<double>(edges);
    const bool counts = level.is_strobe && !level.may_be_held;
    return !counts && share <= kNearlyAlways && share >= 1 - kNearlyAlways;
}

std::uint64_t limit_of(const StepReport& plain) {
    return static_cast<std::uint64_t>(static_cast<double>(plain.edges) * kMostCycles) + kMoreCycles;
}

// The edge of the first beat, before which a design leaves its reset in its own time: held back
// then, it would still be in it when the outside has left it. 1 where no beat is seen.
std::uint64_t first_beat(const StepReport& plain) {
    std::uint64_t first = 0;
    for (const BeatReport& fire : plain.fires)
        if (!fire.marks.empty() && (first == 0 || fire.marks.front().edge < first))
            first = fire.marks.front().edge;
    return std::max<std::uint64_t>(first, 1);
}

}  // namespace

StepSettings::StepSettings(const StepPlan& plan, const StepReports& plain, bool early)
    : plan_(plan), early_(early), plain_(plain) {
    for (const auto& [path, step] : plain) {
        const std::string block = path.substr(0, path.rfind('.'));
        const bool shorter = top_.empty() || block.size() < top_.size();
        if (step.module == plan.top && shorter) top_ = block;
    }
}

std::string StepSettings::place_of(const StepBlock& block) const {
    const std::size_t dot = block.path.find('.');
    return top_ + (dot == std::string::npos ? "" : block.path.substr(dot));
}

std::vector<std::string> StepSettings::steps_of(const StepBlock& block) const {
    std::vector<std::string> found;
    for (const StepClock& clock : plan_.sites[block.site].clocks) {
        std::string path = place_of(block) + "." + step_instance(clock, block.own_logic);
        if (plain_.contains(path)) found.push_back(std::move(path));
    }
    return found;
}

bool StepSettings::is_inside(const std::string& step, const StepBlock& block) const {
    const std::string place = place_of(block) + ".";
    if (!step.starts_with(place)) return false;
    const bool own_step = step.find('.', place.size()) == std::string::npos;
    return block.own_logic ? false : !own_step || is_own_step(step);
}

std::vector<std::string> StepSettings::doubtful_levels(const StepBlock& block) const {
    std::vector<std::string> names;
    const std::vector<StepLevel>& levels = plan_.sites[block.site].levels;
    for (const std::string& path : steps_of(block)) {
        const StepReport& step = plain_.at(path);
        for (std::size_t i = 0; i < levels.size() && i < step.ones.size(); ++i)
            if (is_doubtful(levels[i], step.ones[i], step.edges)) names.push_back(levels[i].port);
    }
    return names;
}

std::vector<std::string> StepSettings::rests(const StepBlock& block) const {
    std::vector<std::string> words;
    const std::vector<StepLevel>& levels = plan_.sites[block.site].levels;
    for (const std::string& path : steps_of(block)) {
        const StepReport& step = plain_.at(path);
        std::uint64_t rest = 0;
        for (std::size_t i = 0; i < levels.size() && i < step.ones.size(); ++i)
            if (rests_high(levels[i], step.ones[i], step.edges)) rest |= std::uint64_t{1} << i;
        words.push_back(fmt::format("+{}.rest={}", path, rest));
    }
    return words;
}

// Of the block, of the design's top, whose events are the testbench's, and of instances beside own
// logic, whose events are its own.
std::vector<std::string> StepSettings::rests_around(const StepBlock& block) const {
    std::vector<std::string> words = {"+tapestry_tries=1"};
    for (const StepBlock& other : plan_.blocks) {
        const bool top = other.path.find('.') == std::string::npos && !other.own_logic;
        const bool below =
            block.own_logic && !other.own_logic && other.path.starts_with(block.path + ".");
        const bool same = other.path == block.path && other.own_logic == block.own_logic;
        if (!top && !below && !same) continue;
        for (std::string& word : rests(other)) words.push_back(std::move(word));
    }
    return words;
}

std::vector<std::string> StepSettings::speed_up(const StepBlock& block, unsigned factor,
                                                const std::string& state_code, bool calm) const {
    if (steps_of(block).empty()) return {};
    std::vector<std::string> words = rests_around(block);
    if (early_) words.push_back("+tapestry_early=1");
    const std::vector<StepLevel>& levels = plan_.sites[block.site].levels;
    for (const std::string& path : steps_of(block)) {
        const StepReport& step = plain_.at(path);
        std::uint64_t doubtful = 0;
        for (std::size_t i = 0; i < levels.size() && i < step.ones.size(); ++i) {
            if (is_doubtful(levels[i], step.ones[i], step.edges)) doubtful |= std::uint64_t{1} << i;
        }
        words.push_back(fmt::format("+{}={}", path, factor));
        words.push_back(fmt::format("+{}.limit={}", path, limit_of(step)));
        if (calm) words.push_back(fmt::format("+{}.calm={}", path, doubtful));
        if (state_code.empty()) continue;
        words.push_back(fmt::format("+{}.picky=1", path));
        words.push_back(fmt::format("+{}.only={}", path, state_code));
    }
    return words;
}

std::vector<std::string> StepSettings::hold_back(const StepBlock& top) const {
    if (steps_of(top).empty()) return {};
    std::vector<std::string> words = rests_around(top);
    for (const std::string& path : steps_of(top))
        words.push_back(fmt::format("+{}.slow={}", path, first_beat(plain_.at(path))));
    return words;
}

}  // namespace tapestry
