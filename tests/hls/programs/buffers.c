// SPDX-License-Identifier: Apache-2.0
// Loops that follow each other: those that can run at once, as the two halves of a double buffer, and those that only
// look so.
#include "programs.h"

#define ROWS 6
#define COLUMNS 8

// The next row comes in while the present one is worked on.
static void double_buffer(const int *in, int *out, int rows) {
#pragma omp target map(to: in[:rows * COLUMNS]) map(from: out[:rows * COLUMNS])
    {
        int row[2][COLUMNS];
        for (int r = 0; r <= rows; ++r) {
            if (r < rows)
                for (int i = 0; i < COLUMNS; ++i) row[r % 2][i] = in[r * COLUMNS + i];
            if (r != 0)
                for (int i = 0; i < COLUMNS; ++i)
                    out[(r - 1) * COLUMNS + i] = row[(r - 1) % 2][COLUMNS - 1 - i] * r;
        }
    }
}

// The second loop reads what the first one wrote: in the same row, one row back, and backwards.
static void only_looks_so(const int *in, int *out, int rows) {
#pragma omp target map(to: in[:rows * COLUMNS]) map(from: out[:rows * COLUMNS])
    {
        int row[2][COLUMNS] = {{0}};
        for (int r = 0; r < rows; ++r) {
            for (int i = 0; i < COLUMNS; ++i) row[r % 2][i] = in[r * COLUMNS + i] + row[(r + 1) % 2][i];
            for (int i = 0; i < COLUMNS; ++i) out[r * COLUMNS + i] = row[r % 2][COLUMNS - 1 - i];
            for (int i = 0; i < COLUMNS; ++i) row[(r + 2) % 2][i] ^= out[r * COLUMNS + (i + 1) % COLUMNS];
        }
    }
}

// Two arrays, different counters and conditions that may both fail.
static void side_by_side(const int *in, int *out, int rows) {
#pragma omp target map(to: in[:rows * COLUMNS]) map(tofrom: out[:rows * COLUMNS])
    {
        int up[COLUMNS], down[COLUMNS];
        for (int r = 0; r < rows; ++r) {
            for (int i = 0; i < COLUMNS; ++i) up[i] = in[r * COLUMNS + i] % 5;
            if (in[r] % 3 == 0)
                for (int i = 2; i < 2 * COLUMNS + 2; i += 2) down[i / 2 - 1] = i * r;
            else
                for (int i = 0; i < COLUMNS; ++i) down[i] = -i;
            for (int i = 0; i < COLUMNS; ++i) out[r * COLUMNS + i] = up[i] * 100 + down[COLUMNS - 1 - i];
        }
    }
}

void buffers(int scale) {
    int in[ROWS * COLUMNS], out[ROWS * COLUMNS];
    void (*const all[])(const int *, int *, int) = {double_buffer, only_looks_so, side_by_side};
    for (int i = 0; i < ROWS * COLUMNS; ++i) in[i] = i * i * scale + 3;
    for (int k = 0; k < 3; ++k) {
        all[k](in, out, ROWS - scale % 2);
        for (int i = 0; i < (ROWS - scale % 2) * COLUMNS; ++i) printf("buffers %d %d %d\n", k, i, out[i]);
    }
}
