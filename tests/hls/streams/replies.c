// SPDX-License-Identifier: Apache-2.0
// Two processes that ask and answer. The one that answers adds up in a memory, so that its loop can begin an iteration only in one of
// several cycles, and a request that comes in between has to wait for the next of them. All wait then, and none is stuck.
#include <stdio.h>
#include <stdlib.h>

#include "co.h"

#define BINS 16

// Requests come after any number of cycles.
void ask(co_signal asked, co_stream requests, co_stream answers, co_stream sums) {
    co_uint32 sum = 0;
    co_int32 count;
    co_signal_wait(asked, &count);
    co_stream_open(requests, O_WRONLY, UINT_TYPE(32));
    for (co_uint32 i = 0; i < (co_uint32)count; ++i) {
        co_uint32 answer;
        for (co_uint32 n = i % 7; n != 0; n = n / 2) sum = sum * 3 + n;
        co_stream_write(requests, &i, sizeof i);
        co_stream_read(answers, &answer, sizeof answer);
        sum = sum * 31 + answer;
    }
    co_stream_close(requests);
    co_stream_write(sums, &sum, sizeof sum);
}

void answer(co_stream requests, co_stream answers, co_memory totals) {
    co_uint32 *total = co_memory_ptr(totals);
    co_uint32 x;
    while (co_stream_read(requests, &x, sizeof x) == co_err_none) {
        total[x % BINS] += x * 5 + 1;
        co_stream_write(answers, &total[x % BINS], sizeof x);
    }
    co_stream_close(requests);
}

void host(co_signal asked, co_stream sums, co_parameter argument) {
    co_uint32 sum;
    co_signal_post(asked, (co_int32)(intptr_t)argument);
    co_stream_read(sums, &sum, sizeof sum);
    printf("replies: %08x\n", sum);
}

void configure(void *argument) {
    co_stream requests = co_stream_create("requests", UINT_TYPE(32), 2), answers = co_stream_create("answers", UINT_TYPE(32), 2);
    co_stream sums = co_stream_create("sums", UINT_TYPE(32), 1);
    co_signal asked = co_signal_create("asked");
    co_memory totals = co_memory_create("totals", "mem0", BINS * sizeof(co_uint32));
    co_process a = co_process_create("ask", (co_function)ask, 4, asked, requests, answers, sums);
    co_process b = co_process_create("answer", (co_function)answer, 3, requests, answers, totals);
    co_process_config(a, co_loc, "PE0");
    co_process_config(b, co_loc, "PE0");
    co_process_create("host", (co_function)host, 3, asked, sums, argument);
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 100;
    co_execute(co_architecture_create("replies", "generic", configure, (void *)(intptr_t)n));
    return 0;
}
