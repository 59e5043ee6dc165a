// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"

namespace tapestry::code {
#define DIAGNOSTIC(name, severity, sentence, hint) \
    inline constexpr CodeOf<Severity::severity> name{code_of(#name)};
#include "base/codes/simulation.def"
#undef DIAGNOSTIC
}  // namespace tapestry::code
