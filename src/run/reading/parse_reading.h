// SPDX-License-Identifier: Apache-2.0
// Reads the text form of a reading (docs/formats.md).
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/reading.h"

namespace tapestry {

// Takes every line that is complete and valid, and reports the others as lost. Fails only if
// nothing is left. Time and memory are linear in the text, whatever its contents. `name` is the
// file's name.
Result<Reading> parse_reading(std::string_view text, const std::string& name,
                              Diagnostics& diagnostics);

}  // namespace tapestry
