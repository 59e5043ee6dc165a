// SPDX-License-Identifier: Apache-2.0
// Numbers of 16 bits, one of every 32 and the ends of their ranges, are widened, narrowed, converted and computed with.
#include "programs.h"

#define N 2048

static unsigned mix(unsigned sum, unsigned x) { return (sum ^ x) * 16777619u; }

void halves(int scale) {
    static _Float16 x[N];
    static unsigned short y[N][4];
    unsigned sum = 0;
    static const unsigned short ends[8] = {0, 0x8000, 1, 0x03ff, 0x0400, 0x7bff, 0x7c00, 0xfe00};
    for (int i = 0; i < N; ++i) {
        const unsigned short bits = (unsigned short)(i < 8 ? ends[i] : i * 32 + (i * 7 + scale) % 32);
        x[i] = __builtin_bit_cast(_Float16, bits);
    }
#pragma omp target map(to: x) map(from: y)
    for (int i = 0; i < N; ++i) {
        const _Float16 a = x[i], b = x[(i * 7 + scale) % N];
        const _Float16 values[4] = {a + b, a * b, (_Float16)(i * scale), (_Float16)((float)a * 0.3f)};
        for (int k = 0; k < 4; ++k) y[i][k] = __builtin_bit_cast(unsigned short, values[k]);
        if (!(values[0] == values[0])) y[i][0] = 1; /* the payload of a NaN is not that of every host */
        if (!(values[1] == values[1])) y[i][1] = 1;
        if (!(values[3] == values[3])) y[i][3] = 1;
        if (a < b) y[i][2] ^= 1;
    }
    for (int i = 0; i < N; ++i)
        for (int k = 0; k < 4; ++k) sum = mix(sum, y[i][k]);
    printf("halves %08x\n", sum);
}
