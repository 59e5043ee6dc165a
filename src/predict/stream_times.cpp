// SPDX-License-Identifier: Apache-2.0
#include "predict/stream_times.h"

#include <algorithm>
#include <map>

#include "network/network.h"

namespace tapestry {

namespace {

// By the path of a stream. Whatever waits at its other end is not known.
using Shifts = std::map<std::string, ChannelShift>;

Shifts shifts_of(const Run& run, const std::vector<ChannelShift>& by_channel) {
    std::map<std::string, int> queues;
    const Network network = network_of(run, categories_of(run));
    auto path = [&](int tap) { return run.taps[static_cast<std::size_t>(tap)].tap.path; };
    for (const auto& [tap, queue] : network.queues) queues[path(tap)] = tap;
    Shifts shifts;
    for (std::size_t c = 0; c < by_channel.size(); ++c) {
        const std::string& channel = run.operations.channels[c].path;
        const auto queue = queues.find(channel);
        if (queue == queues.end()) {
            shifts[channel] = by_channel[c];
            continue;
        }
        const Network::Queue& q = network.queues.at(queue->second);
        for (const int stream : q.inputs)
            if (stream >= 0) shifts[path(stream)].send = by_channel[c].send;
        for (const int stream : q.outputs)
            if (stream >= 0) shifts[path(stream)].receive = by_channel[c].receive;
    }
    return shifts;
}

struct Bin {
    double* cycles = nullptr;
    bool known = false;
};

// Fills up to `total`, or takes away what is too much: from what is not known first.
void fill(double total, std::vector<Bin> bins) {
    auto settle = [&](bool known) {
        double sum = 0, here = 0;
        for (const Bin& bin : bins) {
            sum += *bin.cycles;
            if (bin.known == known) here += *bin.cycles;
        }
        const double then = std::max(0.0, here + total - sum);
        if (here > 0)
            for (const Bin& bin : bins) *bin.cycles *= bin.known == known ? then / here : 1;
    };
    settle(false);
    settle(true);
}

PredictedStream stream_of(const TapNumbers& n, const ChannelShift& shift, double own,
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

void note_streams(const Run& run, const std::vector<ChannelShift>& shifts, Prediction& prediction) {
    const Shifts by_path = shifts_of(run, shifts);
    for (const TapNumbers& n : run.taps) {
        const auto shift = by_path.find(n.tap.path);
        if (!n.tap.is(TapKind::stream) || n.silent || shift == by_path.end()) continue;
        if (!shift->second.receive && !shift->second.send) continue;
        const double own =
            static_cast<double>(n.observed_cycles) / std::max(1.0, prediction.measured_cycles);
        prediction.streams.push_back(stream_of(n, shift->second, own, prediction.predicted_cycles));
    }
}

}  // namespace tapestry
