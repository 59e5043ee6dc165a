// SPDX-License-Identifier: Apache-2.0
#include "model/step_plan.h"

#include <algorithm>
#include <cctype>

namespace tapestry {

std::string step_instance(const StepClock& clock, bool own_logic) {
    std::string name = own_logic ? "tapestry_own_" : "tapestry_step_";
    for (char c : clock.port)
        name.push_back(std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_');
    return name;
}

bool sees_beats(const StepSite& site, const std::string& step_path, const StepFire& fire) {
    if (!fire.is_counted) return false;
    if (site.clocks.size() < 2) return true;
    const std::string name = step_path.substr(step_path.rfind('.') + 1);
    return std::any_of(site.clocks.begin(), site.clocks.end(), [&](const StepClock& clock) {
        return clock.port == fire.clock &&
               (name == step_instance(clock, false) || name == step_instance(clock, true));
    });
}

}  // namespace tapestry
