// SPDX-License-Identifier: Apache-2.0
#include "experiment/step_settings.h"

#include <fmt/format.h>

#include <sstream>

namespace tapestry {

namespace {

// A level that is nearly always on says "go ahead"; a pulse with a strobe's name rests the other
// way however often it comes. For the rest, what it mostly is.
constexpr double kNearlyAlways = 0.95;

bool rests_high(const StepLevel& level, std::uint64_t ones, std::uint64_t edges) {
    const double share = edges == 0 ? 0 : static_cast<double>(ones) / static_cast<double>(edges);
    if (share > kNearlyAlways) return true;
    if (share < 1 - kNearlyAlways) return false;
    return level.is_strobe ? level.is_low : share > 0.5;
}

}  // namespace

std::vector<LearnedStep> parse_learned(std::string_view text) {
    std::vector<LearnedStep> steps;
    std::istringstream in{std::string(text)};
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        LearnedStep step;
        std::size_t level = 0;
        std::uint64_t ones = 0;
        if (!(words >> step.module >> step.path >> level >> ones >> step.edges)) continue;
        if (level == 0) steps.push_back(step);
        if (!steps.empty() && steps.back().path == step.path) steps.back().ones.push_back(ones);
    }
    return steps;
}

StepSettings::StepSettings(const StepPlan& plan, const std::vector<LearnedStep>& learned)
    : plan_(plan) {
    for (const LearnedStep& step : learned) {
        steps_[step.path] = step;
        const std::string block = step.path.substr(0, step.path.rfind('.'));
        const bool shorter = top_.empty() || block.size() < top_.size();
        if (step.module == plan.top && shorter) top_ = block;
    }
}

std::vector<const LearnedStep*> StepSettings::steps_of(const StepBlock& block) const {
    const std::size_t dot = block.path.find('.');
    const std::string below = dot == std::string::npos ? "" : block.path.substr(dot);
    std::vector<const LearnedStep*> found;
    for (const StepClock& clock : plan_.sites[block.site].clocks) {
        const std::string path = top_ + below + "." + step_instance(clock, block.own_logic);
        if (const auto step = steps_.find(path); step != steps_.end())
            found.push_back(&step->second);
    }
    return found;
}

std::vector<std::string> StepSettings::speed_up(const StepBlock& block, unsigned factor) const {
    std::vector<std::string> words;
    const std::vector<StepLevel>& levels = plan_.sites[block.site].levels;
    for (const LearnedStep* step : steps_of(block)) {
        std::uint64_t rest = 0;
        for (std::size_t i = 0; i < levels.size() && i < step->ones.size(); ++i)
            if (rests_high(levels[i], step->ones[i], step->edges)) rest |= std::uint64_t{1} << i;
        words.push_back(fmt::format("+{}={}", step->path, factor));
        words.push_back(fmt::format("+{}.rest={}", step->path, rest));
    }
    return words;
}

std::vector<std::string> StepSettings::speed_up_in(const StepBlock& block, unsigned factor,
                                                   const std::string& code) const {
    std::vector<std::string> words = speed_up(block, factor);
    for (const LearnedStep* step : steps_of(block)) {
        words.push_back(fmt::format("+{}.picky=1", step->path));
        words.push_back(fmt::format("+{}.only={}", step->path, code));
    }
    return words;
}

}  // namespace tapestry
