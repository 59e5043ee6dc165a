/* SPDX-License-Identifier: Apache-2.0 */
#include <omp.h>

#include "expect.h"
#include "tapestry.h"

int main(void) {
    unsigned long long counts[2] = {0, 0};
#pragma omp parallel num_threads(2)
    {
        const int me = omp_get_thread_num();
        for (int i = 0; i < 500 * (me + 1); ++i) {
            TAPESTRY_STATE("region", TAPESTRY_BUSY);
            ++counts[me];
        }
    }
    EXPECT("openmp.main", "region", counts[0], 0);
    EXPECT("openmp.omp[1]", "region", counts[1], 0);
    return 0;
}
