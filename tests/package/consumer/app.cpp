// SPDX-License-Identifier: Apache-2.0
// The same in C++, with the class that leaves a state by itself.
#include <tapestry.h>

int main() {
    static tapestry_state sends = {"sends", TAPESTRY_TRANSFER, "top.in", "data", nullptr, 0, 0,
                                   nullptr};
    for (int i = 0; i < 7; ++i) {
        tapestry::State state(sends);
        state.add_bytes(10);
    }
}
