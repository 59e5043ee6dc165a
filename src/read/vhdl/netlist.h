// SPDX-License-Identifier: Apache-2.0
// The netlist that GHDL synthesizes, from its text: the Verilog output, and the values of `when
// others`, which are only in its VHDL output.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "read/vhdl/net_tokens.h"

namespace tapestry {

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
