// SPDX-License-Identifier: Apache-2.0
// What a JPEG encoder does with a block of 8 by 8: discrete cosine transform with integers,
// quantisation, zigzag, runs of zeros.

// top: encode

#include <stdint.h>
#include <stdio.h>

static const int16_t C[64] = {
    362, 362,  362,  362,  362,  362,  362,  362, 502, 426,  284,  100,  -100, -284, -426, -502,
    473, 196,  -196, -473, -473, -196, 196,  473, 426, -100, -502, -284, 284,  502,  100,  -426,
    362, -362, -362, 362,  362,  -362, -362, 362, 284, -502, 100,  426,  -426, -100, 502,  -284,
    196, -473, 473,  -196, -196, 473,  -473, 196, 100, -284, 426,  -502, 502,  -426, 284,  -100};
static const uint8_t ZIGZAG[64] = {0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
                                   12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
                                   35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
                                   58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

// Pairs of (zeros before, value); the number of pairs of all blocks.
int encode(const uint8_t* restrict pixels, const int16_t* restrict steps, int16_t* restrict pairs,
           int blocks) {
    int total = 0;
    for (int n = 0; n < blocks; ++n) {
        int rows[64], all[64];
        for (int i = 0; i < 64; ++i) {
            int sum = 0;
            for (int k = 0; k < 8; ++k)
                sum += C[(i & 7) * 8 + k] * (pixels[n * 64 + (i & 56) + k] - 128);
            rows[i] = (sum + 512) >> 10;
        }
        for (int i = 0; i < 64; ++i) {
            int sum = 0;
            for (int k = 0; k < 8; ++k) sum += C[(i >> 3) * 8 + k] * rows[k * 8 + (i & 7)];
            all[i] = (sum + 512) >> 10;
        }
        int zeros = 0;
        for (int i = 0; i < 64; ++i) {
            const int value = all[ZIGZAG[i]] / steps[i];
            if (value != 0) {
                pairs[total * 2] = (int16_t)zeros;
                pairs[total * 2 + 1] = (int16_t)value;
                ++total;
                zeros = 0;
            } else {
                ++zeros;
            }
        }
    }
    return total;
}

int main(void) {
    static uint8_t pixels[256];
    static int16_t steps[64], pairs[512];
    for (int i = 0; i < 256; ++i)
        pixels[i] = (uint8_t)(128 + (i % 8) * 9 - (i / 8 % 8) * 5 + i * i % 13);
    for (int i = 0; i < 64; ++i) steps[i] = (int16_t)(3 + i / 4);
    const int n = encode(pixels, steps, pairs, 4);
    int sum = 0;
    for (int i = 0; i < 2 * n; ++i) sum = sum * 31 + pairs[i];
    return printf("%d pairs, %d\n", n, sum), 0;
}
