// SPDX-License-Identifier: Apache-2.0
// The numbers of one run that can be compared with those of another.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/run.h"
#include "show/store/run_view.h"

namespace tapestry {

// What less of a number means. `work` is how much there was to do: when that differs, times are not
// those of the same work.
enum class Sense { less_is_faster, neither, work };

struct Metric {
    std::string kind;    // of the tap; "run" for the run itself
    std::string number;  // the column's name
    Sense sense;
    bool in_cycles;
    std::string sql;  // tap, item, value, quality, whether less of it is neither good nor bad
};

// In the order in which equal effects are listed.
const std::vector<Metric>& metrics();

// What makes a tap the same one in another run.
struct TapIdentity {
    std::int64_t tap = 0;
    std::string kind;
    std::string path;
    std::string module;
    std::string shape;  // the names of its states, its depth, its protocol, or its own name
};

struct MeasuredNumber {
    std::size_t metric = 0;
    std::int64_t tap = 0;  // -1 for the run itself
    std::string item;
    double value = 0;
    Quality quality = Quality::exact;
    bool neutral = false;
};

struct RunNumbers {
    bool partial = false;
    std::string limiter;  // path of the first bottleneck; empty when the analysis names none
    std::vector<TapIdentity> taps;
    std::vector<MeasuredNumber> numbers;
};

Result<RunNumbers> read_run_numbers(const RunView& run, Diagnostics& diagnostics);

}  // namespace tapestry
