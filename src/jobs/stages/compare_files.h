// SPDX-License-Identifier: Apache-2.0
// Compares stored runs, side by side.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/comparison.h"

namespace tapestry {

// Each side is a list of run files, or NAME=FILE, of which there is at least one.
Result<Comparison> compare_files(const std::vector<std::vector<std::string>>& sides,
                                 Diagnostics& diagnostics);

}  // namespace tapestry
