// SPDX-License-Identifier: Apache-2.0
// What the sources know about names that a waveform does not: the fields of a packed struct that is
// dumped as one vector, and parameters, which many simulators do not dump.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/design.h"
#include "model/expression/compile.h"

namespace tapestry {

// Bits lsb .. lsb + width - 1 of a vector.
struct FieldBits {
    std::uint32_t lsb = 0;
    std::uint32_t width = 0;
    TypeId type = kNone;
};

class DesignNames {
public:
    // Without a design nothing is known.
    explicit DesignNames(const Design* design) : design_(design) {}

    // The variable `name` of a scope, whose path begins with the top.
    const Var* find(const std::string& scope, const std::string& name) const;
    // The field that `parts` from `first` on name, through elements of packed arrays.
    std::optional<FieldBits> field(const Var& var, const std::vector<NamePart>& parts,
                                   std::size_t first) const;
    // The ranges of a packed array, outermost first; one for a vector, none for anything else.
    std::vector<PackedRange> ranges(TypeId type) const;
    // Whether what the first `used` parts name is signed. Elements of a packed array are not.
    bool is_signed(const Var& var, const std::vector<NamePart>& parts, std::size_t used) const;
    // The value of a parameter.
    std::optional<Bits> parameter(const std::string& scope, const std::string& name) const;

    // The module at the top; null without a design.
    const Module* top() const;

private:
    std::optional<FieldBits> element(const Type& type, std::uint64_t index) const;

    const Design* design_;
};

}  // namespace tapestry
