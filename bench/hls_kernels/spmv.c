// SPDX-License-Identifier: Apache-2.0
// Sparse matrix times vector, rows compressed, single precision.

// top: spmv

#include <stdio.h>

#define ROWS 128
#define PER_ROW 10

void spmv(const float* restrict values, const int* restrict columns, const int* restrict starts,
          const float* restrict x, float* restrict y) {
    for (int r = 0; r < ROWS; ++r) {
        float sum = 0;
        for (int k = starts[r]; k < starts[r + 1]; ++k) sum += values[k] * x[columns[k]];
        y[r] = sum;
    }
}

int main(void) {
    static float values[ROWS * PER_ROW], x[ROWS], y[ROWS];
    static int columns[ROWS * PER_ROW], starts[ROWS + 1];
    for (int r = 0, n = 0; r < ROWS; ++r) {
        x[r] = (float)(r % 7) - 3;
        for (int k = 0; k < r % (PER_ROW + 1); ++k, ++n)
            values[n] = (float)(n % 11) / 4, columns[n] = n * 17 % ROWS;
        starts[r + 1] = n;
    }
    spmv(values, columns, starts, x, y);
    for (int r = 0; r < ROWS; ++r) {
        float sum = 0;
        for (int k = starts[r]; k < starts[r + 1]; ++k) sum += values[k] * x[columns[k]];
        if (sum != y[r]) return printf("wrong row %d\n", r), 1;
    }
    return printf("%g\n", (double)y[98]), 0;
}
