// SPDX-License-Identifier: Apache-2.0
// Two sorted streams become one, and floats go two ways: reads that depend on data, several outputs, a loop of
// processes in which the software waits for each answer before it asks again.
#include <stdio.h>
#include <stdlib.h>

#include "co.h"

void rising(co_stream out, co_parameter n, co_parameter step) {
    co_int32 x = 0;
    co_stream_open(out, O_WRONLY, INT_TYPE(32));
    for (int i = 0; i < (int)(intptr_t)n; ++i) {
        x += i % (int)(intptr_t)step;
        co_stream_write(out, &x, sizeof x);
    }
    co_stream_close(out);
}

void merge(co_stream a, co_stream b, co_stream out) {
    co_int32 x = 0, y = 0;
    co_stream_open(out, O_WRONLY, INT_TYPE(32));
    int has_x = co_stream_read(a, &x, sizeof x) == co_err_none;
    int has_y = co_stream_read(b, &y, sizeof y) == co_err_none;
    while (has_x || has_y) {
        const int takes_x = has_x && (!has_y || x <= y);
        co_stream_write(out, takes_x ? &x : &y, sizeof x);
        if (takes_x)
            has_x = co_stream_read(a, &x, sizeof x) == co_err_none;
        else
            has_y = co_stream_read(b, &y, sizeof y) == co_err_none;
    }
    co_stream_close(a);
    co_stream_close(b);
    co_stream_close(out);
}

// Each element as a float to one side, and as what it adds up to, to the other.
void split(co_stream in, co_stream halves, co_stream sums) {
    co_int32 x;
    double sum = 0;
    co_stream_open(halves, O_WRONLY, FLOAT_TYPE);
    co_stream_open(sums, O_WRONLY, DOUBLE_TYPE);
    while (!co_stream_eos(in)) {
        co_stream_read(in, &x, sizeof x);
        float half = (float)x / 2.0f;
        sum += half;
        co_stream_write(halves, &half, sizeof half);
        co_stream_write(sums, &sum, sizeof sum);
    }
    co_stream_close(in);
    co_stream_close(halves);
    co_stream_close(sums);
}

void consume(co_stream halves, co_stream sums) {
    float half;
    double sum = 0;
    unsigned n = 0;
    while (co_stream_read(halves, &half, sizeof half) == co_err_none) {
        co_stream_read(sums, &sum, sizeof sum);
        if (n++ % 16 == 0) printf("merge: %g %g\n", half, sum);
    }
    co_stream_close(halves);
    co_stream_close(sums);
    printf("merge: %u elements, %.17g\n", n, sum);
}

void square(co_stream in, co_stream out) {
    co_int64 x;
    while (co_stream_read(in, &x, sizeof x) == co_err_none) {
        x = x * x % 1000003;
        co_stream_write(out, &x, sizeof x);
    }
    co_stream_close(in);
    co_stream_close(out);
}

// Printed at the end: two processes that print would take turns as they like.
static co_int64 asked;

void ask(co_stream question, co_stream answer) {
    co_int64 x = 12345;
    for (int i = 0; i < 20; ++i) {
        co_stream_write(question, &x, sizeof x);
        co_stream_read(answer, &x, sizeof x);
    }
    co_stream_close(question);
    co_stream_close(answer);
    asked = x;
}

void configure(void *argument) {
    co_stream a = co_stream_create("a", INT_TYPE(32), 2), b = co_stream_create("b", INT_TYPE(32), 2);
    co_stream merged = co_stream_create("merged", INT_TYPE(32), 1);
    co_stream halves = co_stream_create("halves", FLOAT_TYPE, 3), sums = co_stream_create("sums", DOUBLE_TYPE, 1);
    co_stream question = co_stream_create("question", INT_TYPE(64), 1);
    co_stream answer = co_stream_create("answer", INT_TYPE(64), 1);
    co_process_create("sevens", (co_function)rising, 3, a, argument, (co_parameter)7);
    co_process_create("fives", (co_function)rising, 3, b, argument, (co_parameter)5);
    co_process hardware[3];
    hardware[0] = co_process_create("merge", (co_function)merge, 3, a, b, merged);
    hardware[1] = co_process_create("split", (co_function)split, 3, merged, halves, sums);
    hardware[2] = co_process_create("square", (co_function)square, 2, question, answer);
    co_process_create("consume", (co_function)consume, 2, halves, sums);
    co_process_create("ask", (co_function)ask, 2, question, answer);
    for (int i = 0; i < 3; ++i) co_process_config(hardware[i], co_loc, "PE0");
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 50;
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    co_execute(co_architecture_create("merge", "generic", configure, (void *)(intptr_t)n));
    printf("ask: %lld\n", (long long)asked);
    return 3;
}
