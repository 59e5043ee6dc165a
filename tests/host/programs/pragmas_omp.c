/* SPDX-License-Identifier: Apache-2.0 */
/* Pragmas of ours around and inside a loop that OpenMP shares out. */
#include <omp.h>

#include "expect.h"

int main(void) {
    unsigned long long counts[2] = {0, 0};
#pragma recap all busy
#pragma omp parallel for num_threads(2) schedule(static)
    for (int i = 0; i < 100; ++i) {
#pragma recap share busy
        for (int k = 0; k < 3; ++k)
            if (k == 2) ++counts[omp_get_thread_num()];
    }
    EXPECT("pragmas_omp.main", "all", 1ull, 0);
    EXPECT("pragmas_omp.main", "share", counts[0], 0);
    EXPECT("pragmas_omp.omp[1]", "share", counts[1], 0);
    return 0;
}
