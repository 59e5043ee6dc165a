// SPDX-License-Identifier: Apache-2.0
// The runs of a regression, one for each test, added up. Each is read and closed before the next.
//
// Terms: a test is one run; a merged number is what a tap counted in all tests that have the tap;
// the test that a number is worst in is the one in which its share of the tap's cycles is largest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/run.h"

namespace tapestry {

struct SuiteTest {
    std::string name;  // no two are the same
    std::string file;
    std::string design;
    std::int64_t cycles = 0;
    bool partial = false;
    std::string answer;   // what limits it, a sentence
    std::string limiter;  // path of the first bottleneck; empty where nobody can tell
    std::string kind;     // of that bottleneck
    std::string effect;   // what a change of it saves or what it explains, a clause
    double share = 0;     // of the test that it explains
};

// What limits some of the tests. `cycles` are all those of these tests.
struct SuiteLimit {
    std::string path;  // empty: nobody can tell
    std::string kind;
    std::vector<std::size_t> tests;
    std::int64_t cycles = 0;
    std::size_t worst = 0;  // the test that it explains the largest share of
};

// One number of a tap over all tests. `reached` counts those in which it is not 0.
struct MergedNumber {
    std::string design;
    std::string kind;    // fsm, stream, queue or call
    std::string path;    // of the tap
    std::string item;    // the state; empty for other kinds
    std::string number;  // the column's name
    std::uint64_t total = 0;
    std::uint64_t observed = 0;  // cycles, of all tests that have the tap
    std::size_t tests = 0;       // that have the tap
    std::size_t reached = 0;
    std::size_t worst = 0;
    double worst_share = 0;
    bool is_wait = false;  // a state in which the machine waits or is idle
    Quality quality = Quality::exact;
};

struct Suite {
    std::vector<SuiteTest> tests;       // the longest first
    std::vector<SuiteLimit> limits;     // those of most cycles first; what is not clear last
    std::vector<MergedNumber> numbers;  // by design, kind, path, item and number
    std::int64_t cycles = 0;            // of all tests
    std::size_t partial = 0;            // tests that were not run to their end
    std::string unit;                   // of cycles: cycle, or ns where software was recorded
};

// A file that is named twice counts once. Fails if a file is no run, or if some runs count cycles
// and others nanoseconds.
Result<Suite> read_suite(const std::vector<std::filesystem::path>& runs, Diagnostics& diagnostics);

}  // namespace tapestry
