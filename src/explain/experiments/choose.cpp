// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/choose.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/path_name.h"
#include "model/replicas.h"

namespace tapestry {

namespace {

constexpr double kNoSaving = 0.001;  // of a block's own logic

constexpr std::size_t kMostBlamed = 5;  // suspects of the counters that come first
constexpr std::size_t kMostInBalance = 3;
constexpr std::size_t kMostStates = 8;
constexpr double kLittle = 0.05;  // a saving that leaves room for other reasons
constexpr double kLeastState = 0.02;
constexpr unsigned kFarFaster = 8;

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

bool is_asked_for(const std::string& path, const std::string& what) {
    return path == what || (path.size() > what.size() && path.ends_with("." + what));
}

// Of one module with the same parameters; in a loop these may be the number of the replica.
bool are_replicas(const StepBlock& a, const StepBlock& b) {
    return a.site == b.site &&
           (a.module == b.module || without_indices(a.path) == without_indices(b.path));
}

class Chooser {
public:
    explicit Chooser(const StepPlan& steps) : steps_(steps) {
        std::set<std::string> mixed;  // names alike, of different modules or parameters
        for (std::size_t i = 0; i < steps.blocks.size(); ++i) {
            const StepBlock& block = steps.blocks[i];
            if (block.own_logic) continue;
            std::vector<std::size_t>& group = groups_[folded_path(block.path)];
            if (!group.empty() && !are_replicas(block, steps.blocks[group.front()]))
                mixed.insert(folded_path(block.path));
            group.push_back(i);
        }
        for (const std::string& name : mixed) groups_.erase(name);
    }

    // Replicas come together first: one of them alone is seldom what limits.
    void add_with_group(const StepBlock& block) {
        add_group(folded_path(block.path));
        add(block);
    }

    void add_group(const std::string& name) {
        const auto group = groups_.find(name);
        if (group == groups_.end() || group->second.size() < 2 ||
            !chosen_.emplace(ExperimentKind::group, name).second)
            return;
        choices_.push_back({group->second, name, ExperimentKind::group});
    }

    void add(const StepBlock& block) {
        const ExperimentKind kind = block.own_logic ? ExperimentKind::logic
                                    : is_top(block) ? ExperimentKind::design
                                                    : ExperimentKind::block;
        if (!chosen_.emplace(kind, block.path).second) return;
        choices_.push_back(
            {{static_cast<std::size_t>(&block - steps_.blocks.data())}, block.path, kind});
        if (kind != ExperimentKind::design) return;
        choices_.push_back(choices_.back());
        choices_.back().kind = ExperimentKind::outside;
    }

    void add_named(const std::string& what) {
        for (const auto& [name, members] : groups_)
            if (is_asked_for(name, what)) add_group(name);
        for (const StepBlock& block : steps_.blocks)
            if (is_asked_for(block.path, what)) add(block);
    }

