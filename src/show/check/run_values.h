// SPDX-License-Identifier: Apache-2.0
// The numbers of one run that a check selects, each with the interval that its quality allows.
#pragma once

#include <string>
#include <vector>

#include "show/check/expression.h"
#include "show/check/interval.h"
#include "show/store/run_view.h"

namespace tapestry {

// A number as an interval.
struct Value {
    Interval interval;
    bool is_estimated = false;
    std::string trouble;  // why it is not known exactly; empty if it is
};

// One row of a selection.
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

    // That the run cannot be read, once it has turned out.
    const std::optional<Reported>& damage() const { return damage_; }
    Value cycles();
    // The rows that the selection `e` matches.
    std::vector<Selected> select(const Expression& e);
    // The cell as an interval, according to its quality and that of the run.
    Value trusted(const Cell& cell, const std::string& quality, const std::string& column) const;

private:
    std::vector<Row> ask(const std::string& sql);
    // A row of 0 for each thread that matches but has no rows of the kind.
    std::vector<Selected> zeros(const Expression& e);

    const RunView& run_;
    Diagnostics& diagnostics_;
    bool is_partial_ = false;
    bool is_empty_ = false;  // all of its cycles were in reset
    std::optional<Reported> damage_;
    bool has_losses_ = false;  // of records of software
};

}  // namespace tapestry
