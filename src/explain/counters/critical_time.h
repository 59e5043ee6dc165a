// SPDX-License-Identifier: Apache-2.0
// Where the time of a run goes along its critical path, followed backwards through the counters.
//
// Take the last thing that happened. The block that did it was at work before that, and before that
// it either did its previous piece of work or waited for another block, whose work then was what
// the run waited for; and so on, back to the start. Counters do not tell which piece of work waited
// for which, but they tell how often: a block b that worked w cycles and waited n times for block u
// hands the path on to u at the rate n / w for each cycle of its work. So the path is a random walk
// in continuous time over the blocks, and the expected time that it spends in each is what its work
// explains of the run. A block that never waits keeps the path; one that waits at every beat gives
// it away at once. The verdict over the run takes the rates of the whole, so that it does not
// depend on how the run was cut; frame by frame, the last one first, the walk shows the bottleneck
// move.
//
// A block of whose time a part is unknown, and that is not seen to wait for anything, gives the
// path back to those that wait for it, after the work that they waited for.
//
// In each period the walk is taken over a stretch of random length with the period's mean, which
// makes its expectation the solution of one linear system with as many unknowns as blocks.
#pragma once

#include <memory_resource>

#include "explain/network/load.h"

namespace tapestry {

// The walk over one period, as a linear system that is taken apart when it is made.
class CriticalWalk {
public:
    CriticalWalk(const Network& network, const Load& load);
    CriticalWalk(const CriticalWalk&) = delete;
    CriticalWalk& operator=(const CriticalWalk&) = delete;

    // Expected cycles in each block over the period, with the path ending in the blocks as `at`
    // says (sums to 1). `at` becomes where it begins.
    std::vector<double> times(std::vector<double>& at) const;

private:
    struct Rate {
        std::size_t block = 0;
        double rate = 0;
    };
    using Rates = std::pmr::vector<Rate>;
    struct Eliminated {
        std::size_t block = 0;
        double total = 0;
        Rates in;   // from blocks that are eliminated later
        Rates out;  // to them
    };

    void join_back(std::size_t b, const Network& network, const Load& load);
    void eliminate();
    void eliminate(std::size_t b, std::vector<std::size_t>& touched);
    double total(std::size_t b) const;
    static double take_rate(Rates& rates, std::size_t block);
    void join(std::size_t from, std::size_t to, double rate);
    void sweep(const std::vector<double>& start, std::vector<double>& time) const;

    std::pmr::monotonic_buffer_resource memory_;  // for millions of short lists
    double length_;
    std::vector<double> end_;
    std::vector<Rates> out_;
    std::vector<std::pmr::vector<std::size_t>> sources_;
    std::vector<bool> gone_;
    std::vector<Eliminated> eliminated_;
};

}  // namespace tapestry
