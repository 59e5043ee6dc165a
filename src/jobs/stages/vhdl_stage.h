// SPDX-License-Identifier: Apache-2.0
// VHDL designs: what GHDL makes of them stands in for their sources, so that every later stage sees
// Verilog and facts that lead back.
#pragma once

#include <filesystem>
#include <memory>

#include "base/diagnostics.h"
#include "base/progress.h"
#include "base/result.h"
#include "model/project.h"
#include "model/tap_map.h"
#include "read/vhdl/vhdl_design.h"

namespace tapestry {

bool has_vhdl(const Project& project);
// The entity of the design that no other instances; where there are several, the one that the
// testbench instances.
Result<std::string> find_vhdl_top(const Project& project, Diagnostics& diagnostics);

bool has_vhdl_testbench(const Project& project);

// Reads and translates; `project` then names the Verilog in place of the VHDL.
Result<std::shared_ptr<VhdlDesign>> translate_vhdl(Project& project,
                                                   const std::filesystem::path& scratch,
                                                   Progress& progress, StandIns& stand_ins,
                                                   Diagnostics& diagnostics);

// Gives the taps the entities that their modules were made of, and keeps a map for whoever measures
// the VHDL itself.
void lead_back(VhdlDesign& design, TapMap& map);

// The place in the VHDL that a place in its translation comes from; any other stays.
Place author_place(const VhdlDesign& design, const Place& place);

// The entity of a testbench that no other instances.
Result<std::string> find_vhdl_testbench_top(const std::vector<std::string>& files,
                                            Diagnostics& diagnostics);

}  // namespace tapestry
