// SPDX-License-Identifier: Apache-2.0
// The programs of Tapestry itself: which one runs, and those beside it.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

// A program beside the one that runs, else one to look up on the PATH.
std::string program_beside(const std::string& name);

// The command line that started this process.
std::vector<std::string> words_of_this_process();

}  // namespace tapestry
