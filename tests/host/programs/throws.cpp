// SPDX-License-Identifier: Apache-2.0
// Exceptions leave the states that they pass, of pragmas and of the library; the last one nobody
// catches, and what was recorded until then is there.
#include <unistd.h>

#include <stdexcept>

#include "expect.h"
#include "tapestry.h"

static void inner(int i) {
    TAPESTRY_STATE("inner", TAPESTRY_BUSY);
    if (i % 2 == 0) throw std::runtime_error("even");
}

static void outer(int i) {
    TAPESTRY_STATE("outer", TAPESTRY_BUSY);
    inner(i);
}

int main() {
    for (int i = 0; i < 10; ++i) {
        try {
            outer(i);
        } catch (const std::exception&) {
            usleep(1000);
        }
    }
    EXPECT("throws.main", "outer", 11, 0);
    EXPECT("throws.main", "inner", 11, 0);
    outer(10);
}
