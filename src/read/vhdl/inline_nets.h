// SPDX-License-Identifier: Apache-2.0
// Puts the values of nets that GHDL made up where they are used, so that conditions stand where a
// person wrote them: `r[1:0] == 2'b01` and not n47_o. Every operator of the netlist has operands of
// one width, so the value of an expression does not depend on where it stands; signed ones, for
// which this does not hold, stay nets of their own.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "read/vhdl/netlist.h"

namespace tapestry {

class NetInliner {
public:
    explicit NetInliner(const NetModule& module);

    // The same tokens with made-up nets replaced: small ones, and those used only here.
    NetTokens inlined(const NetTokens& tokens);
    // The same with every made-up net replaced that has a value, as far as `kMostTokens` go.
    NetTokens expanded(const NetTokens& tokens);

    // What an instance is connected to: a slice of a signal that is put together from nets, as an
    // array of records is, becomes the net that it is.
    NetTokens connected(const NetTokens& tokens) const;

    static constexpr std::size_t kMostTokens = 4000;

private:
    enum class How { sparing, all };
    NetTokens replaced(const NetTokens& tokens, How how, int depth);
    bool is_wanted(const std::string& name, const NetTokens& value, How how) const;
    const NetTokens* value_of(const std::string& name, How how, int depth);
    // The value of `high`:`low` of a net; empty when it is not a part of something with a name.
    NetTokens selected(const std::string& name, std::uint32_t high, std::uint32_t low, How how,
                       int depth);
    NetTokens selected_of_parts(const NetTokens& parts, std::uint32_t high, std::uint32_t low,
                                How how, int depth);
    // The net that is just these bits of another; empty when none is.
    std::string net_at(const std::string& name, std::uint32_t high, std::uint32_t low,
                       int depth) const;
    const NetTokens* value_of_any(const std::string& name) const;
    std::uint32_t width_of(const NetTokens& part) const;
    std::size_t take_condition(const NetTokens& tokens, std::size_t at, How how, int depth,
                               NetTokens& out);
    std::size_t take_name(const NetTokens& tokens, std::size_t at, How how, int depth,
                          NetTokens& out);

    std::map<std::string, NetTokens> values_;   // of made-up nets, as they are written
    std::map<std::string, NetTokens> bundles_;  // signals that are concatenations
    std::map<std::string, std::size_t> uses_;
    std::map<std::string, std::uint32_t> widths_;
    // Without a value while that is made: a net that depends on itself stays a name there.
    std::map<std::string, std::optional<NetTokens>> done_[2];
};

// The parts of a concatenation; empty for anything else.
std::vector<NetTokens> parts_of(const NetTokens& tokens);

}  // namespace tapestry
