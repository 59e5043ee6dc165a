// SPDX-License-Identifier: Apache-2.0
// Product of matrices of 32 by 32 numbers, with copies on the chip.

// top: gemm

#include <stdio.h>

#define N 32

void gemm(const int* restrict a, const int* restrict b, int* restrict c) {
    int x[N * N], y[N * N];
    for (int i = 0; i < N * N; ++i) x[i] = a[i];
    for (int i = 0; i < N * N; ++i) y[i] = b[i];
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            int sum = 0;
            for (int k = 0; k < N; ++k) sum += x[i * N + k] * y[k * N + j];
            c[i * N + j] = sum;
        }
}

int main(void) {
    static int a[N * N], b[N * N], c[N * N];
    for (int i = 0; i < N * N; ++i) a[i] = i * 37 % 101 - 50, b[i] = i * 73 % 97 - 40;
    gemm(a, b, c);
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            int sum = 0;
            for (int k = 0; k < N; ++k) sum += a[i * N + k] * b[k * N + j];
            if (sum != c[i * N + j]) return printf("wrong at %d %d\n", i, j), 1;
        }
    return printf("%d\n", c[77]), 0;
}
