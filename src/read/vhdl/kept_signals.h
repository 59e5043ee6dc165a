// SPDX-License-Identifier: Apache-2.0
// Signals that drive nothing. GHDL leaves their registers out of a netlist, and with them state
// machines that only a person looks at. In a copy of the text such signals have the attribute
// `keep`. Line numbers stay the same.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/elaborated_names.h"
#include "read/vhdl/netlist.h"

namespace tapestry {

// Names, in lower case, of signals with an enumeration in them that the netlist lacks.
std::set<std::string> dropped_states(const std::vector<NetModule>& modules, const std::string& top,
                                     const NamedScope& elaborated);

// The text in which the signals of architectures with these names are kept; nothing if it has none
// of them.
std::optional<std::string> with_kept_signals(std::string_view text,
                                             const std::set<std::string>& signals);

}  // namespace tapestry
