// SPDX-License-Identifier: Apache-2.0
// What the versions of the matrix multiplication share: sizes, and a main that checks the result.
// The numbers are small integers, so that every order of additions gives the same sum.
#pragma once
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define DTYPE float
#define VECTOR_LEN 4
#define BLOCK_SIZE 4
#define BUFFER_SIZE 2
typedef DTYPE VECTOR __attribute__((vector_size(VECTOR_LEN * sizeof(DTYPE))));

void matmul(DTYPE* A, DTYPE* B, DTYPE* C, int DIM);

int main(int argc, char** argv) {
    const int DIM = argc > 1 ? atoi(argv[1]) : 32;
    const size_t bytes = (size_t)DIM * DIM * sizeof(DTYPE);
    DTYPE *A = aligned_alloc(64, bytes), *B = aligned_alloc(64, bytes),
          *C = aligned_alloc(64, bytes);
    for (int i = 0; i < DIM * DIM; ++i) {
        A[i] = (DTYPE)(i % 7 - 3);
        B[i] = (DTYPE)(i % 5 - 2);
        C[i] = 0;
    }
    matmul(A, B, C, DIM);
    int wrong = 0;
    for (int i = 0; i < DIM; ++i)
        for (int j = 0; j < DIM; ++j) {
            DTYPE sum = 0;
            for (int k = 0; k < DIM; ++k) sum += A[i * DIM + k] * B[k * DIM + j];
            wrong += C[i * DIM + j] != sum;
        }
    printf("%d x %d, %d wrong\n", DIM, DIM, wrong);
    return wrong != 0;
}
