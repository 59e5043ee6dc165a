// SPDX-License-Identifier: Apache-2.0
// Expressions over signals, compiled into programs by Verilog's rules of width and sign. Operands
// of arithmetic and bitwise operators are as wide as the widest of them and of what they are part
// of; those of comparisons as the wider of the two. They are signed when all of them are.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/expression/program.h"

namespace tapestry {

// One part of a name: `r`, `.state` or `[3]`.
struct NamePart {
    std::string name;  // empty for an index
    std::uint64_t index = 0;
    bool is_index() const { return name.empty(); }
};

struct PackedRange {
    std::int64_t left = 0;
    std::int64_t right = 0;
    std::uint64_t size() const {
        return static_cast<std::uint64_t>(left >= right ? left - right : right - left) + 1;
    }
};

// What a name stands for: some bits of a signal, or a constant. `used` parts of the name led to it;
// those that are left are indices, which select from its range.
struct NameMeaning {
    std::uint32_t slot = 0;
    std::uint32_t lsb = 0;
    std::uint32_t width = 1;
    std::int64_t left = 0;  // the bounds of its range
    std::int64_t right = 0;
    // Of a packed array: its ranges but the last, outermost first. An index selects from the first.
    std::vector<PackedRange> outer;
    bool is_signed = false;
    std::optional<Bits> constant;
    std::size_t used = 0;
};

// The meaning of a name, or nothing and a clause that says why.
using NameFinder =
    std::function<std::optional<NameMeaning>(const std::vector<NamePart>&, std::string& why)>;

// The program, or nothing and a clause that says why. `context` is the width of the port that the
// expression is connected to: sums keep their carries in it.
std::optional<Program> compile_expression(std::string_view text, const NameFinder& names,
                                          std::string& why, std::uint32_t context = 1);

// The width that the expression has on its own; 0 when it has no meaning.
std::uint32_t width_of_expression(std::string_view text, const NameFinder& names);

// The names in an expression, those of indices too; none of what is no expression.
std::vector<std::vector<NamePart>> names_in_expression(std::string_view text);

}  // namespace tapestry
