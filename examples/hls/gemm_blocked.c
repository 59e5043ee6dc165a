// SPDX-License-Identifier: Apache-2.0
// Blocks of A and B are brought into local memory, then multiplied there.
#include "gemm.h"

void matmul(DTYPE *A, DTYPE *B, DTYPE *C, int DIM) {
#pragma omp target parallel map(tofrom : C[0 : DIM * DIM]) map(to : A[0 : DIM * DIM], B[0 : DIM * DIM]) num_threads(8)
    {
        int my_id = omp_get_thread_num();
        int num_threads = omp_get_num_threads();
        for (int i = my_id * BLOCK_SIZE; i < DIM; i += num_threads * BLOCK_SIZE) {
            for (int j = 0; j < DIM; j += BLOCK_SIZE) {
                VECTOR C_local[BLOCK_SIZE];
                for (int x = 0; x < BLOCK_SIZE; ++x) C_local[x] = (VECTOR){0};
                for (int k = 0; k < DIM; k += BLOCK_SIZE) {
                    VECTOR A_local[BLOCK_SIZE];
                    VECTOR B_local[BLOCK_SIZE];
                    for (int m = 0; m < BLOCK_SIZE; ++m) {
                        A_local[m] = *((VECTOR *)&A[(i + m) * DIM + k]);
                        B_local[m] = *((VECTOR *)&B[(k + m) * DIM + j]);
                    }
                    for (int x = 0; x < BLOCK_SIZE; ++x) {
#pragma unroll BLOCK_SIZE
                        for (int y = 0; y < BLOCK_SIZE; ++y) {
                            DTYPE sum = C_local[x][y];
#pragma unroll BLOCK_SIZE
                            for (int v = 0; v < BLOCK_SIZE; ++v) {
                                sum += A_local[x][v] * B_local[v][y];
                            }
                            C_local[x][y] = sum;
                        }
                    }
                }
                for (int k = 0; k < BLOCK_SIZE; ++k) {
                    *((VECTOR *)&C[(i + k) * DIM + j]) += C_local[k];
                }
            }
        }
    }
}
