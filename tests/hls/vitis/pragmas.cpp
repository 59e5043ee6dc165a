// SPDX-License-Identifier: Apache-2.0
// What pragmas ask for, headers, and parts of a file that only the program has.
#include <ap_fixed.h>
#include <ap_shift_reg.h>
#include <ap_utils.h>
#include <hls_math.h>

#include <cassert>

#include "vitis.h"

constexpr int SIZE = 8, BUFFER = 16;

// An outer loop that is a pipeline: the loop inside is unrolled, and all of a row is read at once.
// top: multiply
void multiply(const int a[SIZE][SIZE], const int b[SIZE][SIZE], int c[SIZE][SIZE], int size) {
    int A[SIZE][SIZE], B[SIZE][SIZE];
#pragma HLS ARRAY_PARTITION variable = A dim = 2 complete
#pragma HLS array_partition variable = B type = cyclic factor = SIZE dim = 1
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j) {
            A[i][j] = a[i][j];
            B[i][j] = b[i][j];
        }
rows:
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j) {
            int sum = 0;
#pragma HLS PIPELINE II = 1
            for (int k = 0; k < SIZE; ++k) sum += A[i][k] * B[k][j];
            c[i][j] = sum;
        }
}

// Bundles of their own are ports that nothing orders; two that share one are.
// top: scale_and_add
extern "C" void scale_and_add(const int* in, const int* more, int* out, int n) {
#pragma HLS INTERFACE m_axi port = in offset = slave bundle = gmem0
#pragma HLS INTERFACE mode = m_axi port = more bundle = gmem1
#pragma HLS INTERFACE m_axi port = out offset = slave bundle = gmem2
    int kept[BUFFER];
    for (int i = 0; i < n; i += BUFFER) {
        const int here = n - i < BUFFER ? n - i : BUFFER;
        for (int j = 0; j < here; ++j)
#pragma HLS PIPELINE
            kept[j] = 3 * in[i + j];
        for (int j = 0; j < here; ++j) {
#pragma HLS PIPELINE II = 3
            out[i + j] = kept[j] + more[i + j];
        }
        for (int j = 0; j < here; ++j) {
#pragma HLS PIPELINE off
            out[i + j] ^= j;
        }
    }
#ifndef __SYNTHESIS__
    std::fflush(stdout);
#endif
}

// Registers that shift, and fixed point.
typedef ap_fixed<18, 3, AP_RND, AP_SAT> angle;

// top: turn
void turn(const int* in, int* out, int n) {
    const angle phase[6] = {0.78539816, 0.46364760, 0.24497866, 0.12435499, 0.06241881, 0.03123983};
    ap_shift_reg<int, 4> before;
    for (int i = 0; i < n; ++i) {
        angle left = angle(in[i]) / 4, sum = 0;
        for (int k = 0; k < 6; ++k)
            if (left > 0) {
                left -= phase[k];
                sum += phase[k] >> k;
            }
        ap_wait();
        out[i] = int(sum * 1000) + before.shift(in[i]) + int(hls::fmaxf(0.5f, float(in[i])));
    }
}

#define WAY 3
#define PACE 5

// Pragmas with conditions, of macros and of template parameters, and pragmas of several lines.
template <int PIPE, int COPIES>
void scale_by(const int* in, int* out) {
    for (int i = 0; i < BUFFER; ++i) {
#pragma HLS UNROLL factor = COPIES
#pragma HLS if (PIPE == 0) PIPELINE off
#pragma HLS IF(PIPE != 0) pipeline II = PIPE
        out[i] = in[i] * COPIES;
    }
}

// top: dot_product, interval 5
int dot_product(const int* a, const int* b, int* kept) {
// clang-format off
#pragma HLS INTERFACE m_axi port = a offset = slave \
    depth = 16 bundle = gmem0
#pragma HLS INTERFACE m_axi port = b bundle =       \
        gmem1
    // clang-format on
    int first[BUFFER], scaled[BUFFER], sum = 0;
    for (int i = 0; i < BUFFER; ++i) {
#pragma HLS if (WAY == 1) PIPELINE II = 1  // the first of several ways
#pragma HLS if (WAY == 2) UNROLL factor = 16
#pragma HLS if (WAY == 3) UNROLL factor = 4
#pragma HLS if (WAY == 3) PIPELINE II = PACE
#pragma HLS if (WAY == 1) ARRAY_STENCIL variable = a
        assert(kept[0] >= 0);
        sum += a[i] * b[i];
        first[i] = a[i];
    }
    std::printf("");
    scale_by<1, 2>(first, scaled);
    scale_by<0, 3>(scaled, kept);
    return sum;
}

void try_pragmas() {
    unsigned state = 11;
    int a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE], in[40], more[40], out[40] = {};
    for (int i = 0; i < SIZE * SIZE; ++i) {
        a[i / SIZE][i % SIZE] = int(next_number(state) % 100) - 50;
        b[i / SIZE][i % SIZE] = int(next_number(state) % 100) - 50;
        c[i / SIZE][i % SIZE] = 0;
    }
    multiply(a, b, c, SIZE);
    print("multiply", &c[0][0], SIZE * SIZE);
    for (int i = 0; i < 40; ++i) {
        in[i] = int(next_number(state) % 9) - 3;
        more[i] = int(next_number(state) % 1000);
    }
    scale_and_add(in, more, out, 37);
    print("scale_and_add", out, 40);
    const int sum = dot_product(in, more, out);
    print("dot_product", &sum, 1);
    print("scaled", out, BUFFER);
    turn(in, out, 40);
    print("turn", out, 40);
}
