// SPDX-License-Identifier: Apache-2.0
// A processor with some instructions of MIPS, which sorts a few words.

// top: mips

#include <stdint.h>
#include <stdio.h>

// Executes from word 0 until an instruction jumps to itself; how many instructions that took.
int mips(const uint32_t* restrict program, int32_t* restrict memory, int words) {
    uint32_t code[64];
    int32_t reg[32], data[64];
    for (int i = 0; i < 32; ++i) reg[i] = 0;
    for (int i = 0; i < 64; ++i) code[i] = program[i];
    for (int i = 0; i < words; ++i) data[i & 63] = memory[i];
    uint32_t pc = 0, before = 1;
    int steps = 0;
    while (pc != before && steps < 100000) {
        const uint32_t word = code[pc & 63];
        const uint32_t op = word >> 26, rs = word >> 21 & 31, rt = word >> 16 & 31,
                       rd = word >> 11 & 31;
        const int32_t near = (int16_t)word, s = reg[rs], t = reg[rt];
        before = pc++;
        ++steps;
        switch (op) {
            case 0: {
                int32_t value = 0;
                switch (word & 63) {
                    case 0:
                        value = (int32_t)((uint32_t)t << (word >> 6 & 31));
                        break;
                    case 2:
                        value = (int32_t)((uint32_t)t >> (word >> 6 & 31));
                        break;
                    case 3:
                        value = t >> (word >> 6 & 31);
                        break;
                    case 24:
                        value = s * t;
                        break;
                    case 33:
                        value = s + t;
                        break;
                    case 35:
                        value = s - t;
                        break;
                    case 36:
                        value = s & t;
                        break;
                    case 37:
                        value = s | t;
                        break;
                    case 38:
                        value = s ^ t;
                        break;
                    case 42:
                        value = s < t;
                        break;
                    default:
                        break;
                }
                if (rd) reg[rd] = value;
                break;
            }
            case 2:
                pc = word & 63;
                break;
            case 4:
                if (s == t) pc = before + 1 + near;
                break;
            case 5:
                if (s != t) pc = before + 1 + near;
                break;
            case 9:
                if (rt) reg[rt] = s + near;
                break;
            case 10:
                if (rt) reg[rt] = s < near;
                break;
            case 12:
                if (rt) reg[rt] = s & (near & 0xffff);
                break;
            case 35:
                if (rt) reg[rt] = data[(s + near) & 63];
                break;
            case 43:
                data[(s + near) & 63] = t;
                break;
            default:
                break;
        }
    }
    for (int i = 0; i < words; ++i) memory[i] = data[i & 63];
    return steps;
}

static uint32_t r(int fn, int d, int s, int t) {
    return (uint32_t)(s << 21 | t << 16 | d << 11 | fn);
}
static uint32_t i(int op, int t, int s, int n) {
    return (uint32_t)op << 26 | (uint32_t)(s << 21 | t << 16) | (uint16_t)n;
}

int main(void) {
    // Registers: 1 and 2 the indices, 3 and 4 the words, 5 whether they stand wrong, 6 the last.
    static uint32_t code[64];
    int at = 0;
    int32_t data[8] = {22, 5, -9, 3, -17, 38, 0, 11};
    code[at++] = i(9, 6, 0, 7);    //  0: r6 = 7
    code[at++] = i(9, 1, 0, 0);    //  1: r1 = 0
    code[at++] = i(9, 2, 0, 0);    //  2: outer: r2 = 0
    code[at++] = i(35, 3, 2, 0);   //  3: inner: r3 = data[r2]
    code[at++] = i(35, 4, 2, 1);   //  4: r4 = data[r2 + 1]
    code[at++] = r(42, 5, 4, 3);   //  5: r5 = r4 < r3
    code[at++] = i(4, 0, 5, 2);    //  6: if not, to 9
    code[at++] = i(43, 4, 2, 0);   //  7: data[r2] = r4
    code[at++] = i(43, 3, 2, 1);   //  8: data[r2 + 1] = r3
    code[at++] = i(9, 2, 2, 1);    //  9: ++r2
    code[at++] = i(5, 6, 2, -8);   // 10: if r2 != r6, to 3
    code[at++] = i(9, 1, 1, 1);    // 11: ++r1
    code[at++] = i(5, 6, 1, -11);  // 12: if r1 != r6, to 2
    code[at++] = i(2, 0, 0, 13);   // 13: stop
    const int steps = mips(code, data, 8);
    for (int n = 1; n < 8; ++n)
        if (data[n - 1] > data[n]) return printf("wrong at %d\n", n), 1;
    return printf("%d instructions\n", steps), 0;
}
