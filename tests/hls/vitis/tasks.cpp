// SPDX-License-Identifier: Apache-2.0
// Functions that go on by themselves: hls::task, alone and beside functions that end. And streams
// whose index is known only when the program runs.
#include <hls_np_channel.h>
#include <hls_task.h>

#include "vitis.h"

constexpr int MANY = 24, WORKERS = 4;

template <int>
void pairs(hls::stream<int>& in, hls::stream<int>& out) {
    const int a = in.read();
    const int b = in.read();
    out.write(a * 100 + b);
}

template <int>
void count(hls::stream<int>& in, hls::stream<int>& out) {
    static int n = 0;
    out.write(in.read() * 1000 + n++);
}

// Tasks that are made anew in every call: what they have begun is over with it.
// top: count_anew
void count_anew(hls::stream<int>& in, hls::stream<int>& out) {
    hls::stream<int> between;
    hls::task first(pairs<0>, in, between);
    hls::task second(count<0>, between, out);
}

// Tasks that are made once: the next call finds what is left.
// top: count_once
void count_once(hls::stream<int>& in, hls::stream<int>& out) {
    hls_thread_local hls::stream<int, 4> between;
    hls_thread_local hls::task first(pairs<1>, in, between);
    hls_thread_local hls::task second(count<1>, between, out);
}

static void read_in(const int* in, int n, hls::stream<int>& out) {
    for (int i = 0; i < n; ++i) out.write(in[i]);
}

static void write_out(hls::stream<int>& in, int* out, int n) {
    for (int i = 0; i < n; ++i) out[i] = in.read();
}

static void process(hls::stream<int>& in, hls::stream<int>& out) {
    const int i = in.read();
    out.write(i * i + 1);
}

// Workers that get elements in turn, between functions that end.
// top: share_work
void share_work(const int* in, int* out, int n) {
#pragma HLS DATAFLOW
    hls_thread_local hls::split::round_robin<int, WORKERS> parts;
    hls_thread_local hls::merge::round_robin<int, WORKERS, 4, 2> whole;
    read_in(in, n, parts.in);
    hls_thread_local hls::task workers[WORKERS];
    for (int i = 0; i < WORKERS; ++i) {
#pragma HLS UNROLL
        workers[i](process, parts.out[i], whole.in[i]);
    }
    write_out(whole.out, out, n);
}

static void add_up(hls::stream<int>& in, hls::stream<int>& out) {
    int sum = 0;
    for (;;) {
        sum += in.read();
        out.write(sum);
    }
}

static void copy(hls::stream<int>& in, hls::stream<int>& out) {
    for (int i = 0; i < 4; ++i) out.write(in.read());
}

template <int>
void sum_part(hls::stream<int>& in, hls::stream<int>& out) {
    hls_thread_local hls::stream<int> to, from;
    hls_thread_local hls::task sums(add_up, to, from);
    copy(in, to);
    copy(from, out);
}

// A part that is called twice has its task once: the sum goes on.
// top: sum_on
void sum_on(hls::stream<int>& in, hls::stream<int>& out) {
#pragma HLS DATAFLOW
    sum_part<0>(in, out);
    sum_part<0>(in, out);
}

// A table that is in memory, and a number, which a task is given.
static void look_up(hls::stream<int>& in, hls::stream<int>& out, const int* table, int shift) {
    out.write(table[in.read()] << shift);
}

// top: look_all_up
void look_all_up(hls::stream<int>& in, hls::stream<int>& out, const int* table, int shift) {
    hls::task all(look_up, in, out, table, shift);
}

constexpr int ENDS = 3;

// Streams that are parameters, an array of them, which a loop goes through.
// top: add_to_each
int add_to_each(hls::stream<int> in[ENDS], hls::stream<int> out[ENDS]) {
    int sum = 0;
    for (unsigned j = 0; j < ENDS; ++j)
        for (int i = 0; i < 10; ++i) {
            const int value = in[j].read();
            out[j].write(value + 2);
            sum += value;
        }
    return sum;
}

static void deal(hls::stream<int>& in, hls::stream<int, 16> (&out)[ENDS]) {
    unsigned to = 0;
    for (int i = 0; i < MANY; ++i) {
#pragma HLS PIPELINE II = 1
        out[to].write(in.read());
        to = to * 5 % 7 % ENDS + (i & 1);
        if (to >= ENDS) to = 0;
    }
}

// Reads as deal() writes.
static void gather(hls::stream<int, 16> (&in)[ENDS], hls::stream<int>& out) {
    unsigned from = 0;
    for (int i = 0; i < MANY; ++i) {
#pragma HLS PIPELINE II = 1
        out.write(in[from].read());
        from = from * 5 % 7 % ENDS + (i & 1);
        if (from >= ENDS) from = 0;
    }
}

// top: deal_and_gather
void deal_and_gather(hls::stream<int>& in, hls::stream<int>& out) {
    hls::stream<int, 16> between[ENDS];
    deal(in, between);
    gather(between, out);
}

static void print(const char* name, hls::stream<int>& values) {
    std::printf("%s:", name);
    while (!values.empty()) std::printf(" %d", values.read());
    std::printf("\n");
}

void try_tasks() {
    unsigned state = 5;
    hls::stream<int> in, out;
    static hls::stream<int> kept_in, kept_out;
    for (int call = 0; call < 4; ++call) {
        for (int i = 0; i < 3; ++i) {
            in.write(call * 3 + i);
            kept_in.write(call * 3 + i);
        }
        count_anew(in, out);
        print("count_anew", out);
        count_once(kept_in, kept_out);
        print("count_once", kept_out);
    }
    int values[MANY], made[MANY] = {};
    for (int& v : values) v = int(next_number(state) % 100);
    share_work(values, made, MANY);
    print("share_work", made, MANY);
    share_work(values, made, MANY / 2);
    print("share_work", made, MANY);
    for (int i = 0; i < 16; ++i) in.write(int(next_number(state) % 100));
    sum_on(in, out);
    sum_on(in, out);
    print("sum_on", out);
    for (int i = 0; i < 10; ++i) in.write(int(next_number(state) % MANY));
    look_all_up(in, out, values, 2);
    print("look_all_up", out);
    hls::stream<int> ins[ENDS], outs[ENDS];
    for (int i = 0; i < 10 * ENDS; ++i) ins[i % ENDS].write(int(next_number(state) % 100));
    const int sum = add_to_each(ins, outs);
    print("add_to_each", &sum, 1);
    for (auto& one : outs) print("add_to_each", one);
    for (int i = 0; i < MANY; ++i) in.write(i);
    deal_and_gather(in, out);
    print("deal_and_gather", out);
}
