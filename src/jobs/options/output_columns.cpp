// SPDX-License-Identifier: Apache-2.0
#include "jobs/options/output_columns.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace tapestry {

int output_columns() {
    const char* said = std::getenv("COLUMNS");
    const int wanted = said ? std::atoi(said) : 0;
    if (wanted > 0 && wanted < 10'000) return wanted;
    winsize size{};
    if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
        size.ws_col > 0)
        return size.ws_col;
    return 100;
}

}  // namespace tapestry
