// SPDX-License-Identifier: Apache-2.0
// The files with which a synthesis tool builds the woven design: a script that names every source
// relative to its own folder, copies of what lay outside of it, and constraints for the places
// where clocks meet. So the folder can be copied to where the tool runs.
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

// vivado, quartus, yosys, gowin
const std::vector<std::string>& synthesis_tools();

// `woven` has the sources as write_woven left them in `folder`.
Result<Done> write_tool_files(const std::string& tool, const SourceSet& woven, const TapMap& map,
                              const Design& design, const std::filesystem::path& folder,
                              Diagnostics& diagnostics);

// For tests: whether signals of one clock are measured with another.
bool has_crossings(const TapMap& map);

}  // namespace tapestry
