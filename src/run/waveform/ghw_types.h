// SPDX-License-Identifier: Apache-2.0
// The types of a GHW file, and the layout of their values in a vector of bits, which is that of
// GHDL's synthesis: the first element of an array is the most significant, the first field of a
// record the least significant; an enumeration is the position of its literal.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "run/waveform/ghw_bytes.h"

namespace tapestry {

using GhwTypeId = std::uint32_t;

struct GhwType {
    enum class Kind { logic, enumeration, integer, other, array, record };
    // The encoding of a scalar in the file.
    enum class Form { byte, number, real };

    Kind kind = Kind::other;
    Form form = Form::byte;
    std::vector<std::string> literals;  // of an enumeration
    std::int64_t low = 0;               // of an integer
    std::int64_t high = 0;
    GhwTypeId element = 0;  // of an array, with `dimensions` and, where it is bound, `count`
    std::size_t dimensions = 0;
    std::uint64_t count = 0;
    GhwTypeId index = 0;     // the type of the indices of one dimension
    std::int64_t first = 0;  // of them; they go up or `down`
    bool down = false;
    std::vector<std::pair<std::string, GhwTypeId>> fields;
    bool named = false;         // a user-defined enumeration, or a type that contains one
    bool bound = true;          // false: an array without a range, or a type that contains one
    std::uint64_t scalars = 1;  // number of scalar signals
    std::uint64_t width = 0;    // in bits; 0: cannot be read
};

class GhwTypes {
public:
    // Reads the section; a clause that describes the problem, empty if there is none.
    std::string read(GhwBytes& bytes, const std::vector<std::string>& strings);

    // Type numbers in a file begin with 1. An unknown number gives a type without scalars.
    const GhwType& type(std::uint64_t number) const {
        return types_[number < named_.size() ? named_[number] : 0];
    }
    const GhwType& element(const GhwType& array) const { return types_[array.element]; }
    // The index of an element, counted from the left, in VHDL notation: (2), (red).
    std::string index_text(const GhwType& array, std::uint64_t element) const;
    const GhwType& field(const GhwType& record, std::size_t i) const {
        return types_[record.fields[i].second];
    }

private:
    GhwTypeId add(GhwType type);
    GhwTypeId numbered(std::uint64_t number) const {
        return number < named_.size() ? named_[number] : 0;
    }
    GhwType read_type(GhwBytes& bytes, const std::vector<std::string>& strings);
    GhwTypeId bind(GhwTypeId type, GhwBytes& bytes);
    void measure(GhwType& type) const;

    std::vector<GhwType> types_ = {{}};
    std::vector<GhwTypeId> named_ = {0};
    std::string trouble_;
};

}  // namespace tapestry
