// SPDX-License-Identifier: Apache-2.0
// Leaves out entities that GHDL can simulate but not synthesize, so that the rest of a design is
// measured.
#pragma once

#include <functional>
#include <optional>

#include "read/vhdl/ghdl.h"

namespace tapestry {

struct LeftOut {
    std::string entity;
    Refusal why;
};

// The same design, in another folder, with some entities emptied. Nothing if GHDL cannot synthesize
// the top even without all others.
std::optional<Ghdl> without_refused(const Ghdl& ghdl, const VhdlTop& top, const Refusal& why,
                                    const std::filesystem::path& folder,
                                    std::vector<LeftOut>& left_out);

// Why a design without some of its entities is refused; nothing if it is accepted.
using RefusalWithout = std::function<std::optional<Refusal>(const std::set<std::string>& entities)>;

// A minimal set of entities without which the design is accepted; empty if there is none. In the
// list, each entity comes before the entities that contain it.
std::vector<LeftOut> refused_entities(const std::vector<std::string>& innermost_first,
                                      const Refusal& why, const RefusalWithout& refusal);

}  // namespace tapestry
