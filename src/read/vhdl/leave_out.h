// SPDX-License-Identifier: Apache-2.0
// Entities that GHDL simulates and does not synthesize are left out of what is looked at, so that
// the rest of a design is measured.
#pragma once

#include <functional>
#include <optional>

#include "read/vhdl/ghdl.h"

namespace tapestry {

struct LeftOut {
    std::string entity;
    Refusal why;
};

// The same design, in another folder, without what is in some entities. Nothing when GHDL does not
// synthesize the top even without all others.
std::optional<Ghdl> without_refused(const Ghdl& ghdl, const VhdlTop& top, const Refusal& why,
                                    const std::filesystem::path& folder,
                                    std::vector<LeftOut>& left_out);

// Why a design is refused without some of its entities; nothing when it is not.
using RefusalWithout = std::function<std::optional<Refusal>(const std::set<std::string>& entities)>;

// As few entities as are found without which nothing is refused, of a list in which each stands
// before those that it is in; none when there are no such.
std::vector<LeftOut> refused_entities(const std::vector<std::string>& innermost_first,
                                      const Refusal& why, const RefusalWithout& refusal);

}  // namespace tapestry
