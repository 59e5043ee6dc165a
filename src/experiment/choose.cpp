// SPDX-License-Identifier: Apache-2.0
#include "experiment/choose.h"

#include <algorithm>
#include <map>

namespace tapestry {

namespace {

// Suspects beyond the counters' first ones; a run has far more blocks than causes.
constexpr std::size_t kMostBlamed = 5;

bool is_below(const std::string& path, const std::string& ancestor) {
    return path.size() > ancestor.size() && path.starts_with(ancestor) &&
           path[ancestor.size()] == '.';
}

bool is_top(const StepBlock& block) { return block.path.find('.') == std::string::npos; }

// The innermost block that holds what was blamed: a machine, a queue or a channel end.
const StepBlock* holder_of(const StepPlan& steps, const std::string& path, bool own) {
    const StepBlock* best = nullptr;
    for (const StepBlock& block : steps.blocks) {
        const bool holds = block.path == path || is_below(path, block.path);
        if (!holds || is_top(block) || block.own_logic != own) continue;
        if (!best || block.path.size() > best->path.size()) best = &block;
    }
    return best;
}

class Chooser {
public:
    explicit Chooser(const StepPlan& steps) : steps_(steps) {}

    void add(const StepBlock& block) {
        const auto index = static_cast<std::size_t>(&block - steps_.blocks.data());
        if (chosen_[index]) return;
        chosen_[index] = true;
        const std::string kind = block.own_logic ? "logic" : is_top(block) ? "design" : "block";
        choices_.push_back({{index}, {block.path}, kind});
    }

    std::vector<Choice> take() { return std::move(choices_); }

private:
    const StepPlan& steps_;
    std::map<std::size_t, bool> chosen_;
    std::vector<Choice> choices_;
};

bool matches(const std::string& path, const std::string& what) {
    return path == what || (path.size() > what.size() && path.ends_with("." + what));
}

}  // namespace

std::string Choice::name() const {
    std::string text;
    for (const std::string& path : paths) text += (text.empty() ? "" : " + ") + path;
    return text;
}

std::vector<Choice> choose(const StepPlan& steps, const Run&, const Analysis& analysis,
                           const std::string& what) {
    Chooser chooser(steps);
    if (what != "suspects" && what != "all") {
        for (const StepBlock& block : steps.blocks)
            if (matches(block.path, what)) chooser.add(block);
        return chooser.take();
    }
    std::size_t blamed = 0;
    for (const Bottleneck& bottleneck : analysis.bottlenecks) {
        if (++blamed > kMostBlamed) break;
        for (bool own : {false, true})
            if (const StepBlock* block = holder_of(steps, bottleneck.path, own))
                chooser.add(*block);
    }
    for (const StepBlock& block : steps.blocks)
        if (is_top(block) && !block.own_logic) chooser.add(block);
    // The time budget decides how far down the rest is tried; what lies higher holds more.
    std::vector<const StepBlock*> rest;
    for (const StepBlock& block : steps.blocks) rest.push_back(&block);
    std::stable_sort(rest.begin(), rest.end(), [](const StepBlock* a, const StepBlock* b) {
        return std::count(a->path.begin(), a->path.end(), '.') <
               std::count(b->path.begin(), b->path.end(), '.');
    });
    for (const StepBlock* block : rest) chooser.add(*block);
    return chooser.take();
}

}  // namespace tapestry
