// SPDX-License-Identifier: Apache-2.0
// The netlist that GHDL synthesizes, from its text: the Verilog output, and the values of `when
// others`, which are only in its VHDL output.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// Tokens of the Verilog that GHDL writes: a name, a constant with its width, or an operator of one
// or two characters.

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

// The operator between the selector of a `case` and a label. The selector is a one-hot vector of
// conditions, and a label is one of them.
inline constexpr const char* kIsThe = "=1=";

struct NetDeclaration {
    std::string name;
    std::uint32_t width = 1;
    bool is_vector = false;
    bool is_register = false;
    std::string direction;  // of a port: input, output, inout
    std::string array;      // of a memory: [7:0]
};

struct NetStatement {
    enum class Kind { assign, process, initial, instance, other };
    Kind kind = Kind::other;
    std::string place;       // file:line:column of the VHDL
    std::string target;      // of an assignment
    NetTokens value;         // of an assignment; otherwise the whole statement
    bool is_signal = false;  // it names a signal of the source
    std::string module;      // of an instance; its name is `target`
    NetTokens parameters;    // of an instance of a non-VHDL module: #(.WIDTH(8))
};

struct NetModule {
    std::string name;
    // The parameters that Verilog sets at the instance; the module was synthesized for these
    // values.
    std::vector<std::pair<std::string, std::string>> parameters;
    std::vector<NetDeclaration> ports;
    std::vector<NetDeclaration> nets;
    std::vector<NetStatement> statements;

    std::map<std::string, std::uint32_t> widths() const;
};

// `vhdl` is the same netlist in GHDL's VHDL output.
std::vector<NetModule> read_netlist(std::string_view verilog, std::string_view vhdl);

}  // namespace tapestry
