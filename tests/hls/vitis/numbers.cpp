// SPDX-License-Identifier: Apache-2.0
// Numbers of any width, and elements of AXI4-Stream.
#include <ap_axi_sdata.h>
#include <ap_fixed.h>
#include <ap_int.h>
#include <hls_math.h>
#include <hls_stream.h>

#include "vitis.h"

using Packet = ap_axiu<32, 1, 1, 1>;

// top: packets
void packets(hls::stream<Packet>& in, hls::stream<Packet>& out) {
#pragma HLS INTERFACE mode = axis port = in
#pragma HLS INTERFACE mode = axis port = out
    Packet p;
    do {
        p = in.read();
        p.data = p.data * 3 + 1;
        out.write(p);
    } while (!p.last);
}

// top: popcount
int popcount(unsigned word) {
    ap_uint<32> bits = word;
    ap_uint<6> count = 0;
    for (int i = 0; i < 32; ++i) {
#pragma HLS UNROLL
        count += bits[i];
    }
    return (int)count;
}

typedef ap_fixed<16, 8> Fixed;

// top: polynomial
void polynomial(const short* in, short* out, int n) {
    for (int i = 0; i < n; ++i) {
        Fixed x;
        x.range(15, 0) = in[i];
        const Fixed y = x * x * Fixed(0.5) - x + Fixed(1.25);
        out[i] = (short)y.range(15, 0);
    }
}

static void widen(const unsigned* in, hls::stream<ap_uint<128>>& out, int n) {
    for (int i = 0; i < n; ++i) {
        ap_uint<128> wide = 0;
        for (int k = 0; k < 4; ++k) wide.range(32 * k + 31, 32 * k) = in[4 * i + k];
        out.write(wide);
    }
}

static void fold(hls::stream<ap_uint<128>>& in, unsigned* out, int n) {
    for (int i = 0; i < n; ++i) {
        const ap_uint<128> wide = in.read();
        unsigned all = 0;
        for (int k = 0; k < 4; ++k) all = all * 31 + (unsigned)wide.range(32 * k + 31, 32 * k);
        out[i] = all;
    }
}

// top: wide_words
void wide_words(const unsigned* in, unsigned* out, int n) {
#pragma HLS DATAFLOW
    hls::stream<ap_uint<128>, 3> words;
    widen(in, words, n);
    fold(words, out, n);
}

// top: norm
float norm(const float* v, int n) {
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += v[i] * v[i];
    return hls::sqrt(sum);
}

void try_numbers() {
    unsigned state = 3;
    hls::stream<Packet> in, out;
    for (int i = 0; i < 9; ++i) {
        Packet p;
        p.data = next_number(state);
        p.keep = 15;
        p.strb = 15;
        p.user = i & 1;
        p.id = 0;
        p.dest = 1;
        p.last = i == 8;
        in.write(p);
    }
    packets(in, out);
    while (!out.empty()) {
        const Packet p = out.read();
        std::printf("packet %u %d %d %d %d\n", (unsigned)p.data, (int)p.keep, (int)p.user,
                    (int)p.dest, (int)p.last);
    }
    int counts[4];
    for (int& c : counts) c = popcount(next_number(state));
    print("popcount", counts, 4);
    short x[6] = {0, 256, -300, 700, 1000, -77}, y[6];
    polynomial(x, y, 6);
    for (short v : y) std::printf("polynomial %d\n", v);
    unsigned words[20], folded[5];
    for (unsigned& w : words) w = next_number(state);
    wide_words(words, folded, 5);
    print("wide_words", (const int*)folded, 5);
    const float v[4] = {1.5f, -2.0f, 3.25f, 0.125f};
    std::printf("norm %a\n", norm(v, 4));
}
