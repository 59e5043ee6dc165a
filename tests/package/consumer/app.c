/* SPDX-License-Identifier: Apache-2.0 */
/* A program of somebody else that uses the installed library: seven states of 10 bytes each. */
#include <tapestry.h>

int main(void) {
    static tapestry_state sends = {"sends", TAPESTRY_TRANSFER, "top.in", "data", NULL, 0, 0, NULL};
    for (int i = 0; i < 7; ++i) {
        tapestry_enter(&sends);
        tapestry_leave_bytes(&sends, 10);
    }
    return 0;
}
