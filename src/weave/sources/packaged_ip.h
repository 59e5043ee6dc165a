// SPDX-License-Identifier: Apache-2.0
// The woven top as an IP that a block design can hold, with the registers of the axil link as an
// AXI4-Lite slave: component.xml (IP-XACT) for Vivado, TOP_hw.tcl for Platform Designer, and
// tapestry_ip.v, a wrapper that has the pins that these ask of a slave and the link does not use.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/design.h"
#include "model/source_set.h"
#include "model/tap_map.h"

namespace tapestry {

// Whether the top can be packaged for the tool: neither tool's package can hold macros, and the
// registers must work with the rising edge of a clock.
bool can_be_packaged(const std::string& tool, const SourceSet& set, const TapMap& map);

// `set` and `data` name files relative to `folder`.
Result<Done> write_packaged_ip(const std::string& tool, const SourceSet& set,
                               const std::vector<std::string>& data, const TapMap& map,
                               const Design& design, const std::filesystem::path& folder,
                               Diagnostics& diagnostics);

}  // namespace tapestry
