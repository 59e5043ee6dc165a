// SPDX-License-Identifier: Apache-2.0
// Substitutes the values of nets that GHDL generated, so that conditions look as written: `r[1:0]
// == 2'b01` and not n47_o. Every operator of the netlist has operands of one width, so the value of
// an expression does not depend on its context; signed expressions are an exception and stay
// separate nets.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "read/vhdl/netlist.h"

namespace tapestry {

class NetInliner {
public:
    explicit NetInliner(const NetModule& module);

    // The tokens with generated nets replaced: small ones, and those used only once.
    NetTokens inlined(const NetTokens& tokens);
    // The tokens with every generated net replaced that has a value, up to `kMostTokens`.
    NetTokens expanded(const NetTokens& tokens);

    // The connection of an instance: a slice of a signal that is a concatenation of nets (such as
    // an array of records) becomes the net itself.
    NetTokens connected(const NetTokens& tokens) const;

    static constexpr std::size_t kMostTokens = 4000;

private:
    enum class How { sparing, all };
    NetTokens replaced(const NetTokens& tokens, How how, int depth);
    bool is_wanted(const std::string& name, const NetTokens& value, How how) const;
    const NetTokens* value_of(const std::string& name, How how, int depth);
    // The value of bits `high`:`low` of a net; empty if it is not part of a named signal.
    NetTokens selected(const std::string& name, std::uint32_t high, std::uint32_t low, How how,
                       int depth);
    NetTokens selected_of_parts(const NetTokens& parts, std::uint32_t high, std::uint32_t low,
                                How how, int depth);
    // The net that is exactly these bits of another; empty if there is none.
    std::string net_at(const std::string& name, std::uint32_t high, std::uint32_t low,
                       int depth) const;
    const NetTokens* value_of_any(const std::string& name) const;
    std::uint32_t width_of(const NetTokens& part) const;
    std::size_t take_condition(const NetTokens& tokens, std::size_t at, How how, int depth,
                               NetTokens& out);
    std::size_t take_name(const NetTokens& tokens, std::size_t at, How how, int depth,
                          NetTokens& out);

    std::map<std::string, NetTokens> values_;   // of generated nets, as written
    std::map<std::string, NetTokens> bundles_;  // signals that are concatenations
    std::map<std::string, std::size_t> uses_;
    std::map<std::string, std::uint32_t> widths_;
    // Has no value while it is being computed: a net that depends on itself stays a name.
    std::map<std::string, std::optional<NetTokens>> done_[2];
};

// The parts of a concatenation; empty for anything else.
std::vector<NetTokens> parts_of(const NetTokens& tokens);

}  // namespace tapestry
