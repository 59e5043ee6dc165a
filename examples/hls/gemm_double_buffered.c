// SPDX-License-Identifier: Apache-2.0
// The next blocks are brought in while the current ones are multiplied.
#include "gemm.h"

void matmul(DTYPE *A, DTYPE *B, DTYPE *C, int DIM) {
#pragma omp target parallel map(tofrom : C[0 : DIM * DIM]) map(to : A[0 : DIM * DIM], B[0 : DIM * DIM]) num_threads(8)
    {
        int my_id = omp_get_thread_num();
        int num_threads = omp_get_num_threads();
        for (int i = my_id * BLOCK_SIZE; i < DIM; i += num_threads * BLOCK_SIZE) {
            for (int j = 0; j < DIM; j += BLOCK_SIZE) {
                VECTOR C_local[BLOCK_SIZE];
                VECTOR A_local[BUFFER_SIZE][BLOCK_SIZE];
                VECTOR B_local[BUFFER_SIZE][BLOCK_SIZE];
                for (int k = 0, buffer = 0; k < (DIM + BLOCK_SIZE); k += BLOCK_SIZE, ++buffer) {
                    if (k < DIM) {
                        for (int m = 0; m < BLOCK_SIZE; ++m) {
                            A_local[buffer % BUFFER_SIZE][m] = *((VECTOR *)&A[(i + m) * DIM + k]);
                            B_local[buffer % BUFFER_SIZE][m] = *((VECTOR *)&B[(k + m) * DIM + j]);
                        }
                    }
                    if (buffer != 0) {
                        for (int x = 0; x < BLOCK_SIZE; ++x) {
#pragma unroll BLOCK_SIZE
                            for (int y = 0; y < BLOCK_SIZE; ++y) {
                                DTYPE sum = buffer == 1 ? 0.0f : C_local[x][y];
#pragma unroll BLOCK_SIZE
                                for (int v = 0; v < BLOCK_SIZE; ++v) {
                                    sum += (A_local[(buffer - 1) % BUFFER_SIZE][x][v] *
                                            B_local[(buffer - 1) % BUFFER_SIZE][v][y]);
                                }
                                C_local[x][y] = sum;
                            }
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
