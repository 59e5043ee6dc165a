// SPDX-License-Identifier: Apache-2.0
// A filter with its taps unrolled between software on both sides; the stream is closed and opened again.
#include <stdio.h>
#include <stdlib.h>

#include "co.h"
#include "cosim_log.h"

#define TAPS 8
#define ROUNDS 3

void produce(co_stream out, co_parameter argument) {
    const int n = (int)(intptr_t)argument;
    unsigned seed = 1;
    for (int round = 0; round < ROUNDS; ++round) {
        co_stream_open(out, O_WRONLY, INT_TYPE(16));
        for (int i = 0; i < n + round; ++i) {
            seed = seed * 1103515245 + 12345;
            co_int16 x = (co_int16)(seed >> 16);
            co_stream_write(out, &x, sizeof x);
        }
        co_stream_close(out);
    }
}

void fir(co_stream in, co_stream out) {
    static const co_int32 weight[TAPS] = {3, -5, 7, 11, -13, 2, 1, -1};
    IF_SIM(cosim_logwindow log = cosim_logwindow_create("fir");)
    IF_SIM(int rounds = 0;)
    do {
        co_int16 x;
        co_int32 window[TAPS] = {0};
        co_stream_open(in, O_RDONLY, INT_TYPE(16));
        co_stream_open(out, O_WRONLY, INT_TYPE(32));
        while (co_stream_read(in, &x, sizeof x) == co_err_none) {
#pragma CO PIPELINE
            co_int32 sum = 0;
            for (int i = TAPS - 1; i > 0; --i) {
#pragma CO UNROLL
                window[i] = window[i - 1];
            }
            window[0] = x;
#pragma CO UNROLL
            for (int i = 0; i < TAPS; ++i) sum += window[i] * weight[i];
            IF_SIM(cosim_logwindow_fwrite(log, "%d\n", sum);)
            co_stream_write(out, &sum, sizeof sum);
        }
        co_stream_close(in);
        co_stream_close(out);
        IF_SIM(if (++rounds == ROUNDS) break;)
    } while (1);
}

void consume(co_stream in) {
    for (int round = 0; round < ROUNDS; ++round) {
        co_int32 y;
        unsigned hash = 0, n = 0;
        co_stream_open(in, O_RDONLY, INT_TYPE(32));
        while (co_stream_read(in, &y, sizeof y) == co_err_none) {
            hash = hash * 31 + (unsigned)y;
            ++n;
        }
        co_stream_close(in);
        printf("fir: round %d, %u elements, %08x\n", round, n, hash);
    }
}

void configure(void *argument) {
    co_stream in = co_stream_create("in", INT_TYPE(16), 4);
    co_stream out = co_stream_create("out", INT_TYPE(32), 4);
    co_process_create("produce", (co_function)produce, 2, in, argument);
    co_process filter = co_process_create("fir", (co_function)fir, 2, in, out);
    co_process_create("consume", (co_function)consume, 1, out);
    co_process_config(filter, co_loc, "PE0");
}

co_architecture co_initialize(void *argument) {
    return co_architecture_create("fir_arch", "generic", configure, argument);
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 100;
    co_execute(co_initialize((void *)(intptr_t)n));
    return n % 100;
}
