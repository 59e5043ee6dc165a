// SPDX-License-Identifier: Apache-2.0
// The code of every diagnostic: one enumerator for each row of diagnostics_table.def.
#pragma once

#include "base/diagnostics.h"

namespace tapestry {

enum class Code : std::uint16_t {
#define DIAGNOSTIC(code, severity, sentence, hint) code,
#include "base/diagnostics_table.def"
#undef DIAGNOSTIC
};

}  // namespace tapestry
