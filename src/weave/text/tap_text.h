// SPDX-License-Identifier: Apache-2.0
// The Verilog text of one tap instance.
#pragma once

#include <cstdint>
#include <string>

#include "model/tap_plan.h"

namespace tapestry {

// The ring nets into and out of a tap, and its settings.
struct RingWires {
    std::string in;
    std::string out;
    std::uint32_t counter_width = 32;
    bool block_ram = false;
};

// What all lean taps of a design have in common (taps/core/tapestry_drain.v).
struct ChainForm {
    std::uint32_t entry_width = 0;
    std::uint32_t low = 0;
    bool block_ram = false;

    // The bits of the chain: number, entry, store, load, ask, bank, data.
    std::uint32_t bits() const { return entry_width == 0 ? 0 : entry_width + 10; }
};

// Identifies a site of the design, so that a host can check that a tap is the expected one.
std::uint16_t site_hash(const TapSite& site);
std::uint16_t clock_hash(const std::string& clock_path);

// A tap of the `sim` link, which reports by itself; `parameters` are added to its own.
std::string tap_text(const TapSite& site, const std::string& parameters, const std::string& indent,
                     const std::string& newline);
// A tap on a ring.
std::string node_text(const TapSite& site, const RingWires& ring, const std::string& indent,
                      const std::string& newline);
// A tap on a chain, between two nets.
std::string lean_text(const TapSite& site, const ChainForm& form, const std::string& in,
                      const std::string& out, const std::string& indent,
                      const std::string& newline);
// A module that contains only a tap like that of the site, for pricing.
std::string lone_node_text(const TapSite& site, const RingWires& settings,
                           const std::string& module);
std::string lone_lean_text(const TapSite& site, const ChainForm& form, const std::string& module);
std::string clock_text(const ClockSite& site, const std::string& indent,
                       const std::string& newline);

}  // namespace tapestry
