// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/stream_times.h"

#include <algorithm>

namespace tapestry {

namespace {

struct Bin {
    double* cycles = nullptr;
    bool known = false;
};

// Scales the bins to sum to `total`, those that are not known first.
void fill(double total, const std::vector<Bin>& bins) {
    for (const bool known : {false, true}) {
        double sum = 0, here = 0;
        for (const Bin& bin : bins) {
            sum += *bin.cycles;
            if (bin.known == known) here += *bin.cycles;
        }
        const double then = std::max(0.0, here + total - sum);
        for (const Bin& bin : bins)
            if (bin.known == known && here > 0) *bin.cycles *= then / here;
    }
}

PredictedStream stream_of(const TapNumbers& n, const StreamShift& shift, double own,
                          double cycles) {
    auto measured = [&](const char* name) { return static_cast<double>(n.number(name)); };
    PredictedStream s{n.tap.path, measured("transfer_cycles"), measured("blocked_cycles"),
                      measured("starved_cycles"), measured("idle_cycles")};
    s.blocked_cycles = std::max(0.0, s.blocked_cycles + own * shift.send.value_or(0));
    s.starved_cycles = std::max(0.0, s.starved_cycles + own * shift.receive.value_or(0));
    fill(std::max(0.0, own * cycles - s.transfer_cycles),
         {{&s.blocked_cycles, shift.send.has_value()},
          {&s.starved_cycles, shift.receive.has_value()},
          {&s.idle_cycles, false}});
    return s;
}

}  // namespace

void add_shift(const Network& network, int channel, WaitKind kind, double cycles,
               StreamShifts& shifts) {
    auto add = [&](int stream) {
        StreamShift& shift = shifts[stream];
        std::optional<double>& end = kind == WaitKind::send ? shift.send : shift.receive;
        end = end.value_or(0) + cycles;
    };
    const auto queue = network.queues.find(channel);
    if (queue == network.queues.end()) return add(channel);
    const Network::Queue& q = queue->second;
    for (const int stream : kind == WaitKind::send ? q.inputs : q.outputs)
        if (stream >= 0) add(stream);
}

void note_streams(const Run& run, const StreamShifts& shifts, Prediction& prediction) {
    for (const auto& [tap, shift] : shifts) {
        const TapNumbers& n = run.taps[static_cast<std::size_t>(tap)];
        if (!n.tap.is(TapKind::stream) || n.silent) continue;
        const double own =
            static_cast<double>(n.observed_cycles) / std::max(1.0, prediction.measured_cycles);
        prediction.streams.push_back(stream_of(n, shift, own, prediction.predicted_cycles));
    }
}

}  // namespace tapestry
