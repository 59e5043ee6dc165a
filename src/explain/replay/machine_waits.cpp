// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/machine_waits.h"

#include <algorithm>

namespace tapestry {

namespace {

using Signals = std::vector<AwaitedSignal>;

bool is_missing(const AwaitedSignal& signal, StretchKind kind) {
    return kind == StretchKind::idle ||
           kind == (signal.valid ? StretchKind::starved : StretchKind::blocked);
}

Signals signals_of(const TapState& state,
                   const std::map<std::string, const RecordedHandshake*>& handshakes) {
    Signals signals;
    for (const StateWait& wait : state.waits) {
        if (wait.role != "valid" && wait.role != "ready") continue;
        const auto found = handshakes.find(wait.channel);
        signals.push_back(
            {found == handshakes.end() ? nullptr : found->second, wait.role == "valid"});
    }
    return signals;
}

// The streams of which a state may wait for any one: at least two, no two of which ever transfer in
// the same cycle. Otherwise empty.
std::vector<const RecordedHandshake*> alternatives(const Signals& signals) {
    std::vector<const RecordedHandshake*> all;
    std::vector<std::uint64_t> moves;
    for (const AwaitedSignal& signal : signals) {
        if (!signal.valid) continue;
        if (!signal.handshake) return {};
        if (std::find(all.begin(), all.end(), signal.handshake) != all.end()) continue;
        all.push_back(signal.handshake);
        const std::vector<std::uint64_t> more = signal.handshake->transfers();
        moves.insert(moves.end(), more.begin(), more.end());
    }
    std::sort(moves.begin(), moves.end());
    const bool together = std::adjacent_find(moves.begin(), moves.end()) != moves.end();
    return all.size() > 1 && !together ? all : std::vector<const RecordedHandshake*>{};
}

std::uint64_t next_move(const RecordedHandshake& handshake, std::uint64_t now) {
    auto at = std::partition_point(
        handshake.stretches.begin(), handshake.stretches.end(), [&](const HandshakeStretch& s) {
            return handshake.end_of(static_cast<std::size_t>(&s - handshake.stretches.data())) <=
                   now;
        });
    while (at != handshake.stretches.end() && at->kind != StretchKind::transfer) ++at;
    return at == handshake.stretches.end() ? handshake.end : std::max(at->start, now);
}

// Walks through the time that the machine spends in each state, in order.
class Stays {
public:
    Stays(const Tap& machine, const Tap& trace,
          const std::map<std::string, const RecordedHandshake*>& handshakes) {
        for (const TapState& state : machine.states()) {
            Signals signals = signals_of(state, handshakes);
            if (signals.empty()) continue;
            for (const TapState& traced : trace.states())
                if (traced.name == state.name)
                    by_code_.emplace(traced.code, static_cast<std::uint32_t>(out_.states.size()));
            alternatives_.push_back(alternatives(signals));
            out_.for_any.push_back(!alternatives_.back().empty());
            out_.states.push_back(std::move(signals));
        }
        out_.stretches = {{0, false}};
    }

    bool wait() const { return !by_code_.empty(); }

    void add(const TraceRecord& record, std::uint64_t end) {
        const auto state =
            record.known ? by_code_.find(std::to_string(record.value)) : by_code_.end();
        stays_.push_back({state == by_code_.end() ? kNone : state->second, record.edge, end});
    }

    MachineWaits take() {
        for (const Stay& stay : stays_)
            if (stay.state != kNone && out_.for_any[stay.state] && hesitates(stay))
                out_.for_any[stay.state] = false;
        at_.clear();
        for (const Stay& stay : stays_) {
            if (stay.state == kNone)
                note(stay.start, false);
            else
                add_waiting(stay);
        }
        return std::move(out_);
    }

private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    struct Stay {
        std::uint32_t state = kNone;
        std::uint64_t start = 0, end = 0;
    };
    // The signals that a state waits for, in one cycle.
    struct Glance {
        bool waits = false, moves = false;
        bool some = false, all = true;  // of the awaited beats are there
        bool rest = true;               // all other awaited signals are there
        std::uint64_t next = 0;         // first cycle in which this may change
    };

