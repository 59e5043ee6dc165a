// SPDX-License-Identifier: Apache-2.0
// Which Verilator it is, and what that means for the tree it writes.
#pragma once

#include <string_view>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

struct VerilatorVersion {
    int major = 0;
    int minor = 0;

    friend auto operator<=>(const VerilatorVersion&, const VerilatorVersion&) = default;
};

// `text`: what `verilator --version` prints. Fails for one that is too old.
Result<VerilatorVersion> supported_version(std::string_view text, Diagnostics& diagnostics);

// 5.046 and later write JSON only. Earlier ones write XML, whose form is the same in all of them.
bool writes_json(const VerilatorVersion& version);

}  // namespace tapestry
