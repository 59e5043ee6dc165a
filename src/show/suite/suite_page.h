// SPDX-License-Identifier: Apache-2.0
// Many tests as one HTML file without scripts.
#pragma once

#include <string>

#include "show/suite/suite.h"

namespace tapestry {

std::string suite_html(const Suite& suite);

}  // namespace tapestry
