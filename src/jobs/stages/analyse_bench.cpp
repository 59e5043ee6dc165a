// SPDX-License-Identifier: Apache-2.0
// What becomes of a large run after it is read, and how long that takes: `bench/analyse` runs it.
//
//     analyse_bench STATES CHANNELS FRAMES SECONDS [FILE]
//
// Fails when the analysis takes more than so many seconds. With a file, the run is stored there.
//
// Lanes of blocks joined in a row, each with a machine of ten states; every lane has one slow
// block.
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <random>

#include "explain/counters/analyse.h"
#include "show/store/write_run.h"

namespace tapestry {
namespace {

constexpr std::size_t kStates = 10;  // of one machine
constexpr std::size_t kLane = 50;    // blocks in a row
constexpr std::uint64_t kFrame = 10'000;

class LargeRun {
public:
    LargeRun(std::size_t states, std::size_t channels, std::size_t frames) : frames_(frames) {
        run_.top = "top";
        run_.cycles = kFrame * frames;
        const std::size_t blocks = states / kStates;
        for (std::size_t b = 0; b < blocks; ++b) add_machine(b);
        for (std::size_t c = 0; c < channels; ++c) add_stream(c, blocks);
    }
    Run take() { return std::move(run_); }

private:
    static std::string scope(std::size_t block) {
        return fmt::format("top.lane[{}].u_stage{}", block / kLane, block % kLane);
    }

    TapNumbers& add(TapKind kind, const std::string& path, const std::string& in) {
        TapNumbers& n = run_.taps.emplace_back();
        n.tap.tap = static_cast<int>(run_.taps.size() - 1);
        n.tap.own = part_of(kind);
        n.tap.path = path;
        n.tap.scope = in;
        n.tap.module = "stage";
        n.tap.clock = 0;
        n.edges = n.observed_cycles = run_.cycles;
        return n;
    }

    // Each number grows evenly over the frames.
    void add_frames(TapNumbers& n) const {
        for (const auto& [word, value] : n.numbers) n.frame_names.push_back(word);
        for (std::size_t s = 0; s < n.states.size(); ++s)
            n.frame_names.push_back(fmt::format("state.S{}", s));
        for (std::size_t f = 0; f < frames_; ++f) {
            Frame frame{f * kFrame, (f + 1) * kFrame, {}};
            for (std::size_t i = 0; i < n.frame_names.size(); ++i) {
                const std::uint64_t total = i < n.numbers.size()
                                                ? n.numbers[i].second
                                                : n.states[i - n.numbers.size()].cycles;
                if (total)
                    frame.growth.emplace_back(static_cast<std::uint32_t>(i), total / frames_);
            }
            n.frames.push_back(std::move(frame));
        }
    }

    void add_machine(std::size_t block) {
        TapNumbers& n = add(TapKind::fsm, scope(block) + ".state", scope(block));
        for (std::size_t s = 0; s < kStates; ++s) {
            n.tap.machine().states.push_back({fmt::format("S{}", s), std::to_string(s), "", ""});
            n.states.push_back({run_.cycles / kStates, 1000, 1, 100});
            n.transitions.push_back({s, (s + 1) % kStates, 1000});
        }
        n.states.emplace_back();
        add_frames(n);
    }

    // Before the slow block of a lane all is blocked, behind it all is starved. Channels beyond
    // those of the row join blocks that stand near each other.
    void add_stream(std::size_t c, std::size_t blocks) {
        const std::size_t from = c < blocks ? c : random_() % blocks;
        const std::size_t to = c < blocks ? c + 1 : from + 1 + random_() % 3;
        TapNumbers& n = add(TapKind::stream, fmt::format("top.c{}", c), "top");
        n.tap.stream().ends.producer = scope(from);
        n.tap.stream().ends.consumer = to % kLane == 0 || to >= blocks ? "" : scope(to);
        const bool before = from % kLane < (from / kLane * 7) % kLane;
        const std::uint64_t beats = run_.cycles / 20;
        n.numbers = {{"transfer_cycles", beats},
                     {"blocked_cycles", before ? run_.cycles / 2 : 0},
                     {"starved_cycles", before ? 0 : run_.cycles / 2},
                     {"idle_cycles", run_.cycles - beats - run_.cycles / 2}};
        add_frames(n);
    }

    std::size_t frames_;
    std::mt19937 random_{1};
    Run run_;
};

// Runs `step` and prints its time, beside the processor time of all threads.
template <class Step>
double timed(const char* name, const Step& step) {
    const std::clock_t used = std::clock();
    const auto start = std::chrono::steady_clock::now();
    step();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    fmt::print("{:<28} {:.2f} s   ({:.2f} s of processor time)\n", name, took.count(),
               static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC);
    return took.count();
}

void print_memory(const char* name) {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    fmt::print("{:<28} {:.0f} MB\n", name, static_cast<double>(usage.ru_maxrss) / 1e3);
}

int main_of(int argc, char** argv) {
    if (argc != 5 && argc != 6) {
        fmt::print(stderr, "usage: analyse_bench STATES CHANNELS FRAMES SECONDS [FILE]\n");
        return 2;
    }
    const std::size_t states = std::strtoull(argv[1], nullptr, 10);
    const std::size_t channels = std::strtoull(argv[2], nullptr, 10);
    const std::size_t frames = std::strtoull(argv[3], nullptr, 10);
    const double limit = std::strtod(argv[4], nullptr);
    fmt::print("{:<28} {} states, {} channels, {} frames\n", "run", states, channels, frames);
    const Run run = LargeRun(states, channels, frames).take();
    print_memory("memory, the run");
    Analysis analysis;
    const double took = timed("analyse", [&] { analysis = analyse(run); });
    print_memory("memory, with its analysis");
    Diagnostics diagnostics;
    if (argc == 6) {
        timed("store", [&] { write_run(run, analysis, argv[5], diagnostics).may_fail(); });
        fmt::print("{:<28} {:.0f} MB\n", "file",
                   static_cast<double>(std::filesystem::file_size(argv[5])) / 1e6);
    }
    fmt::print("{:<28} {:.2f}   (at most {} s)\n", "analyse / goal", took / limit, limit);
    return analysis.bottlenecks.empty() || diagnostics.has_error() || took > limit ? 1 : 0;
}

}  // namespace
}  // namespace tapestry

int main(int argc, char** argv) { return tapestry::main_of(argc, argv); }
