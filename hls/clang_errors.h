// SPDX-License-Identifier: Apache-2.0
// Parses clang's error messages: `FILE:LINE:COLUMN: error: WHAT`.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"

namespace tapestry::hls {

struct ClangError {
    Place place;
    std::string what;
};

std::vector<ClangError> clang_errors(const std::string& text);

}  // namespace tapestry::hls
