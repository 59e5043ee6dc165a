// SPDX-License-Identifier: Apache-2.0
// Pointers that lead now into an array inside, now into a mapped one, now into what all threads share.
#include "programs.h"

#define N 16

static int shared_row[N];

// Read and written through a pointer that a condition chooses.
static void chosen(int *a, int *out, int n, int first) {
#pragma omp target map(tofrom: a[:n]) map(from: out[:n])
    {
        int row[N];
        for (int i = 0; i < N; ++i) row[i] = 3 * i;
        for (int i = 0; i < n; ++i) {
            int *const p = (a[i] + i) % 3 == 0 ? &a[n - 1 - i] : &row[i];
            out[i] = *p + first;
            *p += i;
            first += row[(i * 5) % N] ^ a[(i * 3) % n];
        }
    }
}

// A pointer that goes on by steps, over both.
static void walking(int *a, int *out, int n, int first) {
#pragma omp target map(tofrom: a[:n]) map(from: out[:n])
    {
        int row[N];
        for (int i = 0; i < N; ++i) row[i] = 100 - i;
        for (int k = 0; k < 4; ++k) {
            int *p = (first >> k) & 1 ? a : row;
            int sum = 0;
            for (int i = 0; i < n; ++i, ++p) {
                if (i == n / 2) p = (first + k) % 3 ? row + i : a + i;
                sum += *p;
                *p = sum ^ i;
            }
            for (int i = k; i < n; i += 4) out[i] = sum + row[i] - a[i];
        }
    }
}

// Arrays of three kinds.
static void of_three_kinds(int *a, int *out, int n, int first) {
#pragma omp target parallel for num_threads(4) map(to: a[:n]) map(from: out[:n])
    for (int i = 0; i < n; ++i) {
        int row[4] = {i, first, i * first, 7};
        shared_row[i] = a[i] * 2;
        const int *p = a[i] % 3 == 0 ? &a[i] : a[i] % 3 == 1 ? &row[i & 3] : &shared_row[i];
        out[i] = *p;
    }
}

void pointers(int scale) {
    void (*const all[])(int *, int *, int, int) = {chosen, walking, of_three_kinds};
    for (int k = 0; k < 3; ++k) {
        int a[N], out[N];
        for (int i = 0; i < N; ++i) a[i] = (i * 7 + k) % 11 * scale;
        all[k](a, out, N - scale % 3, 5 + scale);
        for (int i = 0; i < N - scale % 3; ++i) printf("pointers %d %d %d %d\n", k, i, a[i], out[i]);
    }
}
