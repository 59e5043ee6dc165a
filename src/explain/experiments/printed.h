// SPDX-License-Identifier: Apache-2.0
// Whether a testbench printed the same in two runs, but for times.
//
// A number that changed is a time or a count of cycles only where it fits these two runs: it shrank
// by as many cycles as one of their spans did, or in proportion to it, or it is one of many times
// that follow each other and moved by no more than the run did. Any other number is a result, and a
// result must not change.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tapestry {

// The same stretch in both runs: all edges of a clock, or those up to the last beat; or beats,
// which are counted in both.
struct PrintedSpan {
    double was = 0;
    double is = 0;
    bool is_count = false;  // of beats: the number itself is printed
};

// When the same beats moved in both runs, in cycles and in their order: what was printed in between
// is as much earlier as they are.
using PrintedWarp = std::vector<std::pair<double, double>>;

struct PrintedSpans {
    std::vector<PrintedSpan> spans;
    std::vector<double> units = {1};  // of time in a cycle: what $time counts, and cycles
    std::vector<PrintedWarp> warps = {};
    bool more_lines = false;  // the trial did more in the same time, and may print more of the same
};

// The first thing that differs, as a clause; empty: nothing does.
std::string printed_difference(const std::string& plain, const std::string& trial,
                               const PrintedSpans& spans);

}  // namespace tapestry