    std::vector<Choice> take() { return std::move(choices_); }

private:
    const StepPlan& steps_;
    std::map<std::string, std::vector<std::size_t>> groups_;
    std::set<std::pair<ExperimentKind, std::string>> chosen_;
    std::vector<Choice> choices_;
};

const Experiment* best_of(const std::vector<Experiment>& tried) {
    const Experiment* best = nullptr;
    for (const Experiment& e : tried) {
        if (e.kind != ExperimentKind::design && e.kind != ExperimentKind::outside && e.saving &&
            (!best || *e.saving > *best->saving))
            best = &e;
    }
    return best;
}

std::vector<std::string> paths_of(const StepPlan& steps, const std::vector<std::size_t>& blocks) {
    std::vector<std::string> paths;
    for (const std::size_t block : blocks) paths.push_back(steps.blocks[block].path);
    return paths;
}

Choice pair_of(const StepPlan& steps, const std::vector<std::size_t>& blocks) {
    Choice pair{blocks, {}, ExperimentKind::pair};
    pair.parts = paths_of(steps, blocks);
    pair.name = joined_parts(pair.parts);
    return pair;
}

// Of a block and one inside it the inner one would be made faster twice.
bool overlap(const StepBlock& a, const StepBlock& b) {
    return a.path == b.path || is_below(a.path, b.path) || is_below(b.path, a.path);
}

// Stages of the same speed: none alone brings anything.
void add_pairs(const StepPlan& steps, const Analysis& analysis, std::vector<Choice>& choices) {
    std::vector<std::size_t> first;
    for (const Verdict& b : analysis.bottlenecks) {
        const StepBlock* block = holder_of(steps, b.subject, false);
        if (!block || first.size() == kMostInBalance) continue;
        if (std::none_of(first.begin(), first.end(),
                         [&](std::size_t i) { return overlap(steps.blocks[i], *block); }))
            first.push_back(static_cast<std::size_t>(block - steps.blocks.data()));
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
        for (std::size_t j = i + 1; j < first.size(); ++j)
            choices.push_back(pair_of(steps, {first[i], first[j]}));
    }
    if (first.size() == kMostInBalance) choices.push_back(pair_of(steps, first));
}

// A lock is held for as long as its holders work, who wait for it in turn.
void add_holders(const StepPlan& steps, const Analysis& analysis, std::vector<Choice>& choices) {
    for (std::size_t i = 0; i < std::min(kMostBlamed, analysis.bottlenecks.size()); ++i) {
        const Verdict& lock = analysis.bottlenecks[i];
        if (lock.kind != BottleneckKind::lock) continue;
        std::vector<std::size_t> holders;
        for (const SeenWait& wait : lock.evidence.waits) {
            const StepBlock* block = holder_of(steps, wait.path, false);
            if (block && std::none_of(holders.begin(), holders.end(), [&](std::size_t known) {
                    return overlap(steps.blocks[known], *block);
                }))
                holders.push_back(static_cast<std::size_t>(block - steps.blocks.data()));
        }
        if (holders.size() > 1) choices.push_back(pair_of(steps, holders));
    }
}

// The machine whose register the step of a block looks at.
const TapNumbers* machine_of(const StepPlan& steps, const StepBlock& block, const Run& run) {
    const std::vector<std::string>& registers = steps.sites[block.site].states;
    for (const TapNumbers& tap : run.taps) {
        if (!registers.empty() && tap.tap.is(TapKind::fsm) && tap.tap.scope == block.path &&
            tap.tap.observed("state") == registers.front())
            return &tap;
    }
    return nullptr;
}

// Of a block, of replicas together, or of the whole design.
void add_states_of_winner(const StepPlan& steps, const Run& run, const std::string& winner,
                          std::vector<Choice>& choices) {
    std::vector<std::size_t> members;
    for (std::size_t b = 0; b < steps.blocks.size(); ++b) {
        const StepBlock& block = steps.blocks[b];
        if (!block.own_logic && (block.path == winner || folded_path(block.path) == winner))
            members.push_back(b);
    }
    const TapNumbers* tap =
        members.empty() ? nullptr : machine_of(steps, steps.blocks[members.front()], run);
    if (!tap) return;
    std::size_t added = 0;
    for (std::size_t s = 0; s < tap->tap.states().size() && added < kMostStates; ++s) {
        const auto cycles = static_cast<double>(tap->states[s].cycles);
        if (cycles < kLeastState * static_cast<double>(tap->observed_cycles)) continue;
        const TapState& state = tap->tap.states()[s];
        choices.push_back({members, winner, ExperimentKind::state, 2, state.name, state.code});
        ++added;
    }
}

// The whole design at twice its speed.
const Experiment* design_in(const std::vector<Experiment>& tried) {
    for (const Experiment& e : tried)
        if (e.kind == ExperimentKind::design && e.factor == 2 && e.saving) return &e;
    return nullptr;
}

bool is_tried_block(const Experiment& e) {
    const bool block = e.kind == ExperimentKind::block || e.kind == ExperimentKind::design ||
                       e.kind == ExperimentKind::logic || e.kind == ExperimentKind::group;
    return block && e.factor == 2 && e.state.empty() && e.saving;
}

bool has_failed(const std::vector<Experiment>& tried, const StepBlock& block) {
    const ExperimentKind kind = block.own_logic ? ExperimentKind::logic : ExperimentKind::block;
    return std::any_of(tried.begin(), tried.end(), [&](const Experiment& e) {
        return e.path == block.path && e.kind == kind && !e.saving &&
               e.status != ExperimentStatus::not_tried;
    });
}

bool any_failed(const StepPlan& steps, const std::vector<Experiment>& tried,
                const std::vector<std::size_t>& parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::size_t b) { return has_failed(tried, steps.blocks[b]); });
}

// The blocks right below one, and the logic around them.
std::vector<std::size_t> right_below(const StepPlan& steps, const std::string& path) {
    std::vector<std::size_t> found;
    for (std::size_t b = 0; b < steps.blocks.size(); ++b) {
        const StepBlock& block = steps.blocks[b];
        const bool between =
            std::any_of(steps.blocks.begin(), steps.blocks.end(), [&](const StepBlock& other) {
                return is_below(other.path, path) && is_below(block.path, other.path);
            });
        if (block.own_logic ? block.path == path : is_below(block.path, path) && !between)
            found.push_back(b);
    }
    return found;
}

// The innermost parts of a block that can be made faster each for itself: a block stands for its
// own parts where one of them could not.
std::vector<std::size_t> parts_of_block(const StepPlan& steps, const std::vector<Experiment>& tried,
                                        const std::string& path) {
    std::vector<std::size_t> parts;
    for (const std::size_t b : right_below(steps, path)) {
        std::vector<std::size_t> inner;
        if (!steps.blocks[b].own_logic) inner = parts_of_block(steps, tried, steps.blocks[b].path);
        if (inner.empty() || any_failed(steps, tried, inner)) inner = {b};
        parts.insert(parts.end(), inner.begin(), inner.end());
    }
    return parts;
}

