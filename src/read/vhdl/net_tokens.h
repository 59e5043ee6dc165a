// SPDX-License-Identifier: Apache-2.0
// Words and marks of the Verilog that GHDL writes. Each is one token: a name, a constant with its
// width, or one or two characters of an operator.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

using NetTokens = std::vector<std::string>;

NetTokens net_tokens(std::string_view text);
std::string text_of(const NetTokens& tokens);

bool is_net_name(std::string_view token);
// A name of VHDL as a token, which Verilog wants escaped where it is a keyword or an extended
// identifier; and back.
std::string net_name(std::string vhdl_name);
std::string vhdl_name(std::string_view net);
// The width of a constant such as 4'b0101; nothing for anything else.
std::optional<std::uint32_t> constant_width(std::string_view token);
// Whether GHDL made the name up: n12_o, n12_q, n104_data.
bool is_made_up(std::string_view name);

// A name with the bits that are selected of it, where tokens are just that: `r`, `r[5]`, `r[5:2]`.
struct NetSlice {
    std::string name;
    std::optional<std::uint32_t> high;  // none: all of it
    std::uint32_t low = 0;
};
std::optional<NetSlice> slice_of(const NetTokens& tokens);

}  // namespace tapestry
