// SPDX-License-Identifier: Apache-2.0
// Three by three stencil over a picture of 64 by 64 words.

// top: stencil

#include <stdio.h>

#define N 64

void stencil(const int* restrict in, int* restrict out, const int* restrict filter) {
    int f[9];
    for (int i = 0; i < 9; ++i) f[i] = filter[i];
    for (int r = 0; r < N - 2; ++r)
        for (int c = 0; c < N - 2; ++c) {
            int sum = 0;
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) sum += f[i * 3 + j] * in[(r + i) * N + c + j];
            out[r * N + c] = sum;
        }
}

int main(void) {
    static int in[N * N], out[N * N];
    const int f[9] = {1, -2, 3, -4, 5, -6, 7, -8, 9};
    for (int i = 0; i < N * N; ++i) in[i] = i * 7919 % 251 - 100;
    stencil(in, out, f);
    for (int r = 0; r < N - 2; ++r)
        for (int c = 0; c < N - 2; ++c) {
            int sum = 0;
            for (int k = 0; k < 9; ++k) sum += f[k] * in[(r + k / 3) * N + c + k % 3];
            if (sum != out[r * N + c]) return printf("wrong at %d %d\n", r, c), 1;
        }
    return printf("%d\n", out[5 * N + 7]), 0;
}
