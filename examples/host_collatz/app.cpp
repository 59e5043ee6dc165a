// SPDX-License-Identifier: Apache-2.0
// Two threads and an FPGA: one makes numbers and sends them, the other takes what comes back. The
// pragmas say what the time of a statement is spent on; without `tapestry cc` they are inert.
#include <cstdlib>
#include <iostream>
#include <thread>

#include "board.h"

static std::uint64_t prepare(std::uint64_t seed, int rounds) {
    for (int i = 0; i < rounds; ++i) seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 40) + 1;
}

static void feed(Board& board, int count, int rounds) {
    tapestry_name_thread("feeder");
    for (int i = 0; i < count; ++i) {
        std::uint64_t word = 0;
#pragma recap prepare busy
        word = prepare(static_cast<std::uint64_t>(i), rounds);
#pragma recap wrX wait_send(top.in, data)
        board.write(word);
    }
}

static std::uint64_t collect(Board& board, int count) {
    tapestry_name_thread("collector");
    std::uint64_t sum = 0;
    for (int i = 0; i < count; ++i) {
        std::uint32_t steps = 0;
#pragma recap waitDone wait_recv(top.out, done)
        steps = board.read();
        sum += steps;
    }
    return sum;
}

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 300;
    Board board;
    std::uint64_t sum = 0;
    std::thread feeder([&] { feed(board, count, rounds); });
    std::thread collector([&] { sum = collect(board, count); });
    feeder.join();
    collector.join();
    std::cout << count << " numbers, " << sum << " steps\n";
}
