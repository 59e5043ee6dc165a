// SPDX-License-Identifier: Apache-2.0
// Tokens of the Verilog that GHDL writes: a name, a constant with its width, or an operator of one
// or two characters.
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
// A VHDL name as a token, escaped for Verilog if it is a keyword or an extended identifier; and the
// inverse.
std::string net_name(std::string vhdl_name);
std::string vhdl_name(std::string_view net);
// The width of a constant such as 4'b0101; nothing for other tokens.
std::optional<std::uint32_t> constant_width(std::string_view token);
// True if GHDL generated the name: n12_o, n12_q, n104_data.
bool is_made_up(std::string_view name);

// A name with an optional select, if the tokens are exactly that: `r`, `r[5]`, `r[5:2]`.
struct NetSlice {
    std::string name;
    std::optional<std::uint32_t> high;  // none: the whole signal
    std::uint32_t low = 0;
};
std::optional<NetSlice> slice_of(const NetTokens& tokens);

}  // namespace tapestry
