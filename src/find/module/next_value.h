// SPDX-License-Identifier: Apache-2.0
// Traces the next value of a register (or of a slice) to its leaves, through conditional
// expressions, functions, combinational wires and helper registers, and collects the conditions on
// the path.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "find/module/module_index.h"

namespace tapestry {

// Bits [lsb, lsb + width) of a variable.
struct Slice {
    VarId var = kNone;
    std::uint32_t lsb = 0;
    std::uint32_t width = 0;

    friend auto operator<=>(const Slice&, const Slice&) = default;
};

// One occurrence of a state code in the source.
struct Mention {
    Constant code;
    SourcePlace place;
    bool is_case_item = false;
    bool is_tested = false;  // compared with the register, not assigned to it
};

// True if a one-bit variable is an enumeration with two named values.
using IsNamedBit = std::function<bool(VarId)>;

class NextValue {
public:
    // `is_named_bit` is empty if the register is not such a bit. If it is, elaboration has folded
    // `go ? RUN : IDLE` to `go`, so every computed value chooses one of the two names.
    NextValue(const ModuleIndex& index, Slice root, IsNamedBit is_named_bit = {});

    const std::string& trouble() const { return trouble_; }  // empty: every leaf is valid
    const std::vector<Mention>& leaves() const { return leaves_; }
    const std::vector<Mention>& bit_writes() const { return bit_writes_; }
    const std::set<Slice>& helpers() const { return visited_; }  // including the register itself
    // Some bit is written apart from the others, with a value that is no constant.
    bool computes_bits() const { return computes_bits_; }
    bool counts() const { return counts_; }  // some leaf is the register plus one
    bool decides_on_itself() const;

private:
    void fail(const std::string& why);
    void follow(Slice slice);
    void follow(const Assignment& a, Slice slice);
    void set_bit(const Assignment& a, Slice slice);
    void leaf(ExprId id, std::uint32_t lsb, std::uint32_t width, int depth);
    void leaf_kept_bit(const Expr& expr, std::uint32_t lsb, std::uint32_t width, int depth);
    void leaf_masked(const Expr& expr, std::uint32_t lsb, std::uint32_t width, int depth);
    bool leaf_choice(ExprId id, int depth);
    bool carries_value(VarId var) const;
    void choose_by(ExprId id);
    bool keeps_root(ExprId id, int hops) const;
    void leaf_sum(const Expr& expr);
    void leaf_ref(const Expr& expr, std::uint32_t lsb, std::uint32_t width);
    void leaf_select(const Expr& expr, std::uint32_t lsb, std::uint32_t width, int depth);
    void leaf_extension(const Expr& expr, std::uint32_t lsb, std::uint32_t width, int depth);
    void leaf_concatenation(const Expr& expr, std::uint32_t lsb, std::uint32_t width, int depth);
    bool mentions_root(ExprId id, int hops) const;
    bool driver_mentions_root(VarId var, int hops) const;

    const ModuleIndex& index_;
    const Module& module_;
    Slice root_;
    IsNamedBit is_named_bit_;
    std::set<Slice> visited_;
    std::vector<Mention> leaves_;
    std::vector<Mention> bit_writes_;
    std::vector<ExprId> controls_;
    bool counts_ = false;
    bool computes_bits_ = false;
    std::string trouble_;
};

}  // namespace tapestry
