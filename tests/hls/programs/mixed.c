// SPDX-License-Identifier: Apache-2.0
// A function that becomes hardware (--top) in a program with target regions: a table of constants, a choice in every
// iteration, a pointer that moves on.
#include <string.h>

#include "programs.h"

enum kind { CRC32, ADLER, XOR8 };

static const unsigned nibble[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b394, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};

unsigned checksum(const unsigned char *data, unsigned n, enum kind kind) {
    unsigned crc = ~0u, a = 1, b = 0;
    unsigned char x = 0;
    while (n--) {
        const unsigned char c = *data++;
        switch (kind) {
            case CRC32:
                crc ^= c;
                crc = nibble[crc & 15] ^ (crc >> 4);
                crc = nibble[crc & 15] ^ (crc >> 4);
                break;
            case ADLER:
                a = (a + c) % 65521;
                b = (b + a) % 65521;
                break;
            default:
                x ^= c;
        }
    }
    switch (kind) {
        case CRC32: return ~crc;
        case ADLER: return b << 16 | a;
        default: return x;
    }
}

void mixed(int scale) {
    unsigned char text[64];
    unsigned private_sums[4] = {0};
    const unsigned n = 20 * (unsigned)scale;
    for (unsigned i = 0; i < n; ++i) text[i] = (unsigned char)(i * 31 + 7);
    for (int kind = CRC32; kind <= XOR8; ++kind) printf("mixed %08x\n", checksum(text, n, (enum kind)kind));
#pragma omp target parallel num_threads(4) map(to: text[:n]) map(tofrom: private_sums)
    {
        const int kinds = 4;
        unsigned mine[kinds];
        for (int k = 0; k < kinds; ++k) mine[k] = 0;
#pragma omp for nowait
        for (unsigned i = 0; i < n; ++i) mine[text[i] & 3] += text[i];
#pragma omp critical(join)
        for (int k = 0; k < 4; ++k) private_sums[k] += mine[k];
    }
    for (int k = 0; k < 4; ++k) printf("mixed %u\n", private_sums[k]);
}
