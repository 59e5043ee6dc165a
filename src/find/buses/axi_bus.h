// SPDX-License-Identifier: Apache-2.0
// AXI4 and AXI-Lite: the channels of one port are streams with a common stem (s_axi_aw, s_axi_w,
// s_axi_b, s_axi_ar, s_axi_r). The streams must be found already.
#pragma once

#include <map>
#include <string>

#include "find/module/sibling_names.h"
#include "find/module/subject.h"

namespace tapestry {

// The bit of `atop` that requests a response on R.
inline constexpr std::uint32_t kAtomicReads = 5;

struct AxiChannel {
    std::size_t at = 0;           // index in Findings::taken
    bool has_length = false;      // of a burst
    bool has_identifier = false;  // with an ID that is not constant
    std::string atomic_read;      // for AW: that bit of its `atop`
};
using AxiChannels = std::map<std::string, AxiChannel>;  // by letters: aw, w, b, ar, r

// Marks the channels as one bus and times its transactions; does nothing unless a complete
// direction is present.
void take_axi_bus(const Subject& on, const std::string& name, const AxiChannels& channels);

void find_axi_buses(const Subject& on, const SiblingNames& names);

}  // namespace tapestry
