// SPDX-License-Identifier: Apache-2.0
// Compiles expressions over signals into programs, by Verilog's rules of width and sign. Operands
// of arithmetic and bitwise operators have the width of the widest operand or of the context;
// operands of comparisons that of the wider one. An expression is signed if all its operands are.
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

// The meaning of a name: some bits of a signal, or a constant. The first `used` parts of the name
// select it; the remaining parts are indices into its range.
struct NameMeaning {
    std::uint32_t slot = 0;
    std::uint32_t lsb = 0;
    std::uint32_t width = 1;
    std::int64_t left = 0;  // the bounds of its range
    std::int64_t right = 0;
    // For a packed array: all ranges but the last, outermost first. The next index selects from the
    // first.
    std::vector<PackedRange> outer;
    bool is_signed = false;
    std::optional<Bits> constant;
    std::size_t used = 0;
};

// The meaning of a name, or nothing and a clause with the reason.
using NameFinder =
    std::function<std::optional<NameMeaning>(const std::vector<NamePart>&, std::string& why)>;

// The program, or nothing and a clause with the reason. `context` is the width of the connected
// port: sums keep their carries up to that width.
std::optional<Program> compile_expression(std::string_view text, const NameFinder& names,
                                          std::string& why, std::uint32_t context = 1);

// The self-determined width of the expression; 0 if it is invalid.
std::uint32_t width_of_expression(std::string_view text, const NameFinder& names);

// All names in an expression, including those in indices; none if it is invalid.
std::vector<std::vector<NamePart>> names_in_expression(std::string_view text);

}  // namespace tapestry
