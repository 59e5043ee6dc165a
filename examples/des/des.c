// SPDX-License-Identifier: Apache-2.0
// DES in stream C: software sends keys and blocks, hardware encrypts them, software takes them and
// decrypts them again to check. The pragmas say what the software's time is spent on, for
// `tapestry cc`.
#include <stdio.h>
#include <stdlib.h>

#include "co.h"

#define ROUNDS 16
#ifndef BUFFER
#define BUFFER 16
#endif
#ifndef TOGETHER  // blocks that a round works on at once; the study changes it
#define TOGETHER 1
#endif

#define EACH(B) _Pragma("unroll") for (int B = 0; B < TOGETHER; ++B)

// Bits are numbered as the standard does, from 1 at the top.
static const unsigned char kInitial[64] = {
    58, 50, 42, 34, 26, 18, 10, 2,  60, 52, 44, 36, 28, 20, 12, 4,  62, 54, 46, 38, 30, 22,
    14, 6,  64, 56, 48, 40, 32, 24, 16, 8,  57, 49, 41, 33, 25, 17, 9,  1,  59, 51, 43, 35,
    27, 19, 11, 3,  61, 53, 45, 37, 29, 21, 13, 5,  63, 55, 47, 39, 31, 23, 15, 7};
static const unsigned char kFinal[64] = {
    40, 8,  48, 16, 56, 24, 64, 32, 39, 7,  47, 15, 55, 23, 63, 31, 38, 6,  46, 14, 54, 22,
    62, 30, 37, 5,  45, 13, 53, 21, 61, 29, 36, 4,  44, 12, 52, 20, 60, 28, 35, 3,  43, 11,
    51, 19, 59, 27, 34, 2,  42, 10, 50, 18, 58, 26, 33, 1,  41, 9,  49, 17, 57, 25};
static const unsigned char kSpread[48] = {
    32, 1,  2,  3,  4,  5,  4,  5,  6,  7,  8,  9,  8,  9,  10, 11, 12, 13, 12, 13, 14, 15, 16, 17,
    16, 17, 18, 19, 20, 21, 20, 21, 22, 23, 24, 25, 24, 25, 26, 27, 28, 29, 28, 29, 30, 31, 32, 1};
static const unsigned char kMix[32] = {16, 7, 20, 21, 29, 12, 28, 17, 1,  15, 23,
                                       26, 5, 18, 31, 10, 2,  8,  24, 14, 32, 27,
                                       3,  9, 19, 13, 30, 6,  22, 11, 4,  25};
static const unsigned char kChoice1[56] = {57, 49, 41, 33, 25, 17, 9,  1,  58, 50, 42, 34, 26, 18,
                                           10, 2,  59, 51, 43, 35, 27, 19, 11, 3,  60, 52, 44, 36,
                                           63, 55, 47, 39, 31, 23, 15, 7,  62, 54, 46, 38, 30, 22,
                                           14, 6,  61, 53, 45, 37, 29, 21, 13, 5,  28, 20, 12, 4};
static const unsigned char kChoice2[48] = {
    14, 17, 11, 24, 1,  5,  3,  28, 15, 6,  21, 10, 23, 19, 12, 4,  26, 8,  16, 7,  27, 20, 13, 2,
    41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32};
static const unsigned char kBox1[64] = {
    14, 4,  13, 1, 2,  15, 11, 8, 3, 10, 6, 12, 5,  9,  0,  7,  0,  15, 7,  4,  14, 2,
    13, 1,  10, 6, 12, 11, 9,  5, 3, 8,  4, 1,  14, 8,  13, 6,  2,  11, 15, 12, 9,  7,
    3,  10, 5,  0, 15, 12, 8,  2, 4, 9,  1, 7,  5,  11, 3,  14, 10, 0,  6,  13};
static const unsigned char kBox2[64] = {
    15, 1,  8,  14, 6,  11, 3,  4, 9,  7,  2, 13, 12, 0,  5,  10, 3,  13, 4,  7, 15, 2,
    8,  14, 12, 0,  1,  10, 6,  9, 11, 5,  0, 14, 7,  11, 10, 4,  13, 1,  5,  8, 12, 6,
    9,  3,  2,  15, 13, 8,  10, 1, 3,  15, 4, 2,  11, 6,  7,  12, 0,  5,  14, 9};
static const unsigned char kBox3[64] = {
    10, 0,  9,  14, 6, 3,  15, 5,  1,  13, 12, 7, 11, 4,  2,  8,  13, 7, 0,  9, 3, 4,
    6,  10, 2,  8,  5, 14, 12, 11, 15, 1,  13, 6, 4,  9,  8,  15, 3,  0, 11, 1, 2, 12,
    5,  10, 14, 7,  1, 10, 13, 0,  6,  9,  8,  7, 4,  15, 14, 3,  11, 5, 2,  12};
