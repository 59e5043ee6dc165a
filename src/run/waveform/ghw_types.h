// SPDX-License-Identifier: Apache-2.0
// The types of a GHW file, and how their values lie in a vector of bits: as GHDL lays them out when
// it synthesizes. The first element of an array is the highest, the first field of a record the
// lowest; an enumeration is the number of its literal.
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
    // How a scalar of it stands in the file.
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
    bool named = false;         // an enumeration that a person wrote, or what holds one
    bool bound = true;          // false: an array without a range, or what holds one
    std::uint64_t scalars = 1;  // how many scalar signals one of it has
    std::uint64_t width = 0;    // in bits; 0: none that can be read
};

class GhwTypes {
public:
    // Reads the section; a clause that says what is wrong, empty when all is well.
    std::string read(GhwBytes& bytes, const std::vector<std::string>& strings);

    // Numbers in a file begin with 1. The type of a number that there is not has no scalars.
    const GhwType& type(std::uint64_t number) const {
        return types_[number < named_.size() ? named_[number] : 0];
    }
    const GhwType& element(const GhwType& array) const { return types_[array.element]; }
    // How VHDL writes the index of an element, counted from the left: (2), (red).
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
