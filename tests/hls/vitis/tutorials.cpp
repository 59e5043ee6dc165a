// SPDX-License-Identifier: Apache-2.0
// Coefficients that a function keeps, elements that are copied whole, and copies of memory.
#include <ap_fixed.h>
#include <hls_stream.h>
#include <hls_vector.h>

#include <cstring>

#include "vitis.h"

typedef ap_fixed<16, 4, AP_RND, AP_SAT> sample;
typedef ap_fixed<18, 2> coefficient;
static const coefficient GAIN[2] = {-0.75, 1.25f};
const ap_int<9> OFFSET = -3;

// top: biquad
void biquad(const int* in, int* out, int n) {
    static const coefficient b[3] = {0.0675, 0.1349, 0.0675}, a[2] = {-1.143, 0.4128};
    sample x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (int i = 0; i < n; ++i) {
        const sample x = sample(in[i]) / 4;
        const sample y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
        x2 = x1, x1 = x, y2 = y1, y1 = y;
        out[i] = int(GAIN[i & 1] * y * 1000) + OFFSET;
    }
}

// A variable that is set by what the first caller says.
// top: first_of
int first_of(int x) {
    static int first = x * 3;
    return first + x;
}

typedef hls::vector<unsigned, 16> line;
static void load(const line* in, hls::stream<line>& out, int n) {
    for (int i = 0; i < n; ++i) out << in[i];
}
static void add(hls::stream<line>& a, hls::stream<line>& b, hls::stream<line>& out, int n) {
    for (int i = 0; i < n; ++i) out << (a.read() + b.read());
}
static void store(hls::stream<line>& in, line* out, int n) {
    for (int i = 0; i < n; ++i) out[i] = in.read();
}

// Whole lines move in a cycle, however many numbers they have.
// top: add_lines, interval 1
extern "C" void add_lines(const line* a, const line* b, line* out, int size) {
    static hls::stream<line> as("as"), bs("bs"), sums("sums");
#pragma HLS dataflow
    load(a, as, size / 16);
    load(b, bs, size / 16);
    add(as, bs, sums, size / 16);
    store(sums, out, size / 16);
}

struct point {
    int x, y;
    short z, w;
};

// top: copies
void copies(const int* in, int* out, const point* p, point* q, int n) {
    int a[100], b[100];
    std::memset(b, 0, sizeof b);
    std::memset(a, 0x5a, sizeof a);
    std::memcpy(a, in, n * sizeof(int));
    for (int i = 0; i < 100; ++i) b[i * 7 % 100] += a[i];
    std::memcpy(out, b, sizeof b);
    for (int i = 0; i < n; ++i) q[i] = p[n - 1 - i];
    std::memcpy((char*)out + 3, (const char*)in + 1, n % 7);
}

// As many passes as there are words, not bytes.
// top: fetch, interval 1
int fetch(const int* in) {
    int a[4][64], sum = 0;
    std::memcpy(a, in, sizeof a);
    for (int i = 0; i < 64; ++i) sum += a[0][i] * a[3][i];
    return sum;
}

static void try_lines() {
    static line a[4], b[4], sums[4];
    for (int i = 0; i < 64; ++i) a[i / 16][i % 16] = i * i, b[i / 16][i % 16] = 7 * i;
    add_lines(a, b, sums, 64);
    unsigned all = 0;
    for (int i = 0; i < 64; ++i) all = all * 31 + sums[i / 16][i % 16];
    std::printf("add_lines: %u\n", all);
}

void try_tutorials() {
    unsigned state = 5;
    int in[256], out[100] = {};
    point p[9], q[9];
    for (int& value : in) value = int(next_number(state) % 61) - 30;
    for (point& value : p) value = {in[&value - p], in[20], short(in[3]), short(&value - p)};
    biquad(in, out, 40);
    print("biquad", out, 40);
    out[0] = first_of(in[0]), out[1] = first_of(4);
    print("first_of", out, 2);
    try_lines();
    copies(in, out, p, q, 9);
    print("copies", out, 100);
    print("points", &q[0].x, 27);
    out[0] = fetch(in);
    print("fetch", out, 1);
}
