// SPDX-License-Identifier: Apache-2.0
// The text that computes which pragma of a process holds: a combinational copy of the process,
// reduced to its conditions, the assignments on which they depend, and the pragmas. It reads the
// signals of the process and assigns only its own, so it cannot disturb the design.
#pragma once

#include <string>

#include "read/pragma/statement.h"

namespace tapestry {

// The statements of a copy. A form feed marks a possible line break: the text is inserted into one
// of the user's lines and must not move the following lines.
std::string copied_statements(const ProcessStatement& body, const std::set<std::string>& deciding,
                              const PragmaBlock& block, const std::vector<PragmaComment>& pragmas,
                              Language language);

// The code of a state, 0 for none, as a bit string.
std::string vhdl_code(const PragmaBlock& block, std::uint64_t code);

inline constexpr char kLineBreak = '\f';

// The variable that the copy assigns; the block's signal is a net that follows it.
inline std::string assigned_name(const PragmaBlock& block) { return block.signal + "_holds"; }

}  // namespace tapestry
