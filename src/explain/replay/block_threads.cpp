// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/block_threads.h"

#include <algorithm>
#include <optional>
#include <set>

#include "explain/replay/arbiter_threads.h"
#include "explain/replay/arbitration.h"
#include "explain/replay/credits.h"
#include "explain/replay/elastic.h"
#include "explain/replay/openings.h"
#include "explain/replay/operations_of.h"
#include "explain/replay/passages.h"

namespace tapestry {

namespace {

// Whether the thread takes from different inputs in different visits.
bool takes_apart(const OperationThread& thread) {
    std::set<std::set<std::uint32_t>> taken;
    for (const auto& set : thread.sets) {
        std::set<std::uint32_t> pops;
        for (const ChannelOperation& o : set)
            if (!o.push && o.group != kLooks) pops.insert(o.channel);
        if (!pops.empty()) taken.insert(std::move(pops));
    }
    return taken.size() > 1;
}

// Adds `added` to every set that has an operation on `channel`, in the same group.
void add_beside(OperationThread& thread, std::uint32_t channel, ChannelOperation added) {
    for (std::vector<ChannelOperation>& set : thread.sets)
        for (std::size_t i = 0; i < set.size(); ++i) {
            if (set[i].channel != channel || set[i].group == kLooks) continue;
            added.group = set[i].group;
            set.push_back(added);
            break;
        }
}

class BlockThreadMaker {
public:
    BlockThreadMaker(const std::string& path, std::uint32_t next_channel)
        : path_(path), next_channel_(next_channel) {}

    BlockThreads take() { return std::move(out_); }

    void add_outside(const std::vector<ThreadEnd>& ends) {
        if (std::optional<OperationThread> thread = thread_with_openings(ends[0]))
            add(std::move(*thread), "");
        else
            add_part(ends, "");
    }

    // The threads of a block without a machine.
    void add_parts(const std::vector<ThreadEnd>& ends) {
        const std::vector<std::vector<ThreadEnd>> parts = passages_of(ends);
        for (std::size_t i = 0; i < parts.size(); ++i)
            add_part(parts[i], i == 0 ? "" : " (" + std::to_string(i + 1) + ")");
    }

    void add_machine(std::vector<ThreadEnd> ends, MachineWaits machine, bool chooses) {
        // The machine of a register slice or pipeline counts the beats in flight; it does not wait.
        const ThreadVisits sequence = visits_of(ends, &machine);
        const bool doubtful = sequence.overlaps + sequence.polls + sequence.choices > 0;
        if (doubtful && add_elastic(ends, 1, "")) return;
        std::vector<ThreadEnd> takers;
        for (const ThreadEnd& end : ends)
            if (ends.size() > 1 && !end.push && is_always_ready(*end.handshake) &&
                !is_awaited(machine, end))
                takers.push_back(end);
        std::erase_if(ends, [&](const ThreadEnd& e) {
            return std::any_of(takers.begin(), takers.end(),
                               [&](const ThreadEnd& t) { return t.channel == e.channel; });
        });
        std::vector<std::optional<Gate>> gates;
        for (const ThreadEnd& taker : takers) gates.push_back(gate_of(taker, ends, machine));
        ThreadVisits made = visits_of(ends, &machine);
        for (std::size_t i = 0; i < takers.size(); ++i) add_taker(takers[i], gates[i], made.thread);
        made.thread.guessed += made.overlaps;
        if (made.polls > 0)
            made.thread.choice = "it does something else while what it waits for is not there";
        else if ((made.choices > 0 || (chooses && takes_apart(made.thread))) &&
                 !chooses_as_seen(ends, machine, made))
            made.thread.choice = "it takes from several channels, whichever has a beat";
        add(std::move(made.thread), "");
    }

private:
    struct Gate {
        std::uint32_t gives = 0;  // the channel whose pushes wait for credits
        std::uint32_t inside = 0;
    };

    std::uint32_t add_channel(OperationChannel channel) {
        out_.channels.push_back(std::move(channel));
        return next_channel_ + static_cast<std::uint32_t>(out_.channels.size()) - 1;
    }

    std::optional<Gate> gate_of(const ThreadEnd& taker, const std::vector<ThreadEnd>& ends,
                                MachineWaits& machine) {
        for (const ThreadEnd& end : ends) {
            if (!end.push) continue;
            const std::optional<Credit> law =
                find_credit(*end.handshake, *taker.handshake, machine);
            if (law)
                return Gate{end.channel,
                            add_channel({inside_of(path_), 0, 0, law->room, law->most})};
        }
        return std::nullopt;
    }

