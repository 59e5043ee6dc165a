// SPDX-License-Identifier: Apache-2.0
#include "experiment/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace tapestry {

namespace {

// An experiment may come out a little slower than the plain run: other choices of an arbiter.
constexpr double kMostLoss = 0.02;

// Numbers of a channel that do not depend on when things happen.
constexpr std::array<std::string_view, 5> kTimeless = {"beats", "packets", "bytes", "pushes",
                                                       "pops"};

bool is_inside(const std::string& path, const std::vector<std::string>& blocks) {
    return std::any_of(blocks.begin(), blocks.end(), [&](const std::string& block) {
        return path.size() > block.size() && path.starts_with(block) &&
               (path[block.size()] == '.' || path[block.size()] == '[');
    });
}

// The first channel that moved something else than in the plain run; empty: none.
std::string changed_channel(const Run& plain, const Run& run,
                            const std::vector<std::string>& blocks) {
    std::map<std::string, const TapNumbers*> known;
    for (const TapNumbers& tap : plain.taps) known[tap.tap.path] = &tap;
    for (const TapNumbers& tap : run.taps) {
        const auto before = known.find(tap.tap.path);
        if (before == known.end() || is_inside(tap.tap.path, blocks)) continue;
        for (std::string_view word : kTimeless) {
            const std::uint64_t was = before->second->number(word);
            const std::uint64_t is = tap.number(word);
            if (was != is)
                return fmt::format("{} had {} {} instead of {}", tap.tap.path, is, word, was);
        }
    }
    return {};
}

}  // namespace

std::string without_numbers(const std::string& text) {
    std::string out;
    for (char c : text) {
        if (std::isdigit(static_cast<unsigned char>(c)) == 0) out.push_back(c);
    }
    return out;
}

void judge(const Trial& plain, const Trial& trial, const std::vector<std::string>& blocks,
           Experiment& experiment) {
    auto reject = [&](std::string reason) {
        experiment.status = ExperimentStatus::rejected;
        experiment.reason = std::move(reason);
        experiment.saving.reset();
        experiment.cycles = 0;
    };
    if (!trial.ended_well || !trial.run) return reject("the run did not end well");
    if (without_numbers(plain.printed) != without_numbers(trial.printed))
        return reject("the testbench printed something else");
    const std::string changed = changed_channel(*plain.run, *trial.run, blocks);
    if (!changed.empty()) return reject(changed);
    if (plain.run->cycles == 0) return reject("the plain run has no cycles");
    const double saving =
        1 - static_cast<double>(trial.run->cycles) / static_cast<double>(plain.run->cycles);
    const double most = 1 - 1.0 / experiment.factor;
    if (saving < -kMostLoss || saving > most + kMostLoss)
        return reject(fmt::format("it saved {:.1f} %, which a block {} times as fast cannot",
                                  100 * saving, experiment.factor));
    experiment.status = ExperimentStatus::tried;
    experiment.cycles = trial.run->cycles;
    experiment.saving = saving;
}

}  // namespace tapestry
