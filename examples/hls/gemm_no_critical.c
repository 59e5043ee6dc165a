// SPDX-License-Identifier: Apache-2.0
// Each thread has rows of its own, and no lock.
#include "gemm.h"

void matmul(DTYPE *A, DTYPE *B, DTYPE *C, int DIM) {
#pragma omp target parallel map(from : C[0 : DIM * DIM]) map(to : A[0 : DIM * DIM], B[0 : DIM * DIM]) num_threads(8)
    {
        int my_id = omp_get_thread_num();
        int num_threads = omp_get_num_threads();
        for (int i = my_id; i < DIM; i += num_threads) {
            for (int j = 0; j < DIM; ++j) {
                DTYPE sum = 0;
                for (int k = 0; k < DIM; ++k) {
                    sum += A[i * DIM + k] * B[k * DIM + j];
                }
                C[i * DIM + j] = sum;
            }
        }
    }
}
