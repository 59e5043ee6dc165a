/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads of OpenMP and a sum that nothing guards, for the thread sanitizer to find. */
#include <stdio.h>

#include "tapestry.h"

int main(void) {
    int sum = 0;
#pragma omp parallel num_threads(2)
    for (int i = 0; i < 1000; ++i) {
        TAPESTRY_STATE("add", TAPESTRY_BUSY);
        ++sum;
    }
    printf("%d\n", sum);
    return 0;
}
