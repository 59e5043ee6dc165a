// SPDX-License-Identifier: Apache-2.0
// Memory that software and two hardware processes share, with signals that say whose turn it is, and a register.
#include <stdio.h>
#include <stdlib.h>

#include "co.h"

#define WORDS 64
#define ROUNDS 4

void host(co_memory data, co_signal filled, co_signal summed, co_register scale, co_stream sums, co_parameter first) {
    co_int32 *words = co_memory_ptr(data), message;
    for (int round = 0; round < ROUNDS; ++round) {
        for (int i = 0; i < WORDS; ++i) words[i] = i * round + (int)(intptr_t)first;
        co_register_put(scale, round + 2);
        co_signal_post(filled, round);
        co_signal_wait(summed, &message);
        co_int64 sum;
        co_stream_read(sums, &sum, sizeof sum);
        unsigned hash = 0;
        for (int i = 0; i < WORDS; ++i) hash = hash * 31 + (unsigned)words[i];
        printf("blocks: round %d, message %d, sum %lld, %08x\n", round, message, (long long)sum, hash);
    }
}

void scaler(co_memory data, co_signal filled, co_signal scaled, co_register scale) {
    for (int round = 0; round < ROUNDS; ++round) {
        co_int32 block[WORDS / 4], message;
        co_signal_wait(filled, &message);
        const co_int32 factor = co_register_get(scale);
        for (int part = 0; part < 4; ++part) {
            co_memory_readblock(data, part * sizeof block, block, sizeof block);
            for (int i = 0; i < WORDS / 4; ++i) block[i] = block[i] * factor - message;
            co_memory_writeblock(data, part * sizeof block, block, sizeof block);
        }
        co_signal_post(scaled, message * 10);
    }
}

void adder(co_memory data, co_signal scaled, co_signal summed, co_stream sums) {
    for (int round = 0; round < ROUNDS; ++round) {
        const co_int32 *words = co_memory_ptr(data);
        co_int32 message;
        co_int64 sum = 0;
        co_signal_wait(scaled, &message);
        for (int i = 0; i < WORDS; ++i) sum += words[i];
        co_signal_post(summed, message + 1);
        co_stream_write(sums, &sum, sizeof sum);
    }
}

void configure(void *argument) {
    co_memory data = co_memory_create("data", "mem0", WORDS * sizeof(co_int32));
    co_signal filled = co_signal_create("filled"), scaled = co_signal_create("scaled"), summed = co_signal_create("summed");
    co_register scale = co_register_create("scale", INT_TYPE(32));
    co_stream sums = co_stream_create("sums", INT_TYPE(64), 2);
    co_process_create("host", (co_function)host, 6, data, filled, summed, scale, sums, argument);
    co_process s = co_process_create("scaler", (co_function)scaler, 4, data, filled, scaled, scale);
    co_process a = co_process_create("adder", (co_function)adder, 4, data, scaled, summed, sums);
    co_process_config(s, co_loc, "PE0");
    co_process_config(a, co_loc, "PE1");
}

int main(int argc, char **argv) {
    co_execute(co_architecture_create("blocks", "generic", configure, (void *)(intptr_t)(argc > 1 ? atoi(argv[1]) : 1)));
    return 0;
}
