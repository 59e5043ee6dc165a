/* SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "expect.h"
#include "tapestry.h"

int main(void) {
    for (int i = 0; i < 123456; ++i) {
        TAPESTRY_STATE("spin", TAPESTRY_BUSY);
    }
    EXPECT("exits_at_once.main", "spin", 123456, 0);
    _exit(9);
}