    // Whether a known policy explains the choices of the states that wait for any of several beats.
    static bool chooses_as_seen(const std::vector<ThreadEnd>& ends, const MachineWaits& machine,
                                ThreadVisits& made) {
        std::vector<ChosenEnd> chosen;
        for (const ThreadEnd& end : ends)
            for (std::size_t s = 0; s < machine.states.size(); ++s)
                if (machine.is_for_any(s) && !end.push && awaits_beat(machine.states[s], end) &&
                    (chosen.empty() || chosen.back().channel != end.channel))
                    chosen.push_back({end.handshake, end.channel});
        if (chosen.size() < 2) return false;
        made.thread.arbitrations =
            arbitrations_of(decisions_of(made.thread, made.ends, chosen), chosen);
        return !made.thread.arbitrations.empty();
    }

    static bool awaits_beat(const std::vector<AwaitedSignal>& state, const ThreadEnd& end) {
        return std::any_of(state.begin(), state.end(), [&](const AwaitedSignal& s) {
            return s.valid && s.handshake == end.handshake;
        });
    }

    void add_taker(const ThreadEnd& taker, const std::optional<Gate>& gate,
                   OperationThread& giver) {
        OperationThread thread = visits_of({taker}).thread;
        if (gate) {
            add_beside(giver, gate->gives, {gate->inside, true, 0});
            add_beside(thread, taker.channel, {gate->inside, false, 0});
        } else {
            giver.choice = "it takes beats at any time, and nothing recorded says what for";
        }
        add(std::move(thread), " (takes)");
    }

    void add_part(const std::vector<ThreadEnd>& ends, const std::string& name) {
        ThreadVisits made = visits_of(ends);
        const std::uint64_t doubtful = made.overlaps + made.thread.guessed + made.choices;
        // HLS code takes in program order: it waits for the beat that it needs next.
        if (std::all_of(ends.begin(), ends.end(),
                        [](const ThreadEnd& end) { return end.push || end.says_waiting; }))
            made.takes_any = false;
        if ((made.takes_any || made.choices > 0) && add_arbiter(ends, name)) return;
        if (add_elastic(ends, doubtful, name)) return;
        made.thread.guessed += made.overlaps;
        if (made.choices > 0 ||
            (made.takes_any && takes_apart(made.thread) && !takes_in_turn(ends, made)))
            made.thread.choice = "it takes from several channels, whichever has a beat";
        add(std::move(made.thread), name);
    }

    static bool takes_in_turn(const std::vector<ThreadEnd>& ends, const ThreadVisits& made) {
        std::vector<ChosenEnd> chosen;
        for (const ThreadEnd& end : ends)
            if (!end.push) chosen.push_back({end.handshake, end.channel});
        return take_turns(decisions_of(made.thread, made.ends, chosen), chosen.size());
    }

    bool add_arbiter(const std::vector<ThreadEnd>& ends, const std::string& name) {
        const auto next = next_channel_ + static_cast<std::uint32_t>(out_.channels.size());
        std::optional<ArbiterThreads> arbiter = arbiter_threads(ends, next);
        if (!arbiter) return false;
        add(std::move(arbiter->taker), name);
        if (!arbiter->giver) return true;
        arbiter->inside.path = inside_of(path_ + name);
        add_channel(std::move(arbiter->inside));
        add(std::move(*arbiter->giver), name + " (gives)");
        return true;
    }

    // Models the block with beats in flight if that leaves fewer unexplained events than
    // `doubtful`.
    bool add_elastic(const std::vector<ThreadEnd>& ends, std::uint64_t doubtful,
                     const std::string& name) {
        const auto next = next_channel_ + static_cast<std::uint32_t>(out_.channels.size());
        std::optional<ElasticBlock> block = elastic_block(ends, next);
        const bool better = block && block->wrong < doubtful;
        if (!better && !(block && block->wrong == 0 && block->most_inside > 1)) return false;
        block->inside.path = inside_of(path_ + name);
        add_channel(std::move(block->inside));
        block->reader.guessed = block->wrong;
        add(std::move(block->reader), name);
        add(std::move(block->writer), name + " (gives)");
        return true;
    }

    void add(OperationThread thread, const std::string& name) {
        thread.path = path_ + name;
        out_.threads.push_back(std::move(thread));
    }

    const std::string& path_;
    const std::uint32_t next_channel_;
    BlockThreads out_;
};

}  // namespace

BlockThreads threads_of(const std::string& path, const std::vector<ThreadEnd>& ends,
                        const MachineWaits* machine, bool chooses, std::uint32_t next_channel) {
    BlockThreadMaker maker(path, next_channel);
    if (is_outside_end(path))
        maker.add_outside(ends);
    else if (machine)
        maker.add_machine(ends, *machine, chooses);
    else
        maker.add_parts(ends);
    return maker.take();
}

}  // namespace tapestry
