// SPDX-License-Identifier: Apache-2.0
// Operations of a block that never take effect in the same iteration, because their predicates
// contradict each other: the arms of an `if` or `switch`. They need no order, and may use a port in
// the same cycle.
#pragma once

#include <map>

#include "hls/cdfg.h"

namespace tapestry::hls {

class Exclusions {
public:
    explicit Exclusions(const Kernel& kernel) : kernel_(kernel) {}

    bool are_exclusive(Value a, Value b);

private:
    // Values of one bit that all hold, or do not, in one way to fulfil a condition.
    using Way = std::map<Value, bool>;

    const std::vector<Way>& ways(Value condition);
    std::vector<Way> find_ways(Value condition, bool holds);
    static std::vector<Way> both(const std::vector<Way>& a, const std::vector<Way>& b);
    bool contradict(const Way& a, const Way& b) const;

    const Kernel& kernel_;
    std::map<Value, std::vector<Way>> ways_;
};

}  // namespace tapestry::hls
