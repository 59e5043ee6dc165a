// SPDX-License-Identifier: Apache-2.0
// The text that computes which pragma of a process holds: a combinational copy of the process in
// which nothing is left but its conditions, what decides about them, and the pragmas. It reads the
// signals of the process and assigns only signals of its own, so it cannot disturb the design.
#pragma once

#include <string>

#include "read/pragma/statement.h"

namespace tapestry {

// The statements of a copy. A form feed stands where a line may be broken, for the text is inserted
// into a line of the user's and must not move the lines behind it.
std::string copied_statements(const ProcessStatement& body, const std::set<std::string>& deciding,
                              const PragmaBlock& block, const std::vector<PragmaComment>& pragmas,
                              Language language);

// The code of a state, and 0 for none, as a string of bits.
std::string vhdl_code(const PragmaBlock& block, std::uint64_t code);

inline constexpr char kLineBreak = '\f';

// What the copy assigns; the signal of the block is a net that follows it.
inline std::string assigned_name(const PragmaBlock& block) { return block.signal + "_holds"; }

}  // namespace tapestry
