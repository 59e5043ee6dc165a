// SPDX-License-Identifier: Apache-2.0
// The version of Verilator, and the tree format that follows from it.
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

// `text`: the output of `verilator --version`. Fails for an unsupported version.
Result<VerilatorVersion> supported_version(std::string_view text, Diagnostics& diagnostics);

// 5.046 and later write JSON only; earlier ones write XML, in the same form in all versions.
bool writes_json(const VerilatorVersion& version);

}  // namespace tapestry
