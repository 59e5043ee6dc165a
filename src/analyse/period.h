// SPDX-License-Identifier: Apache-2.0
// The numbers of a run over one stretch of it: all of it, or a frame.
//
// Clocks differ, so that cycles are given in those of the reference clock (the one that most framed
// taps have). Frames are those of that clock; a tap of another clock, or without frames, has its
// numbers spread evenly over the run.
#pragma once

#include <string_view>
#include <vector>

#include "model/run.h"

namespace tapestry {

class Periods {
public:
    explicit Periods(const Run& run);

    struct Bounds {
        std::uint64_t start_edge = 0;
        std::uint64_t end_edge = 0;
        double length() const { return static_cast<double>(end_edge - start_edge); }
    };
    const std::vector<Bounds>& frames() const { return frames_; }
    double length() const { return length_; }  // of the run, in cycles of the reference clock

    // The frame whose numbers the calls below give; -1: the whole run.
    void select(int frame);
    double selected_length() const;

    double number(int tap, std::string_view word) const;
    double state_cycles(int tap, std::size_t state) const;

private:
    bool has_frame(const TapNumbers& n) const;
    double growth(const TapNumbers& n, std::size_t name) const;
    double share() const;  // of the selected period in the run

    const Run& run_;
    int clock_ = -1;
    double length_ = 0;
    std::vector<Bounds> frames_;
    std::vector<double> scale_;  // by tap: cycles of the reference clock in one of its own
    int frame_ = -1;
};

}  // namespace tapestry
