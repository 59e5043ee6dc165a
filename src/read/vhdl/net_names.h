// SPDX-License-Identifier: Apache-2.0
// Maps netlist names to VHDL names: GHDL writes the signal `s` in the second iteration of the
// generate statement `g` as g_n2_s, and concatenates the fields of a record. Labels, indices,
// fields and literals come from the elaborated design in a waveform.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/elaborated_names.h"
#include "read/vhdl/netlist.h"

namespace tapestry {

struct NetSignal {
    std::string path;  // below its module: g[2].s
    const NamedSignal* type = nullptr;
};

struct ModuleNames {
    std::map<std::string, NetSignal> signals;      // by netlist name
    std::map<std::string, std::string> instances;  // netlist name -> path below the module
    // Prefixes of generate statements: g_n3_ -> g[2].
    std::map<std::string, std::string> generates;
};

// The record field or array element that occupies exactly these bits, with its path after the
// signal: .state, (0). Null if there is none.
const NamedSignal* field_at(const NamedSignal& signal, std::uint32_t low, std::uint32_t width,
                            std::string& path);

// By module, without modules that the elaborated design does not contain.
std::map<std::string, ModuleNames> names_of_nets(const std::vector<NetModule>& modules,
                                                 const std::string& top,
                                                 const NamedScope& elaborated);

}  // namespace tapestry
