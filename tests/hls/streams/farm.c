// SPDX-License-Identifier: Apache-2.0
// Sixteen replicas of a worker, made by a loop, between one that deals out and one that collects: all hardware.
#include <stdio.h>
#include <stdlib.h>

#include "co.h"

#define WORKERS 16

void produce(co_stream out, co_parameter argument) {
    co_stream_open(out, O_WRONLY, UINT_TYPE(32));
    for (co_uint32 i = 0; i < (co_uint32)(intptr_t)argument; ++i) {
        co_uint32 x = i * 2654435761u % 1000u + 1;
        co_stream_write(out, &x, sizeof x);
    }
    co_stream_close(out);
}

// A chain: each worker keeps every sixteenth element for itself, by its number, and passes the others on.
void worker(co_stream in, co_stream next, co_stream out, co_parameter number) {
    co_uint32 x, count = 0;
    co_stream_open(in, O_RDONLY, UINT_TYPE(32));
    co_stream_open(next, O_WRONLY, UINT_TYPE(32));
    co_stream_open(out, O_WRONLY, UINT_TYPE(64));
    while (co_stream_read(in, &x, sizeof x) == co_err_none) {
        if (count % WORKERS == (co_uint32)(intptr_t)number) {
            co_uint64 steps = 0;
            for (co_uint32 n = x; n != 1; ++steps) n = n % 2 ? 3 * n + 1 : n / 2;
            steps = steps << 32 | x;
            co_stream_write(out, &steps, sizeof steps);
        }
        co_stream_write(next, &x, sizeof x);
        ++count;
    }
    co_stream_close(next);
    co_stream_close(out);
    co_stream_close(in);
}

void consume(co_stream end, co_stream s0, co_stream s1, co_stream s2, co_stream s3, co_stream s4, co_stream s5,
             co_stream s6, co_stream s7, co_stream s8, co_stream s9, co_stream s10, co_stream s11, co_stream s12,
             co_stream s13, co_stream s14, co_stream s15) {
    co_stream all[WORKERS] = {s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15};
    co_uint32 x;
    co_uint64 sum = 0, y;
    unsigned passed = 0, solved = 0;
    while (co_stream_read(end, &x, sizeof x) == co_err_none) {
        if (co_stream_read(all[passed % WORKERS], &y, sizeof y) == co_err_none) ++solved;
        sum = sum * 31 + x + y;
        ++passed;
    }
    co_stream_close(end);
    for (int i = 0; i < WORKERS; ++i) co_stream_close(all[i]);
    printf("farm: %u passed, %u solved, %016llx\n", passed, solved, (unsigned long long)sum);
}

void configure(void *argument) {
    co_stream chain[WORKERS + 1], out[WORKERS];
    char name[32];
    for (int i = 0; i <= WORKERS; ++i) {
        snprintf(name, sizeof name, "chain%d", i);
        chain[i] = co_stream_create(name, UINT_TYPE(32), 2);
    }
    for (int i = 0; i < WORKERS; ++i) {
        snprintf(name, sizeof name, "out%d", i);
        out[i] = co_stream_create(name, UINT_TYPE(64), 4);
        snprintf(name, sizeof name, "worker%d", i);
        co_process p =
            co_process_create(name, (co_function)worker, 4, chain[i], chain[i + 1], out[i], (co_parameter)(intptr_t)i);
        co_process_config(p, co_loc, "PE0");
    }
    co_process_create("produce", (co_function)produce, 2, chain[0], argument);
    co_process_create("consume", (co_function)consume, 17, chain[WORKERS], out[0], out[1], out[2], out[3], out[4],
                      out[5], out[6], out[7], out[8], out[9], out[10], out[11], out[12], out[13], out[14], out[15]);
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 100;
    co_execute(co_architecture_create("farm", "generic", configure, (void *)(intptr_t)n));
    return 0;
}