    void note(std::uint64_t start, bool waits) {
        if (out_.stretches.back().waits != waits) out_.stretches.push_back({start, waits});
    }

    // The state of a handshake at `now`; lowers `next` to the cycle in which it changes.
    StretchKind kind_of(const RecordedHandshake& handshake, std::uint64_t now,
                        std::uint64_t& next) {
        std::size_t& at = at_[&handshake];
        while (at + 1 < handshake.stretches.size() && handshake.stretches[at + 1].start <= now)
            ++at;
        next = std::min(next, handshake.end_of(at));
        return handshake.stretches[at].kind;
    }

    Glance glance(const Stay& stay, std::uint64_t now) {
        Glance g;
        g.next = stay.end;
        for (const AwaitedSignal& signal : out_.states[stay.state]) {
            const StretchKind kind =
                signal.handshake ? kind_of(*signal.handshake, now, g.next) : StretchKind::idle;
            const bool missing = is_missing(signal, kind);
            g.moves = g.moves || kind == StretchKind::transfer;
            g.some = g.some || (signal.valid && !missing);
            g.all = g.all && !(signal.valid && missing);
            g.rest = g.rest && !(!signal.valid && missing);
        }
        g.waits = !g.rest || !(out_.for_any[stay.state] ? g.some : g.all);
        g.next = std::max(g.next, now + 1);
        return g;
    }

    // Whether the machine stays though one of several beats is there: then it waits for all.
    bool hesitates(const Stay& stay) {
        for (std::uint64_t now = stay.start; now < stay.end;) {
            const Glance g = glance(stay, now);
            const bool left = g.next >= stay.end && now + 1 >= stay.end;
            if (g.some && !g.all && g.rest && !g.moves && !left) return true;
            now = g.next;
        }
        return false;
    }

    void add_waiting(const Stay& stay) {
        bool seen = false;  // since the state was entered, or since the last transfer
        for (std::uint64_t now = stay.start; now < stay.end;) {
            const Glance g = glance(stay, now);
            note(now, g.waits);
            if (!g.waits && !g.moves && !seen) look(stay.state, now);
            seen = !g.moves && (seen || !g.waits);
            now = g.next;
        }
    }

    // Of several beats the machine has chosen the one that moves next. It is unknown if the run
    // ends before that.
    void look(std::uint32_t state, std::uint64_t now) {
        const RecordedHandshake* chosen = nullptr;
        std::uint64_t first = ~std::uint64_t{0};
        for (const RecordedHandshake* h : alternatives_[state]) {
            const std::uint64_t moves = next_move(*h, now);
            if (!out_.for_any[state] || moves == h->end || moves >= first) continue;
            chosen = h;
            first = moves;
        }
        if (chosen || !out_.for_any[state]) out_.looks.push_back({now, state, chosen});
    }

    std::map<std::string, std::uint32_t> by_code_;
    std::map<const RecordedHandshake*, std::size_t> at_;
    std::vector<std::vector<const RecordedHandshake*>> alternatives_;  // by state
    std::vector<Stay> stays_;
    MachineWaits out_;
};

}  // namespace

MachineWaits machine_waits(const Tap& machine, const TapNumbers& trace,
                           const std::map<std::string, const RecordedHandshake*>& handshakes) {
    Stays stays(machine, trace.tap, handshakes);
    if (!stays.wait()) return {};
    for (std::size_t i = 0; i < trace.trace.size(); ++i)
        stays.add(trace.trace[i],
                  i + 1 < trace.trace.size() ? trace.trace[i + 1].edge : trace.edges);
    if (trace.number("end_edge") != 0)
        stays.add({trace.trace.size(), trace.edges, trace.number("end_value"), true},
                  trace.edges + 1);
    return stays.take();
}

}  // namespace tapestry
