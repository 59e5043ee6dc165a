// SPDX-License-Identifier: Apache-2.0
//
// Whether a clock runs evenly, from the times of some of its edges.

#ifndef TAPESTRY_PACE_H
#define TAPESTRY_PACE_H

#include <algorithm>
#include <cstdint>

namespace {

// A clock runs evenly if some period explains the times of all edges to one unit, which is what
// times may be rounded by. One that is switched off and on has none.
class Pace {
public:
    // Edge `n`, counted from 0, is at `time`. Edge 0 begins; others may be left out.
    void edge(uint64_t n, uint64_t time) {
        if (n == 0) {
            *this = Pace();
            first_ = last_ = time;
            edges_ = 1;
        }
        if (edges_ == 0 || n + 1 <= edges_) return;
        const auto apart = static_cast<double>(time - first_), periods = static_cast<double>(n);
        if (n == 1) period_ = time - first_;
        is_exact_ = is_exact_ && time - first_ == n * period_;
        least_ = std::max(least_, (apart - 1) / periods);
        most_ = std::min(most_, (apart + 1) / periods);
        is_even_ = is_even_ && time > last_ && least_ <= most_;
        last_ = time;
        edges_ = n + 1;
    }

    bool is_even() const { return edges_ >= 2 && is_even_; }
    bool is_exact() const { return is_exact_; }
    uint64_t edges() const { return edges_; }
    uint64_t first() const { return first_; }
    uint64_t last() const { return last_; }

private:
    uint64_t edges_ = 0, first_ = 0, last_ = 0, period_ = 0;
    double least_ = 0, most_ = 1e19;
    bool is_even_ = true, is_exact_ = true;
};

}  // namespace

#endif
