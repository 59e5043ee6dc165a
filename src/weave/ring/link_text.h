// SPDX-License-Identifier: Apache-2.0
// The text of hub and link in the top, and their pins.
#pragma once

#include "weave/ring/chain_plan.h"
#include "weave/ring/inband_text.h"
#include "weave/ring/link.h"
#include "weave/ring/ring_text.h"

namespace tapestry {

// The part of the ring on one clock, in the order of the ring. The first one is on the hub's clock.
struct HubPart {
    std::string clock;               // in the top, with ~ for the falling edge
    std::string start;               // net to the first tap
    std::string end;                 // net from the last tap
    std::uint32_t site = 0;          // of the bridge to the clock
    std::vector<ChainTable> tables;  // of its lean taps, in the order of the chain
    std::size_t lean_taps = 0;
};

// The pins that a link adds to the top.
std::vector<NewPort> link_pins(const std::string& link);

// `inband` is the stream of the inband link, null for other links.
void write_hub(const RingModule& top, const std::vector<HubPart>& parts, const RingBus& bus,
               const LinkMap& map, const LinkOptions& options, const InbandStream* inband);

}  // namespace tapestry
