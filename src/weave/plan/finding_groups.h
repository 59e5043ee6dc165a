// SPDX-License-Identifier: Apache-2.0
// Groups findings by source text: one text is woven once, however many instances it has.
#pragma once

#include <string>
#include <vector>

#include "weave/plan/spot.h"

namespace tapestry {

// The common properties of findings of one text.
struct SiteKey {
    std::string module;
    std::string scope;
    TapKind kind = TapKind::fsm;
    std::string name;

    friend auto operator<=>(const SiteKey&, const SiteKey&) = default;
};

struct FindingGroup {
    SiteKey key;
    std::vector<Spot> places;  // in the order of the hierarchy
    int level = 0;             // of its highest instance
};

// Highest level first, so that a net is tapped nearest to the top; within a level in the order of
// the hierarchy.
std::vector<FindingGroup> groups_of(const Design& design, const Hierarchy& hierarchy,
                                    const Findings& findings);

}  // namespace tapestry
