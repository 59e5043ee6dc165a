// SPDX-License-Identifier: Apache-2.0
// A filter as programs for Impulse C write it: plain names of types, loops unrolled from inside, a register that sets its
// gain, and a signal that says how much it saw.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "co.h"

#define TAPS 16
static int samples;

static const int16_t coefs[TAPS] = {1, -2, 5, 9, -13, 21, 40, 60, 60, 40, 21, -13, 9, 5, -2, 1};

void feeder(co_stream out, co_register gain)
{
    int32 v;
    int32 n;
    co_register_put(gain, 3);
    co_stream_open(out, O_WRONLY, INT_TYPE(32));
    for (n = 0; n < samples; n++) {
        v = (n * 37) % 101 - 50;
        co_stream_write(out, &v, sizeof(v));
    }
    co_stream_close(out);
}

void fir(co_stream in, co_stream out, co_register gain, co_signal finished)
{
    int32 window[TAPS];
    int32 x, acc, i, count = 0;
    int32 g;
    // Software takes no time for hardware; natively it needs a little.
    IF_SIM(usleep(50000);)
    g = co_register_get(gain);
    for (i = 0; i < TAPS; i++) {
#pragma CO UNROLL
        window[i] = 0;
    }
    co_stream_open(in, O_RDONLY, INT_TYPE(32));
    co_stream_open(out, O_WRONLY, INT_TYPE(32));
    while (co_stream_read(in, &x, sizeof(int32)) == co_err_none) {
#pragma CO PIPELINE
        acc = 0;
        for (i = TAPS - 1; i > 0; i--) {
#pragma CO UNROLL
            window[i] = window[i - 1];
        }
        window[0] = x;
        for (i = 0; i < TAPS; i++) {
#pragma CO UNROLL
            acc += window[i] * coefs[i];
        }
        acc = acc * g >> 4;
        co_stream_write(out, &acc, sizeof(int32));
        count++;
    }
    co_stream_close(in);
    co_stream_close(out);
    co_signal_post(finished, count);
}

void sink(co_stream in, co_signal finished)
{
    int32 seen;
    int32 v;
    long sum = 0;
    int n = 0;
    co_stream_open(in, O_RDONLY, INT_TYPE(32));
    while (co_stream_read(in, &v, sizeof(v)) == co_err_none) {
        if (n < 5) printf("y[%d] = %d\n", n, (int)v);
        sum += v; n++;
    }
    co_stream_close(in);
    co_signal_wait(finished, &seen);
    printf("%d samples of %d, sum %ld\n", n, (int)seen, sum);
}

void config_fir(void *arg)
{
    co_stream s1 = co_stream_create("samples", INT_TYPE(32), 8);
    co_stream s2 = co_stream_create("filtered", INT_TYPE(32), 8);
    co_register r = co_register_create("gain", INT_TYPE(32));
    co_signal done = co_signal_create("finished");
    co_process p1 = co_process_create("feeder", (co_function)feeder, 2, s1, r);
    co_process p2 = co_process_create("fir", (co_function)fir, 4, s1, s2, r, done);
    co_process p3 = co_process_create("sink", (co_function)sink, 2, s2, done);
    co_process_config(p2, co_loc, "pe0");
    (void)p1; (void)p3; (void)arg;
}

co_architecture co_initialize(void *arg)
{
    return co_architecture_create("fir_arch", "generic", config_fir, arg);
}

int main(int argc, char *argv[])
{
    samples = argc > 1 ? atoi(argv[1]) : 60;
    co_architecture my_arch = co_initialize(NULL);
    co_execute(my_arch);
    return 0;
}
