// SPDX-License-Identifier: Apache-2.0
// Who would have to stand still so that a level of an instance says nothing new.
#pragma once

#include <functional>

#include "explain/experiments/neighbours.h"
#include "model/step_plan.h"

namespace tapestry {

class Stillness {
public:
    // The site of a source module; nullptr when it has none.
    using Sites = std::function<const StepSite*(const std::string&)>;

    Stillness(const Design& design, Sites sites)
        : design_(design), sites_(std::move(sites)), neighbours_(design) {}

    // Of all instances in an elaborated module.
    std::vector<StepStill> of(ModuleId module);

private:
    const StepSite* site_of(ModuleId module) const;
    std::vector<StepEnd> ends_of(ModuleId module, InstanceId instance, VarId clock,
                                 const std::string& port);
    VarId clock_of(const Module& module, const Instance& instance) const;

    const Design& design_;
    const Sites sites_;
    Neighbours neighbours_;
};

// An instance as the text of its parent can name it.
std::string spelled_name(const Instance& instance);

// What the text of a module can say for all its parameterisations.
void keep_common(std::vector<StepStill>& stills, const std::vector<StepStill>& others);

}  // namespace tapestry
