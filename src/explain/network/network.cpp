// SPDX-License-Identifier: Apache-2.0
#include "explain/network/network.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>

#include "base/path_name.h"
#include "explain/network/roles.h"
#include "model/pragma.h"

namespace tapestry {

namespace {

// A state that waits for several signals of one block waits for it once.
void add_once(std::vector<StateRef>& states, const StateRef& state) {
    if (std::find(states.begin(), states.end(), state) == states.end()) states.push_back(state);
}

bool rests(Category category) { return category == Category::idle || is_wait(category); }

bool has_role(const std::vector<StateWait>& waits, std::string_view role) {
    return std::any_of(waits.begin(), waits.end(),
                       [&](const StateWait& w) { return w.role == role; });
}

// Whether beats of this bus channel go from the requester to the responder.
bool is_request(const Tap& tap) {
    return tap.bus().part == "request" || tap.bus().part == "single" ||
           (tap.bus().part == "data" && tap.bus().direction == "write");
}

// A network under construction: blocks by their paths, the outside, and links between them.
class NetworkParts {
protected:
    std::size_t block(const std::string& path);
    std::vector<std::size_t>& links_of(int block) {
        return net_.links_of[static_cast<std::size_t>(block)];
    }
    // The block beyond a port of the design. All channels of one bus lead to one memory or, if
    // requests come in through it, to one host.
    int outside(const Tap& tap);
    int outside_port(const std::string& port);
    // `by` waits for each of `on`, with an equal share.
    void link(int by, const std::vector<int>& on, WaitKind kind, int channel);

    Network net_;
};

std::size_t NetworkParts::block(const std::string& path) {
    const auto [at, fresh] = net_.by_path.emplace(path, static_cast<int>(net_.blocks.size()));
    if (fresh) {
        net_.blocks.emplace_back().path = path;
        net_.links_of.emplace_back();
    }
    return static_cast<std::size_t>(at->second);
}

int NetworkParts::outside(const Tap& tap) {
    const bool is_bus = !tap.bus().name.empty();
    const std::size_t id = block("(outside) " + (is_bus ? tap.bus().name : tap.path));
    net_.blocks[id].path = is_bus ? tap.bus().name : tap.path;
    net_.blocks[id].beyond = true;
    const bool request = is_request(tap);
    net_.blocks[id].kind = !is_bus                                  ? BottleneckKind::outside
                           : request == tap.ends().consumer.empty() ? BottleneckKind::memory
                                                                    : BottleneckKind::host;
    return static_cast<int>(id);
}

int NetworkParts::outside_port(const std::string& port) {
    const std::size_t id = block("(outside) " + port);
    net_.blocks[id].path = port;
    net_.blocks[id].beyond = true;
    net_.blocks[id].kind = BottleneckKind::host;
    return static_cast<int>(id);
}

void NetworkParts::link(int by, const std::vector<int>& on, WaitKind kind, int channel) {
    for (const int other : on) {
        if (other == by) continue;
        links_of(by).push_back(net_.links.size());
        net_.links.push_back(
            {by, other, kind, channel, 1.0 / static_cast<double>(on.size()), {}, -1, -1, {}});
    }
}

class Builder : private NetworkParts {
public:
    Builder(const Run& run, const StateCategories& categories)
        : run_(run), categories_(categories) {}

