// SPDX-License-Identifier: Apache-2.0
// Threads share each sum and add their parts under a lock.
#include "gemm.h"

void matmul(DTYPE *A, DTYPE *B, DTYPE *C, int DIM) {
#pragma omp target parallel map(tofrom : C[0 : DIM * DIM]) map(to : A[0 : DIM * DIM], B[0 : DIM * DIM]) num_threads(8)
    {
        int my_id = omp_get_thread_num();
        int num_threads = omp_get_num_threads();
        for (int i = 0; i < DIM; ++i) {
            for (int j = 0; j < DIM; ++j) {
                DTYPE sum = 0;
                for (int k = my_id; k < DIM; k += num_threads) {
                    sum += A[i * DIM + k] * B[k * DIM + j];
                }
#pragma omp critical
                { C[i * DIM + j] += sum; }
            }
        }
    }
}
