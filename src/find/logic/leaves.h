// SPDX-License-Identifier: Apache-2.0
// The leaves of a variable's type: struct members and array elements down to plain vectors, each
// with its position and its suffix after the variable's name.
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
    bool counts_up = true;   // indices increase with bit positions
    TypeId type = kNone;     // of a structure
};

// True if a member stands for an array element, (2), which has no name in Verilog, only bits.
inline bool is_element(const StructMember& member) { return member.name.starts_with('('); }

// Empty if there are too many.
std::vector<Leaf> leaves_of(const Design& design, TypeId type);
// Whole structs: the variable's own, or one per element of an array of structs.
std::vector<Leaf> structures_of(const Design& design, TypeId type);

// The suffix for a bit of a variable of that type, ".valid" or "[3]"; nothing if it cannot be
// written.
std::optional<std::string> text_of_bit(const Design& design, TypeId type, Bit bit);

}  // namespace tapestry