static const unsigned char kBox4[64] = {
    7, 13, 14, 3, 0, 6,  9, 10, 1,  2, 8,  5, 11, 12, 4,  15, 13, 8,  11, 5, 6, 15,
    0, 3,  4,  7, 2, 12, 1, 10, 14, 9, 10, 6, 9,  0,  12, 11, 7,  13, 15, 1, 3, 14,
    5, 2,  8,  4, 3, 15, 0, 6,  10, 1, 13, 8, 9,  4,  5,  11, 12, 7,  2,  14};
static const unsigned char kBox5[64] = {
    2,  12, 4, 1,  7,  10, 11, 6, 8, 5,  3, 15, 13, 0,  14, 9,  14, 11, 2,  12, 4,  7,
    13, 1,  5, 0,  15, 10, 3,  9, 8, 6,  4, 2,  1,  11, 10, 13, 7,  8,  15, 9,  12, 5,
    6,  3,  0, 14, 11, 8,  12, 7, 1, 14, 2, 13, 6,  15, 0,  9,  10, 4,  5,  3};
static const unsigned char kBox6[64] = {
    12, 1,  10, 15, 9,  2,  6, 8,  0, 13, 3,  4,  14, 7,  5, 11, 10, 15, 4, 2, 7, 12,
    9,  5,  6,  1,  13, 14, 0, 11, 3, 8,  9,  14, 15, 5,  2, 8,  12, 3,  7, 0, 4, 10,
    1,  13, 11, 6,  4,  3,  2, 12, 9, 5,  15, 10, 11, 14, 1, 7,  6,  0,  8, 13};
static const unsigned char kBox7[64] = {
    4, 11, 2,  14, 15, 0,  8,  13, 3, 12, 9,  7, 5,  10, 6,  1,  13, 0,  11, 7,  4, 9,
    1, 10, 14, 3,  5,  12, 2,  15, 8, 6,  1,  4, 11, 13, 12, 3,  7,  14, 10, 15, 6, 8,
    0, 5,  9,  2,  6,  11, 13, 8,  1, 4,  10, 7, 9,  5,  0,  15, 14, 2,  3,  12};
static const unsigned char kBox8[64] = {
    13, 2, 8,  4, 6, 15, 11, 1,  10, 9,  3, 14, 5,  0,  12, 7,  1,  15, 13, 8, 10, 3,
    7,  4, 12, 5, 6, 11, 0,  14, 9,  2,  7, 11, 4,  1,  9,  12, 14, 2,  0,  6, 10, 13,
    15, 3, 5,  8, 2, 1,  14, 7,  4,  10, 8, 13, 15, 12, 9,  0,  3,  5,  6,  11};

