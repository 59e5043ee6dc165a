// SPDX-License-Identifier: Apache-2.0
// The signals that the processes of a VHDL design see, by their declarations. Before VHDL-2008 a
// process says by name which signals wake it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "read/pragma/vhdl_tokens.h"

namespace tapestry {

struct VhdlSignals {
    std::map<std::string, std::set<std::string>> ports;  // that can be read, by entity
    std::set<std::string> in_packages;
};

// Adds what a text declares for others.
void add_signals(const std::vector<VhdlToken>& tokens, VhdlSignals& known);

// The signals that the process at token `process` sees.
std::set<std::string> signals_seen(const std::vector<VhdlToken>& tokens, std::size_t process,
                                   const VhdlSignals& known);

}  // namespace tapestry
