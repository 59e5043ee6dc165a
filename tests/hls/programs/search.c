// SPDX-License-Identifier: Apache-2.0
// Early ends: break, return from an inlined function, switch, while; 64-bit arithmetic.
#include "programs.h"

#define N 50

int clamp(int value, int low, int high) {
    if (value < low) return low;
    if (value > high) return high;
    return value;
}

static int find(const int *a, int n, int wanted) {
    for (int i = 0; i < n; ++i)
        if (a[i] == wanted) return i;
    return -1;
}

static int step(int op, int x) {
    switch (op) {
        case 0: return x + 3;
        case 1: return x * 5;
        case 2: return clamp(x, -20, 20);
        case 5: return -x;
        default: return x ^ op;
    }
}

void search(int scale) {
    int a[N], at[4], end = 0;
    long long collatz = 0;
    for (int i = 0; i < N; ++i) a[i] = (i * 17 * scale) % N;
#pragma omp target map(to: a) map(from: at, end, collatz)
    {
        for (int i = 0; i < 4; ++i) at[i] = find(a, N, i * 13);
        int x = 1;
        for (int i = 0; i < N; ++i) {
            x = step(a[i] & 7, x);
            if (x > 1000 || x < -1000) {
                end = i;
                break;
            }
        }
        if (end == 0) end = x;
        long long n = 27 + scale, steps = 0;
        while (n != 1) {
            n = n % 2 ? 3 * n + 1 : n / 2;
            if (++steps > 300) break;
        }
        collatz = steps;
    }
    printf("search %d %d %d %d end %d collatz %lld\n", at[0], at[1], at[2], at[3], end, collatz);
}
