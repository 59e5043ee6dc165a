// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "expect.h"
#include "tapestry.h"

static void risky(int i) {
    TAPESTRY_STATE("risky", TAPESTRY_BUSY);
    if (i % 2) throw std::runtime_error("odd");
}

int main() {
    int caught = 0;
    for (int i = 0; i < 2000; ++i) {
        TAPESTRY_STATE("guard", TAPESTRY_OVERHEAD);
        try {
            risky(i);
        } catch (const std::exception&) {
            ++caught;
        }
    }
    EXPECT("exceptions.main", "guard", 2000, 0);
    EXPECT("exceptions.main", "risky", 2000, 0);
    return caught == 1000 ? 0 : 1;
}
