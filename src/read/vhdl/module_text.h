// SPDX-License-Identifier: Apache-2.0
// One module of the netlist as Verilog, with the names of its source.
#pragma once

#include <map>
#include <set>
#include <string>

#include "model/source_facts.h"
#include "read/vhdl/inline_nets.h"
#include "read/vhdl/net_names.h"
#include "read/vhdl/vhdl_text.h"

namespace tapestry {

struct ModuleText {
    std::vector<std::pair<std::string, std::string>> lines;  // text, place in the VHDL
    ModuleFacts facts;
    std::map<std::string, std::string> hidden;  // Translation::hidden
};

// `entity`: the source entity of the module.
ModuleText module_text(NetModule module, const std::string& entity, const ModuleNames& names,
                       const VhdlNames& source, VhdlFiles& files);

}  // namespace tapestry
