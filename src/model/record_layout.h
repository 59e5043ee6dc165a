// SPDX-License-Identifier: Apache-2.0
// The size of the record that a tap of a ring sends; docs/links.md has the layouts.
#pragma once

#include <cstdint>

#include "model/tap_map.h"

namespace tapestry {

// Machines with more states count entries and stays only: their table would grow with the square.
inline constexpr std::size_t kMostStatesWithTransitions = 62;

// Words of one row of a state table: a power of two that holds `other` and reset too.
std::uint32_t state_row(std::size_t states);
// Words of the table of a queue: bins, one above them, reset; a power of two.
std::uint32_t queue_row(std::uint64_t bins);
bool observes_keep(const Tap& tap);
// Words of one value of a value tap, which is 64 bits wide.
std::uint32_t value_words(const LinkMap& link);

// Words of the total of a sum tap.
std::uint32_t sum_words(const Tap& tap, const LinkMap& link);
// Records that a trace keeps when nobody says how many: a simulation writes them away, an FPGA
// holds them until they are read.
inline constexpr std::uint64_t kTraceDepth = 65536;
inline constexpr std::uint64_t kRingTraceDepth = 64;
// Records of one window: before the trigger, and from it on. A trace of changes has one window.
struct TraceWindow {
    std::uint64_t before = 0;
    std::uint64_t after = 1;
};
// Words of one record of a trace: its time and its value, filled up to a power of two.
std::uint32_t trace_stride(const Tap& tap, const LinkMap& link);
TraceWindow trace_window(const TraceRule& rule, std::uint64_t depth_by_default);

// Words of the record, its status byte left out.
std::uint32_t record_words(const Tap& tap, const LinkMap& link);

}  // namespace tapestry
