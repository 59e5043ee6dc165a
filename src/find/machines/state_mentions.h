// SPDX-License-Identifier: Apache-2.0
// Where a module tests a state register: comparisons, and the items of a `case` over it.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "find/module/next_value.h"
#include "model/design.h"

namespace tapestry {

class StateMentions {
public:
    explicit StateMentions(const Module& module);

    // Every occurrence of the machine's constants: the leaves of its next value, and comparisons.
    std::vector<Mention> of(const NextValue& next) const;
    // True if some bit or value of the register is tested on its own. A mask of strobes that is
    // only tested as a whole is not a machine.
    bool is_tested(const NextValue& next) const;
    // The fields (lsb, width) of a plain vector that are compared with constants, as in flattened
    // records.
    std::set<std::pair<std::uint32_t, std::uint32_t>> compared_fields(VarId v) const;

private:
    bool is_machine(ExprId id, const NextValue& next) const;
    bool is_part_of(ExprId id, const NextValue& next) const;
    bool tests_a_bit(const NextValue& next) const;
    void add_cases(const NextValue& next, std::vector<Mention>& all) const;

    const Module& module_;
    std::vector<const Expr*> compares_;
    std::vector<const Guard*> cases_;
};

}  // namespace tapestry
