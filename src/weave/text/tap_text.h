// SPDX-License-Identifier: Apache-2.0
// The Verilog text of one tap instance.
#pragma once

#include <cstdint>
#include <string>

#include "model/tap_plan.h"

namespace tapestry {

// The ring before and behind a tap.
struct RingWires {
    std::string in;
    std::string out;
    std::uint32_t counter_width = 32;
    bool block_ram = false;
};

// Tells the sites of a design apart, so that a host can see whether a tap is the one it expects.
std::uint16_t site_hash(const TapSite& site);
std::uint16_t clock_hash(const std::string& clock_path);

// A tap of the `sim` link, which reports by itself; `parameters` are those beside its own.
std::string tap_text(const TapSite& site, const std::string& parameters, const std::string& indent,
                     const std::string& newline);
// A tap on a ring.
std::string node_text(const TapSite& site, const RingWires& ring, const std::string& indent,
                      const std::string& newline);
// A module of that name with a tap like that of the site alone in it, to be priced.
std::string lone_node_text(const TapSite& site, const RingWires& settings,
                           const std::string& module);
std::string clock_text(const ClockSite& site, const std::string& indent,
                       const std::string& newline);

}  // namespace tapestry