    Network build() {
        index_taps();
        for (const TapNumbers& n : run_.taps) {
            if (n.silent || n.tap.times_a_bus()) continue;
            if (is_judged_by(n)) net_.blocks[block(n.tap.scope)].machines.push_back(n.tap.tap);
            if (n.tap.kind() == TapKind::call)
                net_.blocks[block(n.tap.path)].calls.push_back(n.tap.tap);
        }
        for (const TapNumbers& n : run_.taps) {
            const auto queue = queue_at_.find(n.tap.scope);
            if (queue != queue_at_.end() && queue->second == n.tap.tap)
                find_ends(n.tap.scope, n.tap.tap);
        }
        for (const TapNumbers& n : run_.taps) {
            if (n.silent || n.tap.times_a_bus()) continue;
            if (n.tap.kind() == TapKind::stream && !is_seen_again(n.tap)) add_stream(n.tap);
            if (n.tap.kind() == TapKind::queue) add_bare_queue(n.tap);
        }
        for (const TapNumbers& n : run_.taps) {
            if (is_judged_by(n)) add_machine_waits(n.tap);
        }
        for (const TapNumbers& n : run_.taps) {
            if (!n.silent && n.tap.kind() == TapKind::call && !n.tap.times_a_bus()) add_call(n.tap);
        }
        find_roles(run_, net_);
        return std::move(net_);
    }

private:
    // Finds the instances that are only a queue, and the streams at each end of every scope.
    void index_taps() {
        std::unordered_set<std::string> machines;
        for (const TapNumbers& n : run_.taps) {
            if (!n.silent && n.tap.kind() == TapKind::fsm) machines.insert(n.tap.scope);
            if (!n.silent && n.tap.kind() == TapKind::fsm && !is_pragma_machine(n.tap))
                has_own_machine_.insert(n.tap.scope);
            if (!n.silent && !n.tap.times_a_bus()) tap_at_.emplace(n.tap.path, n.tap.tap);
        }
        for (const TapNumbers& n : run_.taps) {
            if (n.silent || n.tap.times_a_bus()) continue;
            if (n.tap.kind() == TapKind::queue && !machines.contains(n.tap.scope) &&
                n.tap.scope != run_.top)
                queue_at_.emplace(n.tap.scope, n.tap.tap);
            if (n.tap.kind() != TapKind::stream) continue;
            tap_at_[n.tap.path] = first_sight(n);
            if (is_seen_again(n.tap)) continue;
            streams_from_[n.tap.ends().producer].push_back(&n.tap);
            streams_to_[n.tap.ends().consumer].push_back(&n.tap);
        }
    }

    // Where a signal is inverted on its way to a port of the design, the handshake at that port is
    // seen again at the edge of the block inside. With the same ends and numbers it is one.
    int first_sight(const TapNumbers& n) {
        const ChannelEnds& ends = n.tap.ends();
        const bool at_port = ends.producer.empty() != ends.consumer.empty();
        if (!at_port || !n.tap.bus().name.empty() || n.number("transfer_cycles") == 0)
            return n.tap.tap;
        const Tap& first =
            *seen_at_ports_.try_emplace({ends.producer, ends.consumer, n.numbers}, &n.tap)
                 .first->second;
        return first.scope != n.tap.scope ? first.tap : n.tap.tap;
    }

    bool is_seen_again(const Tap& tap) const { return tap_at_.at(tap.path) != tap.tap; }

    // A machine named by pragmas counts only if the block has no machine of its own: otherwise both
    // describe the same cycles.
    bool is_judged_by(const TapNumbers& n) const {
        return !n.silent && n.tap.kind() == TapKind::fsm &&
               !(is_pragma_machine(n.tap) && has_own_machine_.contains(n.tap.scope));
    }

    bool is_queue(const std::string& path) const { return queue_at_.contains(path); }

    // Blocks upstream or downstream of a queue, through any chain of queues.
    void collect(const std::string& scope, bool up, std::set<std::string>& seen,
                 std::vector<int>& found) {
        if (!seen.insert(scope).second) return;
        const auto& index = up ? streams_to_ : streams_from_;
        const auto streams = index.find(scope);
        if (streams == index.end()) return;
        for (const Tap* tap : streams->second) {
            const std::string& end = up ? tap->ends().producer : tap->ends().consumer;
            if (is_queue(end))
                collect(end, up, seen, found);
            else
                found.push_back(end.empty() ? outside(*tap) : static_cast<int>(block(end)));
        }
    }

    void find_ends(const std::string& scope, int tap) {
        Network::Queue& queue = net_.queues[tap];
        for (const bool up : {true, false}) {
            std::set<std::string> seen;
            std::vector<int>& found = up ? queue.fillers : queue.drainers;
            collect(scope, up, seen, found);
            const auto& index = up ? streams_to_ : streams_from_;
            if (const auto at = index.find(scope); at != index.end()) {
                for (const Tap* stream : at->second)
                    (up ? queue.inputs : queue.outputs).push_back(stream->tap);
            }
            if (!found.empty()) continue;
            const Tap& t = run_.taps[static_cast<std::size_t>(tap)].tap;
            const std::string& end = up ? t.ends().producer : t.ends().consumer;
            if (end.empty())
                found.push_back(outside(t));
            else if (end != scope && !is_queue(end))
                found.push_back(static_cast<int>(block(end)));
        }
    }

