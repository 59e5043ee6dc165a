// SPDX-License-Identifier: Apache-2.0
// Names that come from users and strangers, as arguments of other programs.
#pragma once

#include <string>

namespace tapestry {

// The path so that no program takes it for an option: "-x.v" becomes an absolute one. "./a.v"
// becomes "a.v", as Verilator calls it.
std::string path_argument(const std::string& path);

// Whether a name, or a value, can be an argument at all: there are no control characters in it,
// which end lines of the lists that programs pass on among themselves.
bool is_argument(const std::string& text);

// Whether it can name a module, a macro or a parameter: it begins as a name does, so that it is
// neither an option nor nothing.
bool is_name_argument(const std::string& text);

}  // namespace tapestry
