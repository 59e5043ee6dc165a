// SPDX-License-Identifier: Apache-2.0
// The speed of replaying recordings and of sizing queues: networks of several sizes with queues
// between their stages, whose work differs from token to token.
//
//     replay_bench [EVENTS]      prints a line for each size up to EVENTS operations
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <functional>
#include <random>

#include "explain/prediction/recorded_operations.h"
#include "explain/prediction/size.h"

namespace tapestry {
namespace {

// Processor time, so that other programs do not count.
double seconds_of(const std::function<void()>& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

Operations chain(std::size_t stages, std::size_t tokens) {
    Operations o;
    std::mt19937 random(1);
    for (std::size_t s = 0; s < stages; ++s) {
        const auto here = static_cast<std::uint32_t>(s);
        if (s + 1 < stages) o.channels.push_back({fmt::format("top.q_{}", s), 16, 1, 1, 16});
        OperationThread thread;
        thread.path = fmt::format("top.s_{}", s);
        if (s > 0) thread.sets.push_back({{here - 1, false, 0}});
        if (s + 1 < stages) thread.sets.push_back({{here, true, 0}});
        for (std::size_t k = 0; k < tokens; ++k)
            for (std::uint32_t set = 0; set < thread.sets.size(); ++set)
                thread.visits.push_back({1 + random() % 16, set, false});
        o.threads.push_back(std::move(thread));
    }
    return o;
}

void bench_replay(std::size_t stages, std::size_t events) {
    const Replay replay(chain(stages, events / (2 * stages - 2)));
    const std::vector<ChannelSetting> settings = replay.recorded_settings();
    double best = 1e9;
    for (int i = 0; i < 5; ++i) best = std::min(best, seconds_of([&] { replay.run(settings); }));
    fmt::print("replay  {:3} stages  {:9} operations  {:8.2f} ms  {:6.1f} million a second\n",
               stages, replay.events(), 1e3 * best,
               static_cast<double>(replay.events()) / best / 1e6);
}

void bench_sizing(std::size_t queues, std::size_t tokens) {
    Run run;
    run.operations = chain(queues + 1, tokens);
    const Replay replay(run.operations);
    run.cycles = replay.run(replay.recorded_settings()).end.back();
    Diagnostics diagnostics;
    const double seconds = seconds_of([&] { size_queues(run, 0.01, diagnostics).may_fail(); });
    fmt::print("size    {:3} queues  {:9} operations  {:8.2f} s\n", queues, replay.events(),
               seconds);
}

}  // namespace
}  // namespace tapestry

int main(int argc, char** argv) {
    const std::size_t most = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
    for (std::size_t events = 100'000; events <= most; events *= 10)
        for (const std::size_t stages : {8, 28}) tapestry::bench_replay(stages, events);
    tapestry::bench_sizing(most < 1'000'000 ? 50 : 500, 100);
    return 0;
}