    std::vector<int> ends(const std::string& path, const Tap& tap, bool up) {
        if (path.empty()) return {outside(tap)};
        const auto queue = queue_at_.find(path);
        if (queue == queue_at_.end()) return {static_cast<int>(block(path))};
        const Network::Queue& q = net_.queues[queue->second];
        return up ? q.fillers : q.drainers;
    }

    void add_stream(const Tap& tap) {
        const std::vector<int> producers = ends(tap.ends().producer, tap, true);
        const std::vector<int> consumers = ends(tap.ends().consumer, tap, false);
        if (!is_queue(tap.ends().producer))
            link(producers.front(), consumers, WaitKind::send, tap.tap);
        if (!is_queue(tap.ends().consumer))
            link(consumers.front(), producers, WaitKind::receive, tap.tap);
    }

    // A queue without measured streams at its ends: its own counters show who waited.
    void add_bare_queue(const Tap& tap) {
        const auto at = net_.queues.find(tap.tap);
        std::vector<int> fillers, drainers;
        bool bare_in = true, bare_out = true;
        if (at != net_.queues.end()) {
            fillers = at->second.fillers;
            drainers = at->second.drainers;
            bare_in = at->second.inputs.empty();
            bare_out = at->second.outputs.empty();
        } else if (!tap.ends().producer.empty() && !tap.ends().consumer.empty()) {
            fillers = {static_cast<int>(block(tap.ends().producer))};
            drainers = {static_cast<int>(block(tap.ends().consumer))};
            net_.queues[tap.tap] = {fillers, drainers, {}, {}};
        }
        if (bare_in) {
            for (const int filler : fillers) link(filler, drainers, WaitKind::send, tap.tap);
        }
        if (bare_out) {
            for (const int drainer : drainers) link(drainer, fillers, WaitKind::receive, tap.tap);
        }
    }

    // The signals that the states of a machine wait for, from the source text.
    void add_machine_waits(const Tap& machine) {
        const auto by = static_cast<int>(block(machine.scope));
        for (std::size_t s = 0; s < machine.states().size(); ++s) {
            const std::vector<StateWait>& waits = machine.states()[s].waits;
            NetworkBlock& block = net_.blocks[static_cast<std::size_t>(by)];
            const StateCategory& known = categories_[static_cast<std::size_t>(machine.tap)][s];
            if (known.reason == kNoWayOut)
                block.finished.push_back({machine.tap, s});
            else if (waits.empty() && rests(known.category))
                block.resting.push_back({machine.tap, s});
            const bool takes = has_role(waits, "valid");
            for (const StateWait& wait : waits) {
                const StateRef state{machine.tap, s};
                // Without a beat to pass on, a state does not wait to send. Where handshakes move
                // beats, other signals only steer, or gate the handshake.
                if (wait.role == "valid" || (wait.role == "ready" && !takes))
                    add_channel_wait(by, wait, state);
                else if (takes || has_role(waits, "ready"))
                    add_gate(by, wait, waits, state);
                else if (wait.role == "port")
                    add_sync_wait(by, {outside_port(wait.channel)}, -1, state);
                else if (!wait.from.empty() && wait.from != machine.scope)
                    add_sync_wait(by, awaited(by, wait.from), tap_or_none(wait.channel), state);
            }
        }
    }

    void add_channel_wait(int by, const StateWait& wait, const StateRef& state) {
        const auto tap = tap_at_.find(wait.channel);
        if (tap == tap_at_.end()) return;
        const WaitKind kind = wait.role == "valid" ? WaitKind::receive : WaitKind::send;
        for (const std::size_t i : links_of(by)) {
            Link& l = net_.links[i];
            if (l.channel == tap->second && l.kind == kind) add_once(l.states, state);
        }
    }

