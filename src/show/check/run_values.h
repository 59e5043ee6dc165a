// SPDX-License-Identifier: Apache-2.0
// The numbers of one run that a check asks for, with what limits each.
#pragma once

#include <string>
#include <vector>

#include "show/check/expression.h"
#include "show/check/interval.h"
#include "show/store/run_view.h"

namespace tapestry {

// A number with what limits it.
struct Value {
    Interval interval;
    bool is_estimated = false;
    std::string trouble;  // why it is not known; empty: it is
};

// One row that a selection names.
struct Selected {
    std::string path;
    Cell cell;
    std::string quality;
    Cell observed_cycles;
};

Value unknown(const std::string& why);

class RunValues {
public:
    RunValues(const RunView& run, Diagnostics& diagnostics);

    bool is_damaged() const { return is_damaged_; }
    Value cycles();
    // The rows that a selection names.
    std::vector<Selected> select(const Expression& e);
    // The cell with what its quality, and that of the run, make of it.
    Value trusted(const Cell& cell, const std::string& quality, const std::string& column) const;

private:
    std::vector<Row> ask(const std::string& sql);
    // A thread of that name that has no rows of a kind.
    std::vector<Selected> zeros(const Expression& e);

    const RunView& run_;
    Diagnostics& diagnostics_;
    bool is_partial_ = false;
    bool is_empty_ = false;  // no cycle of it was outside reset
    bool is_damaged_ = false;
    bool has_losses_ = false;  // records of software
};

}  // namespace tapestry
