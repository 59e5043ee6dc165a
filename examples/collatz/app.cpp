// SPDX-License-Identifier: Apache-2.0
// Which number has the longest Collatz sequence? One thread filters numbers and sends those that
// are left to the FPGA, which follows their sequences to the end; another one collects the lengths.
// The pragmas say what a statement's time is spent on; without `tapestry cc` they are inert.
//
//   app NUMBERS MESSAGE FILTER [sieve]
//
// A message has MESSAGE numbers. The filter follows a number for FILTER steps and drops it if it
// falls below where it began: its sequence then is that of a smaller number, which was searched
// before. Which numbers fall is decided by their last FILTER bits. With `sieve` the filter follows
// the 2^FILTER endings once, before the first number, and then goes from one number that stays to
// the next in one step.
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "board.h"

static constexpr std::uint64_t kFirst = 154'000'000'000;

static std::uint64_t next_of(std::uint64_t value) { return value % 2 ? 3 * value + 1 : value / 2; }

// Steps taken; `stays` if the number has to be searched.
static std::uint64_t filter(std::uint64_t number, std::uint64_t most, bool& stays) {
    std::uint64_t value = number, steps = 0;
    for (; steps < most && value >= number; ++steps) value = next_of(value);
    stays = value >= number;
    return steps;
}

struct Options {
    std::uint64_t numbers, message, filter;
    bool by_sieve = false;
};

// How far it is from a number with some ending to the next one that stays.
class Sieve {
public:
    // `steps`: what that takes. An ending stands for all numbers that are large enough.
    Sieve(std::uint64_t most, std::uint64_t& steps) : distance_(std::uint64_t{1} << most) {
        std::vector<bool> stays(distance_.size());
        for (std::uint64_t i = 0; i < stays.size(); ++i) {
            bool does = false;
            steps += filter(kFirst / stays.size() * stays.size() + i, most, does);
            stays[i] = does;
        }
        for (std::uint64_t i = 0; i < stays.size(); ++i)
            while (!stays[(i + distance_[i]) % stays.size()]) ++distance_[i];
    }
    std::uint64_t next(std::uint64_t number) const {
        return number + distance_[number % distance_.size()];
    }

private:
    std::vector<std::uint64_t> distance_;
};

static std::uint64_t fill_by_sieve(std::vector<std::uint64_t>& message, std::uint64_t& number,
                                   const Options& options, const Sieve& sieve) {
    std::uint64_t steps = 0;
    for (; message.size() < options.message; ++steps, ++number) {
        number = sieve.next(number);
        if (number >= kFirst + options.numbers) break;
        message.push_back(number);
    }
    return steps;
}

// Fills the message, from the number on that was not looked at yet.
static std::uint64_t fill(std::vector<std::uint64_t>& message, std::uint64_t& number,
                          const Options& options) {
    std::uint64_t steps = 0;
    for (; number < kFirst + options.numbers && message.size() < options.message; ++number) {
        bool stays = false;
        steps += filter(number, options.filter, stays);
        if (stays) message.push_back(number);
    }
    return steps;
}

static void feed(Board& board, const Options& options) {
    tapestry_name_thread("feeder");
    std::vector<std::uint64_t> message;
    message.reserve(options.message);
    std::optional<Sieve> sieve;
    if (options.by_sieve) {
#pragma recap makeSieve busy
        board.compute([&] {
            std::uint64_t steps = 0;
            sieve.emplace(options.filter, steps);
            return steps;
        });
    }
    for (std::uint64_t number = kFirst; number < kFirst + options.numbers;) {
        message.clear();
#pragma recap filter busy
        board.compute([&] {
            return sieve ? fill_by_sieve(message, number, options, *sieve)
                         : fill(message, number, options);
        });
        if (message.empty()) break;
#pragma recap inStatus1 overhead
        board.read_status();
#pragma recap waitRoom wait_send(top.in, room)
        board.wait_for_room(message.size());
#pragma recap setup1 overhead
        board.set_up();
#pragma recap send1 send(top.in, number)
        board.write(message);
    }
    board.close();
}

struct Longest {
    std::uint64_t number = 0, steps = 0, all_steps = 0, numbers = 0;
    void add(std::uint64_t result) {
        const std::uint64_t length = result >> 48, of = result & 0xffffffffffffu;
        if (length > steps || (length == steps && of < number)) steps = length, number = of;
        all_steps += length;
        ++numbers;
    }
};

static Longest collect(Board& board, const Options& options) {
    tapestry_name_thread("collector");
    Longest longest;
    for (;;) {
        std::size_t there = 0;
        std::vector<std::uint64_t> results;
#pragma recap waitDone wait_recv(top.out, done)
        there = board.wait_for_results(options.message);
        if (there == 0) return longest;
#pragma recap setup2 overhead
        board.set_up();
#pragma recap recv1 recv(top.out, steps)
        results = board.read(there);
#pragma recap collect busy
        board.compute([&] {
            for (const std::uint64_t result : results) longest.add(result);
            return results.size() / 4;  // a comparison is less than a step
        });
    }
}

// The same by software alone: the steps of filter and search.
static std::uint64_t software(const Options& options, Longest& longest) {
    std::uint64_t steps = 0;
    for (std::uint64_t number = kFirst; number < kFirst + options.numbers; ++number) {
        bool stays = false;
        steps += filter(number, options.filter, stays);
        if (!stays) continue;
        std::uint64_t length = 0;
        for (std::uint64_t value = number; value != 1; ++length) value = next_of(value);
        longest.add(length << 48 | number);
    }
    return steps + longest.all_steps;
}

int main(int argc, char** argv) {
    const auto word = [&](int at, std::uint64_t otherwise) {
        return argc > at ? std::strtoull(argv[at], nullptr, 10) : otherwise;
    };
    const Options options{word(1, 10000), word(2, 96), word(3, 8),
                          argc > 4 && std::string(argv[4]) == "sieve"};
    Longest expected, longest;
    const std::uint64_t steps = software(options, expected);
    {
        Board board(DEPTH);
        std::thread feeder([&] { feed(board, options); });
        std::thread collector([&] { longest = collect(board, options); });
        feeder.join();
        collector.join();
    }
    const bool is_right = longest.all_steps == expected.all_steps &&
                          longest.number == expected.number && longest.numbers == expected.numbers;
    std::cout << (is_right ? "right" : "wrong") << ": of " << longest.numbers << " numbers "
              << longest.number << " has the longest sequence, " << longest.steps
              << " steps; software alone takes " << steps << " steps\n";
    return is_right ? 0 : 1;
}
