// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/run_summary.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace tapestry {

namespace {

class Builder {
public:
    explicit Builder(const Run& run) : run_(run), periods_(run), categories_(categories_of(run)) {
        out_.network = network_of(run, categories_);
        out_.load = load_of(out_.network, run, periods_.whole());
        out_.length = periods_.length();
    }

    RunSummary build() {
        for (std::size_t b = 0; b < net().blocks.size(); ++b) add_block(b);
        for (std::size_t i = 0; i < net().links.size(); ++i) join_to_streams(i);
        out_.link_end.resize(net().links.size());
        for (std::size_t i = 0; i < net().links.size(); ++i) add_wait(i);
        for (std::size_t i = 0; i < net().links.size(); ++i)
            if (!joined_.contains(i)) add_dependency(i);
        for (std::size_t b = 0; b < net().blocks.size(); ++b) set_asleep(b);
        return std::move(out_);
    }

private:
    const Network& net() const { return out_.network; }

    void add_block(std::size_t b) {
        const NetworkBlock& from = net().blocks[b];
        SummaryBlock& block = out_.model.blocks.emplace_back();
        block.path = from.path;
        const bool one = from.machines.size() == 1;
        out_.machine.push_back(one ? from.machines[0] : -1);
        if (one)
            add_machine(run_.taps[static_cast<std::size_t>(from.machines[0])], block);
        else
            block.states = {{"work", out_.load.work[b]}};
        out_.states.push_back(block.states.size());
    }

    void add_machine(const TapNumbers& machine, SummaryBlock& block) {
        const Period whole = periods_.whole();
        const std::vector<TapState>& names = machine.tap.states();
        std::vector<double> left(machine.states.size());  // entries that nothing follows
        for (std::size_t s = 0; s < machine.states.size(); ++s) {
            block.states.push_back({s < names.size() ? names[s].name : "other",
                                    whole.state_cycles(machine.tap.tap, s)});
            left[s] = static_cast<double>(machine.states[s].entries);
        }
        for (const TransitionNumbers& t : machine.transitions) {
            const auto count = static_cast<double>(t.count);
            block.moves.push_back({t.from, t.to, count});
            left[t.from] -= count;
        }
        block.last =
            static_cast<std::size_t>(std::max_element(left.begin(), left.end()) - left.begin());
    }

    // A thread that records when it waits for a block, and a stream between the two, show one wait:
    // that of the stream, as long as the thread says.
    void join_to_streams(std::size_t said) {
        Link& link = out_.network.links[said];
        const auto by = static_cast<std::size_t>(link.by);
        if (link.kind != WaitKind::synchronise || !is_thread(net().blocks[by], run_)) return;
        for (const std::size_t i : net().links_of[by]) {
            Link& stream = out_.network.links[i];
            if (stream.on != link.on || stream.kind == WaitKind::synchronise ||
                !stream.states.empty())
                continue;
            const Category wanted =
                stream.kind == WaitKind::send ? Category::wait_send : Category::wait_recv;
            auto fits = [&](const StateRef& s) {
                return categories_[static_cast<std::size_t>(s.tap)][s.state].category == wanted;
            };
            std::copy_if(link.states.begin(), link.states.end(), std::back_inserter(stream.states),
                         fits);
            std::erase_if(link.states, fits);
            if (!stream.states.empty()) out_.load.cycles[i] = waited_in(stream.states);
        }
        if (!link.states.empty()) return;
        joined_.insert(said);
        out_.load.cycles[said] = 0;
    }

    // One unit of each visit is not waiting.
    double waited_in(const std::vector<StateRef>& states) const {
        double cycles = 0;
        for (const StateRef& s : states) {
            const TapNumbers& machine = run_.taps[static_cast<std::size_t>(s.tap)];
            cycles += std::max(0.0, periods_.whole().state_cycles(s.tap, s.state) -
                                        static_cast<double>(machine.states[s.state].entries));
        }
        return cycles;
    }

    // A thread that sleeps until others end does not work meanwhile.
    void set_asleep(std::size_t b) {
        if (!is_thread(net().blocks[b], run_)) return;
        const auto machine = static_cast<std::size_t>(out_.machine[b]);
        for (std::size_t s = 0; s < out_.states[b] && s < categories_[machine].size(); ++s) {
            SummaryBlock& block = out_.model.blocks[b];
            if (categories_[machine][s].category != Category::idle) continue;
            block.states.push_back({"(asleep)", block.states[s].time});
            block.states[s].time = 0;
        }
    }

