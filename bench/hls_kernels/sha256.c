// SPDX-License-Identifier: Apache-2.0
// SHA-256 of whole blocks of 64 bytes.

// top: sha256

#include <stdint.h>
#include <stdio.h>

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turned(uint32_t x, int n) { return x >> n | x << (32 - n); }

void sha256(const uint32_t* restrict text, uint32_t* restrict digest, int blocks) {
    uint32_t h[8], w[16];
    for (int i = 0; i < 8; ++i) h[i] = digest[i];
    for (int n = 0; n < blocks; ++n) {
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], k = h[7];
        for (int i = 0; i < 64; ++i) {
            uint32_t word;
            if (i < 16) {
                word = __builtin_bswap32(text[n * 16 + i]);
            } else {
                const uint32_t x = w[(i - 15) & 15], y = w[(i - 2) & 15];
                word = w[i & 15] + w[(i - 7) & 15] + (turned(x, 7) ^ turned(x, 18) ^ x >> 3) +
                       (turned(y, 17) ^ turned(y, 19) ^ y >> 10);
            }
            w[i & 15] = word;
            const uint32_t one = k + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
                                 ((e & f) ^ (~e & g)) + K[i] + word;
            const uint32_t two =
                (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            k = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
        }
        const uint32_t add[8] = {a, b, c, d, e, f, g, k};
        for (int i = 0; i < 8; ++i) h[i] += add[i];
    }
    for (int i = 0; i < 8; ++i) digest[i] = h[i];
}

int main(void) {
    // The message "abc", padded to a block, and the digest of FIPS 180-4.
    static uint32_t block[16];
    uint32_t digest[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint32_t right[8] = {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223,
                               0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad};
    block[0] = 0x80636261;
    block[15] = __builtin_bswap32(24);
    sha256(block, digest, 1);
    for (int i = 0; i < 8; ++i)
        if (digest[i] != right[i]) return printf("wrong word %d: %08x\n", i, digest[i]), 1;
    return printf("%08x\n", digest[0]), 0;
}