// The bits of `in`, of `from` bits, that `order` names, as wires.
#define PERMUTE(OUT, IN, FROM, ORDER, COUNT)                                    \
    co_uint64 OUT = 0;                                                          \
    _Pragma("unroll") for (int b_##OUT = 0; b_##OUT < (COUNT); ++b_##OUT) OUT = \
        OUT << 1 | ((IN) >> ((FROM)-ORDER[b_##OUT]) & 1);

static inline unsigned row_and_column(unsigned six) {
    return (six & 0x20) | (six & 1) << 4 | (six >> 1 & 15);
}

#define BOX(N) \
    (co_uint32) kBox##N[row_and_column((unsigned)(mixed >> (48 - 6 * N)) & 63)] << (32 - 4 * N)

// What a round adds to the left half.
static inline co_uint32 scrambled(co_uint32 right, co_uint64 key) {
    PERMUTE(spread, (co_uint64)right, 32, kSpread, 48)
    const co_uint64 mixed = spread ^ key;
    const co_uint32 boxed = BOX(1) | BOX(2) | BOX(3) | BOX(4) | BOX(5) | BOX(6) | BOX(7) | BOX(8);
    PERMUTE(result, (co_uint64)boxed, 32, kMix, 32)
    return (co_uint32)result;
}

// Encrypts blocks in their place, with keys in the order of the rounds.
static inline void crypt(co_uint64* blocks, const co_uint64* keys) {
    co_uint32 left[TOGETHER], right[TOGETHER];
    EACH(b) {
        PERMUTE(start, blocks[b], 64, kInitial, 64)
        left[b] = (co_uint32)(start >> 32), right[b] = (co_uint32)start;
    }
    for (int round = 0; round < ROUNDS; ++round) {
#pragma CO PIPELINE
        const co_uint64 key = keys[round];
        EACH(b) {
            const co_uint32 next = left[b] ^ scrambled(right[b], key);
            left[b] = right[b];
            right[b] = next;
        }
    }
    EACH(b) {
        const co_uint64 joined = (co_uint64)right[b] << 32 | left[b];
        PERMUTE(result, joined, 64, kFinal, 64)
        blocks[b] = result;
    }
}

void des(co_stream in, co_stream out) {
    co_uint64 keys[ROUNDS], blocks[TOGETHER];
    co_stream_open(in, O_RDONLY, UINT_TYPE(64));
    co_stream_open(out, O_WRONLY, UINT_TYPE(64));
    for (int round = 0; round < ROUNDS; ++round)
        co_stream_read(in, &keys[round], sizeof keys[round]);
    while (co_stream_read(in, &blocks[0], sizeof blocks[0]) == co_err_none) {
        EACH(b) if (b > 0) co_stream_read(in, &blocks[b], sizeof blocks[b]);
        crypt(blocks, keys);
        EACH(b) co_stream_write(out, &blocks[b], sizeof blocks[b]);
    }
    co_stream_close(in);
    co_stream_close(out);
}

static const co_uint64 kKey = 0x133457799BBCDFF1ull;

static void make_keys(co_uint64* keys) {
    PERMUTE(chosen, kKey, 64, kChoice1, 56)
    co_uint32 c = (co_uint32)(chosen >> 28), d = (co_uint32)(chosen & 0xfffffff);
    for (int round = 0; round < ROUNDS; ++round) {
        const int by = round == 0 || round == 1 || round == 8 || round == 15 ? 1 : 2;
        c = (c << by | c >> (28 - by)) & 0xfffffff;
        d = (d << by | d >> (28 - by)) & 0xfffffff;
        const co_uint64 joined = (co_uint64)c << 28 | d;
        PERMUTE(key, joined, 56, kChoice2, 48)
        keys[round] = key;
    }
}

static co_uint64 block_number(unsigned n) {
    return n ? n * 0x9E3779B97F4A7C15ull : 0x0123456789ABCDEFull;
}

void producer(co_stream blocks, co_parameter count) {
    co_uint64 keys[ROUNDS];
#pragma recap makeKeys busy
    make_keys(keys);
    co_stream_open(blocks, O_WRONLY, UINT_TYPE(64));
    for (int round = 0; round < ROUNDS; ++round)
#pragma recap sendKeys send(des, keys)
        co_stream_write(blocks, &keys[round], sizeof keys[round]);
    for (unsigned n = 0; n < (unsigned)(intptr_t)count; ++n) {
        co_uint64 block = block_number(n);
#pragma recap sendBlocks send(des, blocks)
        co_stream_write(blocks, &block, sizeof block);
    }
    co_stream_close(blocks);
}

void consumer(co_stream results) {
    co_uint64 keys[ROUNDS], backwards[ROUNDS], blocks[TOGETHER], first = 0;
    unsigned count = 0, wrong = 0;
    make_keys(keys);
    for (int round = 0; round < ROUNDS; ++round) backwards[round] = keys[ROUNDS - 1 - round];
    co_stream_open(results, O_RDONLY, UINT_TYPE(64));
    for (;;) {
        co_error end = co_err_none;
#pragma recap receive recv(des, results)
        for (int b = 0; b < TOGETHER && end == co_err_none; ++b)
            end = co_stream_read(results, &blocks[b], sizeof blocks[b]);
        if (end != co_err_none) break;
        if (count == 0) first = blocks[0];
#pragma recap decrypt busy
        crypt(blocks, backwards);
        for (int b = 0; b < TOGETHER; ++b) wrong += blocks[b] != block_number(count++);
    }
    co_stream_close(results);
    const int right = wrong == 0 && first == 0x85E813540F0AB405ull;  // the standard's own example
    printf("%u blocks, the first is %016llx: %s\n", count, (unsigned long long)first,
           right ? "right" : "WRONG");
}

void configure(void* count) {
    co_stream blocks = co_stream_create("blocks", UINT_TYPE(64), BUFFER);
    co_stream results = co_stream_create("results", UINT_TYPE(64), BUFFER);
    co_process_create("producer", (co_function)producer, 2, blocks, count);
    co_process hardware = co_process_create("des", (co_function)des, 2, blocks, results);
    co_process_create("consumer", (co_function)consumer, 1, results);
    co_process_config(hardware, co_loc, "PE0");
}

// The number of blocks is a multiple of TOGETHER.
int main(int argc, char** argv) {
    co_execute(co_architecture_create("des", "generic", configure,
                                      (void*)(intptr_t)(argc > 1 ? atoi(argv[1]) : 64)));
    return 0;
}