    // The state in which a link waits: the longest of its states, else of the block.
    std::size_t place_of(const Link& link) const {
        const auto b = static_cast<std::size_t>(link.by);
        const SummaryBlock& block = out_.model.blocks[b];
        std::size_t best = block.states.size();
        auto longer = [&](std::size_t s) {
            return best == block.states.size() || block.states[s].time > block.states[best].time;
        };
        for (const StateRef& ref : link.states)
            if (ref.tap == out_.machine[b] && longer(ref.state)) best = ref.state;
        if (best < block.states.size()) return best;
        for (std::size_t s = 0; s < out_.states[b]; ++s)
            if (longer(s)) best = s;
        return best;
    }

    void add_wait(std::size_t i) {
        const Link& link = net().links[i];
        const auto b = static_cast<std::size_t>(link.by);
        SummaryBlock& block = out_.model.blocks[b];
        out_.link_end[i] = {b, place_of(link), block.states.size()};
        take_away(b, link, out_.load.cycles[i]);
        const std::string& other = net().blocks[static_cast<std::size_t>(link.on)].path;
        block.states.push_back({"(waits for " + other + ")", out_.load.cycles[i]});
    }

    // Subtracts the waiting from the states in which it was counted, those of the link first. A
    // block without a machine has only its work.
    void take_away(std::size_t b, const Link& link, double cycles) {
        if (out_.machine[b] < 0) return;
        SummaryBlock& block = out_.model.blocks[b];
        auto take = [&](std::size_t s) {
            const double part = std::min(cycles, block.states[s].time);
            block.states[s].time -= part;
            cycles -= part;
        };
        for (const StateRef& ref : link.states)
            if (ref.tap == out_.machine[b]) take(ref.state);
        for (const StateRef& ref : net().blocks[b].resting)
            if (ref.tap == out_.machine[b]) take(ref.state);
        for (const std::size_t s : states_that_move(b, link)) take(s);
    }

    // States in which beats of the link's direction move or wait: most of their time may be either.
    std::vector<std::size_t> states_that_move(std::size_t b, const Link& link) const {
        std::vector<std::size_t> found;
        if (link.kind == WaitKind::synchronise) return found;
        const char* const role = link.kind == WaitKind::send ? "ready" : "valid";
        const std::vector<TapState>& states =
            run_.taps[static_cast<std::size_t>(out_.machine[b])].tap.states();
        for (std::size_t s = 0; s < states.size(); ++s)
            if (std::any_of(states[s].waits.begin(), states[s].waits.end(),
                            [&](const StateWait& w) { return w.role == role; }))
                found.push_back(s);
        return found;
    }

    // Two blocks of which nearly always one waits for the other work alternately, as request and
    // response. They do not overlap, and neither has slack.
    bool take_turns(std::size_t one, std::size_t other) const {
        constexpr double kAllTheTime = 0.9;
        return out_.load.cycles[one] + out_.load.cycles[other] >= kAllTheTime * out_.length;
    }

    // The end at which the other block waits in the opposite direction of the same transfer.
    SummaryEnd other_end(std::size_t i) {
        const Link& link = net().links[i];
        const auto block = static_cast<std::size_t>(link.on);
        for (const std::size_t k : net().links_of[block]) {
            const Link& back = net().links[k];
            if (back.on != link.by || joined_.contains(k)) continue;
            const bool fits = link.kind == WaitKind::synchronise
                                  ? back.kind == WaitKind::synchronise && !take_turns(i, k)
                                  : back.kind != link.kind && back.kind != WaitKind::synchronise;
            if (fits) return out_.link_end[k];
        }
        const auto [at, is_new] = never_waits_.try_emplace(block);
        if (is_new) {
            Link none;
            none.by = link.on;
            at->second = {block, place_of(none), out_.model.blocks[block].states.size()};
            out_.model.blocks[block].states.push_back({"(waits)", 0});
        }
        return at->second;
    }

    // A receiver waits for its sender; a sender is awaited, once for each receiver.
    void add_dependency(std::size_t i) {
        const Link& link = net().links[i];
        const SummaryEnd other = other_end(i), here = out_.link_end[i];
        out_.model.dependencies.push_back(link.kind == WaitKind::send
                                              ? SummaryDependency{here, other}
                                              : SummaryDependency{other, here});
    }

    const Run& run_;
    const Periods periods_;
    const StateCategories categories_;
    std::set<std::size_t> joined_;  // links of threads that a stream stands for
    RunSummary out_;
    std::map<std::size_t, SummaryEnd> never_waits_;
};

double sum(const SummaryBlock& block, std::size_t first, std::size_t end) {
    double cycles = 0;
    for (std::size_t s = first; s < end; ++s) cycles += block.states[s].time;
    return cycles;
}

}  // namespace

RunSummary summary_of(const Run& run) { return Builder(run).build(); }

double work_of(const SummaryBlock& block, std::size_t states) { return sum(block, 0, states); }

double wait_of(const SummaryBlock& block, std::size_t states) {
    return sum(block, states, block.states.size());
}

}  // namespace tapestry
