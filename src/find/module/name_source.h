// SPDX-License-Identifier: Apache-2.0
// How detectors look up the author's own names; provided by elaboration, or by tests.
#pragma once

#include <functional>
#include <string>

#include "model/design.h"

namespace tapestry {

struct NameSource {
    std::function<std::string(const SourcePlace&)> name_at;  // an identifier or macro name, or ""
    // The name of a register's code according to source facts (module, register, code), or "".
    std::function<std::string(const std::string&, const std::string&, const Constant&)> state_name =
        {};
};

}  // namespace tapestry
