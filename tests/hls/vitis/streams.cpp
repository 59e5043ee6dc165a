// SPDX-License-Identifier: Apache-2.0
// Functions joined by hls::stream inside of a DATAFLOW region.
#include <hls_stream.h>
#include <hls_vector.h>

#include "vitis.h"

constexpr int N = 40;

static void load(const int* in, hls::stream<int>& out, int size) {
    for (int i = 0; i < size; ++i) {
#pragma HLS PIPELINE II = 1
        out << in[i];
    }
}

static void store(int* out, hls::stream<int>& in, int size) {
    for (int i = 0; i < size; ++i) {
#pragma HLS PIPELINE II = 1
        out[i] = in.read();
    }
}

static void increment(hls::stream<int>& in, hls::stream<int>& out, int by, int size) {
    for (int i = 0; i < size; ++i) out.write(in.read() + by);
}

// top: increment_all
void increment_all(const int* in, int* out, int by, int size) {
#pragma HLS INTERFACE m_axi port = in bundle = gmem0 depth = 64
#pragma HLS INTERFACE m_axi port = out bundle = gmem1 depth = 64
    static hls::stream<int> before("before"), after("after");
#pragma HLS STREAM variable = before depth = 32
#pragma HLS STREAM variable = after depth = 32
#pragma HLS DATAFLOW
    load(in, before, size);
    increment(before, after, by, size);
    store(out, after, size);
}

static void split(hls::stream<int>& in, hls::stream<int>& even, hls::stream<int>& odd) {
    for (int i = 0; i < N; ++i) {
        const int x = in.read();
        if (i % 2 == 0)
            even.write(x);
        else
            odd.write(x);
    }
}

static void square(hls::stream<int>& in, hls::stream<int>& out) {
    for (int i = 0; i < N / 2; ++i) {
        const int x = in.read();
        out.write(x * x);
    }
}

static void join(hls::stream<int>& even, hls::stream<int>& odd, hls::stream<int>& out) {
    for (int i = 0; i < N / 2; ++i) {
        out.write(even.read());
        out.write(odd.read());
    }
}

// top: diamond
void diamond(const int* in, int* out) {
#pragma HLS DATAFLOW
    hls::stream<int> all, even, odd, even_squares, odd_squares, squares;
    load(in, all, N);
    split(all, even, odd);
    square(even, even_squares);
    square(odd, odd_squares);
    join(even_squares, odd_squares, squares);
    store(out, squares, N);
}

// top: scale_stream
void scale_stream(hls::stream<int>& in, hls::stream<int>& out, int factor, int size) {
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE axis port = out
#pragma HLS INTERFACE s_axilite port = factor
    for (int i = 0; i < size; ++i) {
#pragma HLS PIPELINE
        out.write(in.read() * factor);
    }
}

// top: until_empty
void until_empty(hls::stream<int>& in, hls::stream<int>& out) {
    int sum = 0;
    while (!in.empty()) {
        sum += in.read();
        out.write(sum);
    }
}

struct Pixel {
    unsigned char red, green, blue;
};

static void to_grey(hls::stream<Pixel>& in, hls::stream<unsigned char>& out, int n) {
    for (int i = 0; i < n; ++i) {
        const Pixel p = in.read();
        out.write((unsigned char)((p.red * 77 + p.green * 150 + p.blue * 29) >> 8));
    }
}

static void mark(hls::stream<unsigned char>& in, hls::stream<bool>& out, int n, int limit) {
    for (int i = 0; i < n; ++i) out.write(in.read() > limit);
}

// top: bright
void bright(hls::stream<Pixel>& in, hls::stream<bool>& out, int n, int limit) {
#pragma HLS DATAFLOW
    hls::stream<unsigned char, 8> grey;
    to_grey(in, grey, n);
    mark(grey, out, n, limit);
}

using Four = hls::vector<int, 4>;

static void load_fours(const Four* in, hls::stream<Four>& out, int n) {
    for (int i = 0; i < n; ++i) out.write(in[i]);
}

static void add_fours(hls::stream<Four>& a, hls::stream<Four>& b, hls::stream<Four>& sum, int n) {
    for (int i = 0; i < n; ++i) sum.write(a.read() + b.read() * Four(3));
}

static void store_fours(Four* out, hls::stream<Four>& in, int n) {
    for (int i = 0; i < n; ++i) out[i] = in.read();
}

// top: vector_add
void vector_add(const Four* a, const Four* b, Four* sum, int n) {
#pragma HLS DATAFLOW
    hls::stream<Four> first, second, sums;
    load_fours(a, first, n);
    load_fours(b, second, n);
    add_fours(first, second, sums, n);
    store_fours(sum, sums, n);
}

static void stage(hls::stream<int>& in, hls::stream<int>& out, int n) {
    for (int i = 0; i < n; ++i) out.write(in.read() * 2 + 1);
}

// top: chain
void chain(const int* in, int* out) {
#pragma HLS DATAFLOW
    hls::stream<int> links[4];
#pragma HLS STREAM variable = links depth = 4
    load(in, links[0], N);
    for (int i = 0; i < 3; ++i) {
#pragma HLS UNROLL
        stage(links[i], links[i + 1], N);
    }
    store(out, links[3], N);
}

void try_streams() {
    unsigned state = 2;
    int in[N], out[N];
    for (int& x : in) x = (int)(next_number(state) % 100);
    for (int round = 0; round < 2; ++round) {
        increment_all(in, out, 5 + round, N);
        print("increment_all", out, N);
    }
    diamond(in, out);
    print("diamond", out, N);
    chain(in, out);
    print("chain", out, N);
    hls::stream<int> a, b;
    for (int x : in) a.write(x);
    scale_stream(a, b, -3, N - 2);
    for (int i = 0; i < N - 2; ++i) b.read(out[i]);
    print("scale_stream", out, N - 2);
    until_empty(a, b);
    for (int i = 0; i < 2; ++i) out[i] = b.read();
    print("until_empty", out, 2);
    hls::stream<Pixel> pixels;
    hls::stream<bool> marks;
    for (int i = 0; i < 10; ++i)
        pixels.write({(unsigned char)(i * 20), (unsigned char)(i * 25), (unsigned char)(200 - i)});
    bright(pixels, marks, 10, 110);
    for (int i = 0; i < 10; ++i) out[i] = marks.read();
    print("bright", out, 10);
    Four x[5], y[5], sum[5];
    for (int i = 0; i < 20; ++i) x[i / 4][i % 4] = in[i], y[i / 4][i % 4] = in[20 + i];
    vector_add(x, y, sum, 5);
    for (int i = 0; i < 20; ++i) out[i] = sum[i / 4][i % 4];
    print("vector_add", out, 20);
}