    // A signal of another block next to a stream that the state takes from: while beats are
    // refused, the state waits for that signal.
    void add_gate(int by, const StateWait& wait, const std::vector<StateWait>& waits,
                  const StateRef& state) {
        const auto stream = std::find_if(waits.begin(), waits.end(),
                                         [](const StateWait& w) { return w.role == "valid"; });
        if (!wait.role.empty() || wait.from.empty() || stream == waits.end() || is_queue(wait.from))
            return;
        const int gate = tap_or_none(stream->channel);
        const auto on = static_cast<int>(block(wait.from));
        if (gate < 0 || on == by) return;
        for (const std::size_t i : links_of(by)) {
            Link& l = net_.links[i];
            if (l.on == on && l.gate == gate) return add_once(l.states, state);
        }
        link(by, {on}, WaitKind::synchronise, -1);
        net_.links.back().states.push_back(state);
        net_.links.back().gate = gate;
    }

    // The block that drives the signal; for a signal of a queue, the block at its other end.
    std::vector<int> awaited(int by, const std::string& from) {
        const auto queue = queue_at_.find(from);
        if (queue == queue_at_.end()) return {static_cast<int>(block(from))};
        const Network::Queue& q = net_.queues[queue->second];
        const bool fills = std::find(q.fillers.begin(), q.fillers.end(), by) != q.fillers.end();
        return fills ? q.drainers : q.fillers;
    }

    int tap_or_none(const std::string& path) const {
        const auto tap = tap_at_.find(path);
        return tap == tap_at_.end() ? -1 : tap->second;
    }

    void add_sync_wait(int by, const std::vector<int>& on, int channel, const StateRef& state) {
        if (on.empty() || on[0] == by) return;
        bool known = false;
        for (const std::size_t i : links_of(by)) {
            Link& l = net_.links[i];
            if (l.on != on[0] || l.kind != WaitKind::synchronise) continue;
            add_once(l.states, state);
            known = true;
        }
        if (known) return;
        link(by, {on[0]}, WaitKind::synchronise, channel);
        net_.links.back().states.push_back(state);
        waiting_for_[on[0]].push_back(by);
    }

    // A callee waits for its caller, unless one of its own states shows what it waits for.
    void add_call(const Tap& call) {
        const auto callee = static_cast<int>(block(call.path));
        for (const std::size_t i : links_of(callee)) {
            if (net_.links[i].kind != WaitKind::send) return;
        }
        const std::vector<int> callers = waiting_for_[callee];
        if (callers.empty()) return;
        link(callee, callers, WaitKind::synchronise, call.tap);
    }

    const Run& run_;
    const StateCategories& categories_;
    std::unordered_set<std::string> has_own_machine_;  // scopes
    std::unordered_map<std::string, int> tap_at_;
    using Numbers = std::vector<std::pair<std::string, std::uint64_t>>;
    std::map<std::tuple<std::string, std::string, Numbers>, const Tap*> seen_at_ports_;  // by ends
    std::unordered_map<int, std::vector<int>> waiting_for_;  // block -> blocks that await it
    std::unordered_map<std::string, int> queue_at_;          // scope of the instance -> tap
    std::unordered_map<std::string, std::vector<const Tap*>> streams_from_, streams_to_;
};

// The call of the whole design that begins with `port`, if the state waits for that; else -1.
int call_started(const Run& run, const StateRef& s, const std::string& port) {
    const Tap& machine = run.taps[static_cast<std::size_t>(s.tap)].tap;
    const std::vector<StateWait>& waits = machine.states()[s.state].waits;
    if (std::none_of(waits.begin(), waits.end(),
                     [&](const StateWait& w) { return w.starts && w.channel == port; }))
        return -1;
    const auto call = std::find_if(run.taps.begin(), run.taps.end(), [&](const TapNumbers& n) {
        return n.tap.is(TapKind::call) && n.tap.path == parent_path(port);
    });
    return call == run.taps.end() ? -1 : call->tap.tap;
}

void tie_starts(const Run& run, Network& net) {
    for (Link& link : net.links) {
        const std::string& on = net.blocks[static_cast<std::size_t>(link.on)].path;
        for (const StateRef& s : link.states)
            link.starts = std::max(link.starts, call_started(run, s, on));
    }
}

}  // namespace

Network network_of(const Run& run, const StateCategories& categories) {
    Network net = Builder(run, categories).build();
    tie_starts(run, net);
    return net;
}

}  // namespace tapestry
