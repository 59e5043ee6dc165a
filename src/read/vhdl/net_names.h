// SPDX-License-Identifier: Apache-2.0
// What the names of a netlist are in the VHDL: GHDL writes the signal `s` of the second turn of the
// generate statement `g` as g_n2_s, and lays the fields of a record side by side. The elaborated
// design, as a waveform holds it, knows the labels, indices, fields and literals.
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
    std::map<std::string, NetSignal> signals;      // by name in the netlist
    std::map<std::string, std::string> instances;  // path below the module, by name in the netlist
    // Of generate statements: g[2]. by g_n3_, what names in the netlist begin with.
    std::map<std::string, std::string> generates;
};

// The field of a record, or the element of an array, that fills just these bits, and its path
// behind the signal's: .state, (0). Null when none does.
const NamedSignal* field_at(const NamedSignal& signal, std::uint32_t low, std::uint32_t width,
                            std::string& path);

// By module. Those that the elaborated design does not reach are not in it.
std::map<std::string, ModuleNames> names_of_nets(const std::vector<NetModule>& modules,
                                                 const std::string& top,
                                                 const NamedScope& elaborated);

}  // namespace tapestry
