// SPDX-License-Identifier: Apache-2.0
// Where detectors read the author's own names; elaboration provides it, tests can too.
#pragma once

#include <functional>
#include <string>

#include "model/design.h"

namespace tapestry {

struct NameSource {
    std::function<std::string(const SourcePlace&)> name_at;  // an identifier or macro name, or ""
    // What facts about the sources call a code of a register: module, register, code; or "".
    std::function<std::string(const std::string&, const std::string&, const Constant&)> state_name =
        {};
};

}  // namespace tapestry
