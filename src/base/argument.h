// SPDX-License-Identifier: Apache-2.0
// Names and paths given by the user, made safe to pass as arguments to other programs.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

// The path in a form that no program mistakes for an option: "-x.v" becomes absolute, and "./a.v"
// becomes "a.v", which is how Verilator reports it.
std::string path_argument(const std::string& path);

// The path for programs that look for any relative name in the include folders first, as Verilator
// does for sources too: an absolute one if there is such a name in one of them.
std::string path_argument(const std::string& path, const std::vector<std::string>& include_folders);

// True if the text has no control characters. A line break would split an entry of the argument
// files that programs pass to each other.
bool is_argument(const std::string& text);

// True if the text can name a module, a macro or a parameter: it starts like an identifier, so it
// is neither empty nor an option.
bool is_name_argument(const std::string& text);

}  // namespace tapestry
