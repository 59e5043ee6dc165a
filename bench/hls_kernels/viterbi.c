// SPDX-License-Identifier: Apache-2.0
// Viterbi decoder of the code with 64 states and the polynomials 133 and 171 (octal), hard
// decisions.

// top: viterbi

#include <stdint.h>
#include <stdio.h>

#define STATES 64
#define LENGTH 64

static unsigned parity(unsigned x) {
    x ^= x >> 4;
    x ^= x >> 2;
    return (x ^ x >> 1) & 1;
}

// Two received bits in each byte; one decoded bit in each byte.
void viterbi(const uint8_t* restrict received, uint8_t* restrict decoded) {
    uint16_t cost[2][STATES];
    uint8_t came[LENGTH * STATES];
    for (int s = 0; s < STATES; ++s) cost[0][s] = s ? 1000 : 0;
    for (int t = 0; t < LENGTH; ++t) {
        const unsigned got = received[t];
        for (unsigned s = 0; s < STATES; ++s) {
            const unsigned from = s >> 1, bit = s & 1;
            const unsigned a = from << 1 | bit, b = (from | 32) << 1 | bit;
            const unsigned out_a = parity(a & 0133) << 1 | parity(a & 0171),
                           out_b = parity(b & 0133) << 1 | parity(b & 0171);
            const unsigned wrong_a = out_a ^ got, wrong_b = out_b ^ got;
            const unsigned cost_a = cost[t & 1][from] + (wrong_a & 1) + (wrong_a >> 1);
            const unsigned cost_b = cost[t & 1][from | 32] + (wrong_b & 1) + (wrong_b >> 1);
            cost[~t & 1][s] = (uint16_t)(cost_b < cost_a ? cost_b : cost_a);
            came[t * STATES + s] = cost_b < cost_a;
        }
    }
    unsigned best = 0, least = 0xffff;
    for (unsigned s = 0; s < STATES; ++s)
        if (cost[LENGTH & 1][s] < least) least = cost[LENGTH & 1][s], best = s;
    for (int t = LENGTH - 1; t >= 0; --t) {
        decoded[t] = best & 1;
        best = best >> 1 | (unsigned)came[t * STATES + best] << 5;
    }
}

int main(void) {
    uint8_t sent[LENGTH], received[LENGTH], decoded[LENGTH];
    unsigned state = 0;
    for (int t = 0; t < LENGTH; ++t) {
        sent[t] = (uint8_t)(t * t / 3 + t / 5) & 1;
        const unsigned seven = state << 1 | sent[t];
        received[t] = (uint8_t)(parity(seven & 0133) << 1 | parity(seven & 0171));
        state = seven & 63;
        if (t % 13 == 6) received[t] ^= 1;  // noise
    }
    viterbi(received, decoded);
    for (int t = 0; t < LENGTH; ++t)
        if (decoded[t] != sent[t]) return printf("wrong at %d\n", t), 1;
    return printf("decoded\n"), 0;
}
