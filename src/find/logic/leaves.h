// SPDX-License-Identifier: Apache-2.0
// The leaves of a variable's type: members of structures and elements of arrays down to plain
// vectors, each with its place and what has to be written behind the variable's name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/bit.h"
#include "model/design.h"

namespace tapestry {

struct Leaf {
    std::uint64_t element = 0;  // of an unpacked array
    std::uint64_t lsb = 0;
    std::uint32_t width = 1;
    std::string text;        // ".valid", "[2].data"
    std::int64_t right = 0;  // the index of its lowest bit
    bool counts_up = true;   // whether indices grow with positions
    TypeId type = kNone;     // of a structure
};

// Whether a member stands for an element of an array, (2): no Verilog names it, only its bits.
inline bool is_element(const StructMember& member) { return member.name.starts_with('('); }

// Empty when there are more than are worth looking at.
std::vector<Leaf> leaves_of(const Design& design, TypeId type);
// The structures as wholes: the variable's own, or one for each element of an array of them.
std::vector<Leaf> structures_of(const Design& design, TypeId type);

// ".valid", "[3]": the bit of a variable of that type, as it is written behind the name; nothing
// when it cannot be told.
std::optional<std::string> text_of_bit(const Design& design, TypeId type, Bit bit);

}  // namespace tapestry