// Whether all that works in a block is among the parts, and none of them failed alone.
bool are_complete(const StepPlan& steps, const std::vector<Experiment>& tried,
                  const std::string& path, const std::vector<std::size_t>& parts) {
    return !any_failed(steps, tried, parts) &&
           std::none_of(steps.refused.begin(), steps.refused.end(),
                        [&](const StepRefusal& r) { return is_below(r.path, path); });
}

}  // namespace

std::vector<std::size_t> understated(const std::vector<Experiment>& tried, double by) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < tried.size(); ++i) {
        const Experiment& whole = tried[i];
        const bool holds =
            whole.kind == ExperimentKind::block || whole.kind == ExperimentKind::design;
        if (!holds || !is_tried_block(whole)) continue;
        if (std::any_of(tried.begin(), tried.end(), [&](const Experiment& part) {
                const bool own = part.kind == ExperimentKind::logic && part.path == whole.path;
                return is_tried_block(part) && (own || is_below(part.path, whole.path)) &&
                       *part.saving > *whole.saving + by;
            }))
            found.push_back(i);
    }
    return found;
}

std::vector<std::size_t> held_parts(const std::vector<Experiment>& tried, double by) {
    std::vector<std::size_t> found;
    for (const Experiment& whole : tried) {
        if (whole.kind != ExperimentKind::block || !is_tried_block(whole)) continue;
        std::vector<std::size_t> parts;
        bool own_saves_nothing = false;
        for (std::size_t i = 0; i < tried.size(); ++i) {
            const Experiment& e = tried[i];
            if (e.factor != whole.factor || !e.state.empty()) continue;
            if (e.kind == ExperimentKind::block && is_below(e.path, whole.path)) parts.push_back(i);
            if (e.kind == ExperimentKind::logic && e.path == whole.path)
                own_saves_nothing = e.saving && *e.saving < kNoSaving;
        }
        if (own_saves_nothing && parts.size() == 1 && is_tried_block(tried[parts[0]]) &&
            *tried[parts[0]].saving + by < *whole.saving)
            found.push_back(parts[0]);
    }
    return found;
}

std::vector<Choice> choose_wholes(const StepPlan& steps, const std::vector<Experiment>& tried) {
    const std::vector<std::size_t> less = understated(tried, 0);
    std::vector<Choice> wholes;
    for (std::size_t i = 0; i < tried.size(); ++i) {
        const Experiment& e = tried[i];
        const bool design = e.kind == ExperimentKind::design && e.saving;
        if (!design && std::find(less.begin(), less.end(), i) == less.end()) continue;
        std::vector<std::size_t> parts = parts_of_block(steps, tried, e.path);
        if (parts.size() > 1 && are_complete(steps, tried, e.path, parts))
            wholes.push_back({std::move(parts), e.path, e.kind, e.factor});
    }
    return wholes;
}

std::vector<Choice> choose(const StepPlan& steps, const Analysis& analysis,
                           const std::string& what) {
    Chooser chooser(steps);
    if (what != "suspects" && what != "all") {
        chooser.add_named(what);
        return chooser.take();
    }
    std::size_t blamed = 0;
    for (const Verdict& bottleneck : analysis.bottlenecks) {
        if (++blamed > kMostBlamed) break;
        chooser.add_group(bottleneck.subject);
        for (bool own : {false, true})
            if (const StepBlock* block = holder_of(steps, bottleneck.subject, own))
                chooser.add_with_group(*block);
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
    for (const StepBlock* block : rest) chooser.add_with_group(*block);
    return chooser.take();
}

std::vector<Choice> choose_curve(const std::vector<Choice>& choices,
                                 const std::vector<Experiment>& tried) {
    std::vector<Choice> curve;
    for (std::size_t i = 0; i < choices.size() && i < tried.size(); ++i) {
        if (!tried[i].saving || *tried[i].saving < kLeastState || choices[i].factor != 2) continue;
        for (const unsigned factor : {4u, kFarFaster}) {
            curve.push_back(choices[i]);
            curve.back().factor = factor;
        }
    }
    return curve;
}

std::vector<Choice> choose_further(const StepPlan& steps, const Run& run, const Analysis& analysis,
                                   const std::vector<Experiment>& tried) {
    std::vector<Choice> choices;
    const Experiment* best = best_of(tried);
    if (!best || *best->saving < kLittle) {
        add_pairs(steps, analysis, choices);
        for (std::size_t b = 0; b < steps.blocks.size(); ++b)
            if (is_top(steps.blocks[b]) && !steps.blocks[b].own_logic)
                choices.push_back({{b}, steps.blocks[b].path, ExperimentKind::design, kFarFaster});
    }
    add_holders(steps, analysis, choices);
    // Where no block in it saves anything, the design's own states may tell more.
    const Experiment* winner = best && *best->saving >= kLeastState ? best : design_in(tried);
    if (winner && *winner->saving >= kLeastState && winner->kind != ExperimentKind::logic)
        add_states_of_winner(steps, run, winner->path, choices);
    return choices;
}

}  // namespace tapestry
