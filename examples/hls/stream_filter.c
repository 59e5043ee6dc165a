// SPDX-License-Identifier: Apache-2.0
// Three processes in a row, in the manner of Impulse C: software makes samples, hardware smooths them, software
// prints what comes out.
//
//     tapestry hls profile stream_filter.c -o out/ -- 1000
#include <stdio.h>
#include <stdlib.h>

#include "co.h"

void produce(co_stream samples, co_parameter count) {
    co_stream_open(samples, O_WRONLY, INT_TYPE(32));
    for (co_int32 i = 0; i < (co_int32)(intptr_t)count; ++i) {
        co_int32 sample = i * i % 97;
        co_stream_write(samples, &sample, sizeof sample);
    }
    co_stream_close(samples);
}

void smooth(co_stream samples, co_stream smoothed) {
    do {
        co_int32 sample, mean = 0;
        co_stream_open(samples, O_RDONLY, INT_TYPE(32));
        co_stream_open(smoothed, O_WRONLY, INT_TYPE(32));
        while (co_stream_read(samples, &sample, sizeof sample) == co_err_none) {
#pragma CO PIPELINE
            mean += (sample * 16 - mean) / 8;
            co_stream_write(smoothed, &mean, sizeof mean);
        }
        co_stream_close(samples);
        co_stream_close(smoothed);
        IF_SIM(break;)
    } while (1);
}

void consume(co_stream smoothed) {
    co_int32 mean, last = 0;
    unsigned count = 0;
    co_stream_open(smoothed, O_RDONLY, INT_TYPE(32));
    while (co_stream_read(smoothed, &mean, sizeof mean) == co_err_none) {
        last = mean;
        ++count;
    }
    co_stream_close(smoothed);
    printf("%u samples, the last mean is %d/16\n", count, last);
}

void configure(void *count) {
    co_stream samples = co_stream_create("samples", INT_TYPE(32), 16);
    co_stream smoothed = co_stream_create("smoothed", INT_TYPE(32), 16);
    co_process_create("produce", (co_function)produce, 2, samples, count);
    co_process filter = co_process_create("smooth", (co_function)smooth, 2, samples, smoothed);
    co_process_create("consume", (co_function)consume, 1, smoothed);
    co_process_config(filter, co_loc, "PE0");
}

co_architecture co_initialize(void *count) { return co_architecture_create("smoothing", "generic", configure, count); }

int main(int argc, char **argv) {
    const int count = argc > 1 ? atoi(argv[1]) : 1000;
    co_execute(co_initialize((void *)(intptr_t)count));
    return 0;
}
