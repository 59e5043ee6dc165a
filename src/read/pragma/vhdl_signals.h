// SPDX-License-Identifier: Apache-2.0
// The signals visible to the processes of a VHDL design, from their declarations. Before VHDL-2008
// a sensitivity list must name them (there is no `all`).
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "read/pragma/vhdl_tokens.h"

namespace tapestry {

struct VhdlSignals {
    std::map<std::string, std::set<std::string>> ports;  // readable ports, by entity
    std::set<std::string> in_packages;
};

// Adds the declarations of a text that are visible to others.
void add_signals(const std::vector<VhdlToken>& tokens, VhdlSignals& known);

// The signals visible to the process at token `process`.
std::set<std::string> signals_seen(const std::vector<VhdlToken>& tokens, std::size_t process,
                                   const VhdlSignals& known);

}  // namespace tapestry
