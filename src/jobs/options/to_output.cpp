// SPDX-License-Identifier: Apache-2.0
#include "jobs/options/to_output.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace tapestry {

void to_output(const std::string& text) {
    if (std::fputs(text.c_str(), stdout) == EOF)
        throw std::system_error(errno, std::generic_category());
}

}  // namespace tapestry
