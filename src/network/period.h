// SPDX-License-Identifier: Apache-2.0
// The numbers of a run over one stretch of it: all of it, or a frame.
//
// Clocks differ, so that cycles are given in those of the reference clock (the one that most
// taps have). Frames are those of that clock; a tap of another clock, or without frames, has its
// numbers spread evenly over the run.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "model/run.h"

namespace tapestry {

// The numbers that analysis asks for, by their words of docs/formats.md.
enum class Count : std::uint8_t {
    transfer_cycles,
    blocked_cycles,
    starved_cycles,
    idle_cycles,
    full_cycles,
    empty_cycles,
    refused_pushes,
    refused_pops,
    pushes,
    pops,
    invocations,
    busy_cycles,
};
inline constexpr std::size_t kCounts = 12;

class Period;

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

    Period whole() const;
    Period frame(std::size_t frame) const;

private:
    friend class Period;

    const Run& run_;
    int clock_ = -1;
    double length_ = 0;
    std::vector<Bounds> frames_;
    // Of each tap, looked up once, for these are asked for in every frame.
    struct Places {
        double scale = 1;  // cycles of the reference clock in one of its own
        std::array<std::int16_t, kCounts> number{};  // index in TapNumbers::numbers, -1: none
        std::array<std::int16_t, kCounts> frame{};   // index in TapNumbers::frame_names
    };
    std::vector<Places> places_;
};

// One of the periods, as long as they live.
class Period {
public:
    double length() const;
    double number(int tap, Count count) const;
    double state_cycles(int tap, std::size_t state) const;

private:
    friend class Periods;
    Period(const Periods& all, int frame) : all_(&all), frame_(frame) {}

    bool has_frame(const TapNumbers& n) const;
    double growth(const TapNumbers& n, std::size_t name) const;
    double share() const;  // of the run

    const Periods* all_;
    int frame_;  // -1: the whole run
};

}  // namespace tapestry
