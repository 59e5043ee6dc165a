// SPDX-License-Identifier: Apache-2.0
// Weaving for an FPGA build: taps are on rings that are threaded through the hierarchy; the top
// contains the hub and the link, whose pins become additional ports.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/tap_plan.h"
#include "weave/ring/ring_modules.h"

namespace tapestry {

struct LinkOptions {
    std::string link = "sim";          // sim, uart, axil, axis, inband, dram, jtag-MAKER
    std::string clock;                 // of hub and link, by its name; empty: that of most taps
    std::uint64_t uart_divisor = 868;  // clock cycles of a bit: 115,200 baud at 100 MHz
    std::uint32_t counter_width = 32;  // bits; a frame must have fewer edges than it can count
    bool block_ram = false;            // tables in block RAM, for FPGAs without a smaller kind
    std::uint32_t period_log2 = 0;     // the hub cuts every 2^this edges by itself; 0: when asked
    std::uint32_t dram_base = 0;       // of the buffer in the memory
    std::uint32_t dram_size = 65536;
    std::string stream;  // inband: the top's output stream, by the stem of its port names
    bool lean = true;    // taps on chains where their kind allows it (chain_plan.h)
    std::vector<std::string> full_kinds;  // kinds that are measured in full all the same
};

// Edits the files for the link and returns the new tap map, without the taps that no ring can
// reach.
Result<TapMap> weave_link(const TapPlan& plan, const LinkOptions& options,
                          const RingModules::OpenFile& open, Diagnostics& diagnostics);

}  // namespace tapestry
