// SPDX-License-Identifier: Apache-2.0
// The area of a design on an FPGA family, by Yosys, and its clock on an iCE40, by nextpnr.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/area.h"
#include "model/source_set.h"

namespace tapestry {

const std::vector<std::string>& cost_families();

// Where the hierarchy is kept, each module is mapped once, however many instances it has: much
// faster for many equal ones, and a little larger, as nothing is shared across their ports.
enum class Flattening { all, none };

// `name` names the files below `folder`.
Result<Area> area_of(const SourceSet& sources, const std::string& top, const std::string& family,
                     const std::filesystem::path& folder, const std::string& name,
                     Diagnostics& diagnostics, Flattening flattening = Flattening::all);

// The clock in MHz after place and route on an iCE40 HX8K, from the files that area_of left in
// `folder`. Nothing if the design does not fit.
std::optional<double> ice40_clock(const std::filesystem::path& folder, const std::string& name,
                                  Diagnostics& diagnostics);

// For tests: the area in the last statistics of a log; nothing when it has none.
std::optional<Area> area_in(const std::string& log);

}  // namespace tapestry
