// SPDX-License-Identifier: Apache-2.0
// Regions whose functions have more in common than streams, and regions inside of others.
#include <hls_stream.h>

#include "vitis.h"

constexpr int N = 24;

static void fill(const int* in, int buffer[N]) {
    for (int i = 0; i < N; ++i) buffer[i] = in[i] * 3;
}

static void reverse(const int buffer[N], int turned[N]) {
    for (int i = 0; i < N; ++i) turned[i] = buffer[N - 1 - i];
}

static void send(const int turned[N], hls::stream<int>& out) {
    for (int i = 0; i < N; ++i) out.write(turned[i]);
}

static void receive(hls::stream<int>& in, int* out) {
    for (int i = 0; i < N; ++i) out[i] = in.read();
}

// top: buffers
void buffers(const int* in, int* out) {
#pragma HLS DATAFLOW
    int buffer[N], turned[N];
    hls::stream<int> stream;
    fill(in, buffer);
    reverse(buffer, turned);
    send(turned, stream);
    receive(stream, out);
}

static void read_block(const int* in, hls::stream<int>& out, int from) {
    for (int i = 0; i < 6; ++i) out.write(in[from + i]);
}

static void add_weights(hls::stream<int>& in, hls::stream<int>& out, const int weights[3]) {
    for (int i = 0; i < 6; ++i) out.write(in.read() * weights[i % 3]);
}

static void write_block(hls::stream<int>& in, int* out, int from) {
    for (int i = 0; i < 6; ++i) out[from + i] = in.read();
}

static void block(const int* in, int* out, const int weights[3], int from) {
#pragma HLS DATAFLOW
    hls::stream<int> before, after;
    read_block(in, before, from);
    add_weights(before, after, weights);
    write_block(after, out, from);
}

// top: blocks
void blocks(const int* in, int* out, int n) {
    const int weights[3] = {2, 5, -1};
    for (int b = 0; b < n; ++b) block(in, out, weights, 6 * b);
}

static void count(hls::stream<int>& in, int& found) {
    int n = 0;
    for (int i = 0; i < N; ++i) n += in.read() > 50;
    found = n;
}

static void repeat(int found, hls::stream<int>& out) {
    for (int i = 0; i < found; ++i) out.write(i * i);
}

// top: counted
void counted(hls::stream<int>& in, hls::stream<int>& out) {
    int found;
    count(in, found);
    repeat(found, out);
}

// top: kept
int kept(hls::stream<int>& in) {
    static hls::stream<int> before;
#pragma HLS STREAM variable = before depth = 4
    before.write(in.read());
    int sum = 0;
    for (int i = 0; i < 1; ++i) sum += before.read();
    return sum;
}

void try_regions() {
    unsigned state = 4;
    int in[N], out[N];
    for (int& x : in) x = (int)(next_number(state) % 100);
    buffers(in, out);
    print("buffers", out, N);
    blocks(in, out, 4);
    print("blocks", out, N);
    hls::stream<int> a, b;
    for (int x : in) a.write(x);
    counted(a, b);
    int n = 0;
    while (!b.empty()) out[n++] = b.read();
    print("counted", out, n);
    for (int i = 0; i < 3; ++i) {
        a.write(in[i]);
        out[i] = kept(a);
    }
    print("kept", out, 3);
}
