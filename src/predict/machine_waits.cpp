// SPDX-License-Identifier: Apache-2.0
#include "predict/machine_waits.h"

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

// Goes through the stays of a machine in its states, in their order.
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
            for (const AwaitedSignal& signal : signals)
                if (signal.handshake) at_.try_emplace(signal.handshake, 0);
            out_.states.push_back(std::move(signals));
        }
        out_.stretches = {{0, false}};
    }

    bool wait() const { return !by_code_.empty(); }
    MachineWaits take() { return std::move(out_); }

    void add(const TraceRecord& record, std::uint64_t end) {
        const auto state =
            record.known ? by_code_.find(std::to_string(record.value)) : by_code_.end();
        if (state == by_code_.end())
            note(record.edge, false);
        else
            add_waiting(state->second, record.edge, end);
    }

private:
    void note(std::uint64_t start, bool waits) {
        if (out_.stretches.back().waits != waits) out_.stretches.push_back({start, waits});
    }

    // What a handshake does at `now`; `next` gets the time at which it may do something else.
    StretchKind kind_of(const RecordedHandshake& handshake, std::uint64_t now,
                        std::uint64_t& next) {
        std::size_t& at = at_[&handshake];
        while (at + 1 < handshake.stretches.size() && handshake.stretches[at + 1].start <= now)
            ++at;
        next = std::min(next, handshake.end_of(at));
        return handshake.stretches[at].kind;
    }

    void add_waiting(std::uint32_t state, std::uint64_t start, std::uint64_t end) {
        bool seen = false;  // since it came, or since something moved
        for (std::uint64_t now = start; now < end;) {
            bool waits = false, moves = false;
            std::uint64_t next = end;
            for (const AwaitedSignal& signal : out_.states[state]) {
                const StretchKind kind =
                    signal.handshake ? kind_of(*signal.handshake, now, next) : StretchKind::idle;
                waits = waits || is_missing(signal, kind);
                moves = moves || kind == StretchKind::transfer;
            }
            note(now, waits);
            if (!waits && !moves && !seen) out_.looks.push_back({now, state});
            seen = !moves && (seen || !waits);
            now = std::max(next, now + 1);
        }
    }

    std::map<std::string, std::uint32_t> by_code_;
    std::map<const RecordedHandshake*, std::size_t> at_;
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
    return stays.take();
}

}  // namespace tapestry
