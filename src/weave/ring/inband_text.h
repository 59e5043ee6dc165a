// SPDX-License-Identifier: Apache-2.0
// The inband link is inserted between the application and the ports of one output stream of the
// top. In the body of the top the names of these ports become internal nets; the link connects the
// two.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/tap_plan.h"
#include "weave/ring/ring_modules.h"

namespace tapestry {

struct InbandStream {
    std::string stem;         // m_axis
    std::uint32_t bytes = 0;  // of a beat
    bool has_keep = false;
    bool has_last = false;

    std::string port(const std::string& signal) const { return stem + "_" + signal; }
    std::string inner(const std::string& signal) const { return "tapestry_app_" + port(signal); }
    std::vector<std::string> signals() const;
};

// The stream of the top whose ports have that stem.
Result<InbandStream> find_inband_stream(const TapPlan& plan, const std::string& stem,
                                        Diagnostics& diagnostics);

// The plan with the taps of the top moved to the application's side of the link.
TapPlan on_inner_nets(TapPlan plan, const InbandStream& stream);

// Renames the ports in the body of the top and declares the inner nets.
Result<Done> write_inner_nets(const RingModule& top, const InbandStream& stream,
                              Diagnostics& diagnostics);

// The connections of the link module to both sides.
std::string inband_pins(const InbandStream& stream);

}  // namespace tapestry
