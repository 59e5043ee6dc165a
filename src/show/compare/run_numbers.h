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

// The meaning of a smaller number. `work` is the amount of work: if that differs, the times of the
// two runs are not comparable.
enum class Sense { less_is_faster, neither, work };

struct Metric {
    std::string kind;    // of the tap; "run" for the run itself
    std::string number;  // the column's name
    Sense sense;
    bool in_cycles;
    std::string sql;  // tap, item, value, quality, role
};

// Differences of equal size are listed in this order.
const std::vector<Metric>& metrics();

// The properties by which a tap is recognised in another run.
struct TapIdentity {
    std::int64_t tap = 0;
    std::string kind;
    std::string path;
    std::string module;
    std::string shape;  // the names of its states, its depth, its protocol, or its own name
};

// What the cycles of a state are spent on. More of `rest` is neither good nor bad.
enum class Role { work, rest, wait };

struct MeasuredNumber {
    std::size_t metric = 0;
    std::int64_t tap = 0;  // -1 for the run itself
    std::string item;
    double value = 0;
    Quality quality = Quality::exact;
    Role role = Role::work;
};

struct RunNumbers {
    std::string name;  // for messages
    bool partial = false;
    std::string answer;   // what limits the run, a sentence; may be empty
    std::string limiter;  // path of the first bottleneck; empty where nobody can tell
    std::vector<TapIdentity> taps;
    std::vector<MeasuredNumber> numbers;
};

// `invalid` for a word that is no quality.
Quality quality_or_invalid(const std::string& word);
// `work` for a number that is no role.
Role role_of(std::int64_t number);

Result<RunNumbers> read_run_numbers(const RunView& run, Diagnostics& diagnostics);

}  // namespace tapestry
