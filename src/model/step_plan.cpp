// SPDX-License-Identifier: Apache-2.0
#include "model/step_plan.h"

#include <cctype>

namespace tapestry {

std::string step_instance(const StepClock& clock, bool own_logic) {
    std::string name = own_logic ? "tapestry_own_" : "tapestry_step_";
    for (char c : clock.port)
        name.push_back(std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_');
    return name;
}

}  // namespace tapestry
