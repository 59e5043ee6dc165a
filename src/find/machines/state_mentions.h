// SPDX-License-Identifier: Apache-2.0
// Where a module looks at the value of a state register: what it is compared with, and the items of
// a `case` over it.
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

    // Every way the constants of a machine are written: the leaves of its next value, and what it
    // is compared with.
    std::vector<Mention> of(const NextValue& next) const;
    // Whether some bit or value of the register is looked at by itself: a mask of strobes that is
    // held while any of them is set is no machine.
    bool is_tested(const NextValue& next) const;
    // The fields (lsb, width) of a plain vector that are compared with constants, as in records
    // that a translator has flattened.
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
