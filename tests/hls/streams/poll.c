// SPDX-License-Identifier: Apache-2.0
// Who does not wait: a hardware process takes from two streams whichever has something, software asks a register of 64
// bits again and again, then a stream. The order of arrival does not show in the results.
#include <stdio.h>
#include <stdlib.h>

#include "co.h"

void source(co_stream out, co_parameter first, co_parameter count) {
    co_stream_open(out, O_WRONLY, UINT_TYPE(32));
    for (co_uint32 i = 0; i < (co_uint32)(intptr_t)count; ++i) {
        co_uint32 x = i * 2654435761u + (co_uint32)(intptr_t)first;
        for (co_uint32 k = 0; k < x % 7; ++k) x ^= x >> 3; // takes its time
        co_stream_write(out, &x, sizeof x);
    }
    co_stream_close(out);
}

void merge(co_stream a, co_stream b, co_register state, co_stream out) {
    co_uint64 sum = 0;
    co_uint32 x = 0, from_a = 0, from_b = 0;
    co_error at_a, at_b;
    co_stream_open(a, O_RDONLY, UINT_TYPE(32));
    co_stream_open(b, O_RDONLY, UINT_TYPE(32));
    co_stream_open(out, O_WRONLY, UINT_TYPE(64));
    do {
        at_a = co_stream_read_nb(a, &x, sizeof x);
        if (at_a == co_err_none) sum += x, ++from_a;
        at_b = co_stream_read_nb(b, &x, sizeof x);
        if (at_b == co_err_none) sum += (co_uint64)x << 20, ++from_b;
    } while (at_a != co_err_eos || at_b != co_err_eos);
    co_stream_write(out, &sum, sizeof sum);
    sum = (co_uint64)1 << 63 | (co_uint64)from_a << 32 | from_b;
    co_register_write(state, &sum, sizeof sum);
    co_stream_close(out);
    co_stream_close(a);
    co_stream_close(b);
}

void watch(co_register state, co_register own, co_stream in, co_parameter mine) {
    co_uint64 seen = 0, sum = 0;
    co_error at = co_err_unavail;
    co_register_put(own, -(co_int32)(intptr_t)mine);
    while (!(seen >> 63)) co_register_read(state, &seen, sizeof seen);
    while (at == co_err_unavail) at = co_stream_read_nb(in, &sum, sizeof sum);
    printf("poll: %llu and %llu, %llu, %d, own %d\n", (unsigned long long)(seen << 1 >> 33),
           (unsigned long long)(seen & 0xffffffffu), (unsigned long long)sum, at, co_register_get(own));
    co_stream_close(in);
}

void configure(void *argument) {
    co_stream a = co_stream_create("a", UINT_TYPE(32), 2), b = co_stream_create("b", UINT_TYPE(32), 4);
    co_stream out = co_stream_create("out", UINT_TYPE(64), 1);
    co_register state = co_register_create("state", UINT_TYPE(64)), own = co_register_create("own", INT_TYPE(32));
    co_process p[3] = {co_process_create("source_a", (co_function)source, 3, a, (co_parameter)7, (co_parameter)40),
                       co_process_create("source_b", (co_function)source, 3, b, (co_parameter)11, (co_parameter)60),
                       co_process_create("merge", (co_function)merge, 4, a, b, state, out)};
    for (int i = 0; i < 3; ++i) co_process_config(p[i], co_loc, "PE0");
    co_process_create("watch", (co_function)watch, 4, state, own, out, argument);
}

int main(int argc, char **argv) {
    co_execute(co_architecture_create("poll", "generic", configure, (void *)(intptr_t)(argc > 1 ? atoi(argv[1]) : 60)));
    return 0;
}
