// SPDX-License-Identifier: Apache-2.0
// Pointers and local arrays, with pragmas for loops, arrays and interfaces.
#include <vector>

#include "vitis.h"

constexpr int N = 32, DIM = 6, TAPS = 5;

// top: vadd
extern "C" void vadd(const int* a, const int* b, int* c, int size) {
#pragma HLS INTERFACE m_axi port = a offset = slave bundle = gmem0
#pragma HLS INTERFACE m_axi port = b offset = slave bundle = gmem1
#pragma HLS INTERFACE m_axi port = c offset = slave bundle = gmem0
#pragma HLS INTERFACE s_axilite port = size
#pragma HLS INTERFACE s_axilite port = return
add:
    for (int i = 0; i < size; ++i) {
#pragma HLS PIPELINE II = 1
#pragma HLS LOOP_TRIPCOUNT min = 1 max = 32
        c[i] = a[i] + b[i];
    }
}

// top: matmul
void matmul(const int A[DIM][DIM], const int B[DIM][DIM], int C[DIM][DIM]) {
    int a[DIM][DIM], b[DIM][DIM];
#pragma HLS ARRAY_PARTITION variable = a complete dim = 2
#pragma HLS ARRAY_PARTITION variable = b dim = 1 complete
    for (int i = 0; i < DIM; ++i)
        for (int j = 0; j < DIM; ++j) {
#pragma HLS PIPELINE
            a[i][j] = A[i][j];
            b[i][j] = B[i][j];
        }
    for (int i = 0; i < DIM; ++i)
        for (int j = 0; j < DIM; ++j) {
#pragma HLS PIPELINE II = 1
            int sum = 0;
            for (int k = 0; k < DIM; ++k) {
#pragma HLS UNROLL
                sum += a[i][k] * b[k][j];
            }
            C[i][j] = sum;
        }
}

// top: fir
void fir(int* y, int x) {
    static int shift[TAPS];
    const int c[TAPS] = {3, -1, 4, 1, -5};
#pragma HLS ARRAY_PARTITION variable = shift complete
    int sum = 0;
shift_loop:
    for (int i = TAPS - 1; i >= 0; --i) {
#pragma HLS UNROLL
        shift[i] = i == 0 ? x : shift[i - 1];
        sum += shift[i] * c[i];
    }
    *y = sum;
}

// top: histogram
void histogram(const unsigned char* in, int* bins, int size) {
    int local[16] = {0};
    for (int i = 0; i < size; ++i) {
#pragma HLS PIPELINE II = 2
#pragma HLS DEPENDENCE variable = local inter RAW true
        ++local[in[i] & 15];
    }
    for (int i = 0; i < 16; ++i) bins[i] = local[i];
}

// top: transpose
void transpose(const int* in, int* out) {
    int tile[DIM][DIM];
#pragma HLS BIND_STORAGE variable = tile type = ram_2p
    for (int i = 0; i < DIM * DIM; ++i) tile[i / DIM][i % DIM] = in[i];
    for (int i = 0; i < DIM * DIM; ++i) out[i] = tile[i % DIM][i / DIM];
}

// top: stencil
void stencil(const int* in, int* out) {
    int window[3] = {0, 0, 0};
#pragma HLS ARRAY_PARTITION variable = window type = complete
    for (int i = 0; i < N; ++i) {
#pragma HLS UNROLL factor = 2
        window[0] = window[1];
        window[1] = window[2];
        window[2] = in[i];
        out[i] = window[0] + 2 * window[1] + window[2];
    }
}

template <class T, int SIZE>
static T largest(const T* values) {
#pragma HLS INLINE
    T best = values[0];
    for (int i = 1; i < SIZE; ++i) best = values[i] > best ? values[i] : best;
    return best;
}

// top: peak
int peak(const int* values) { return largest<int, N>(values); }

// top: prefix
void prefix(const int* in, int* out, int& total) {
    int sum = 0;
    for (int i = 0; i < N; ++i) out[i] = sum += in[i];
    total = sum;
}

// Arrays of the stack, of the heap and of the program, which are further apart than 32 bits reach.
// top: add_far
void add_far(const int* a, const int* table, int* out, int n) {
    for (int i = 0; i < n; ++i) out[i] = a[i] + table[i & 3];
}

static const int far_table[4] = {1, 20, 300, 4000};

static void try_far() {
    constexpr int n = 8;
    int on_stack[n];
    std::vector<int> on_heap(n);
    for (int i = 0; i < n; ++i) on_heap[i] = i * 10;
    add_far(on_heap.data(), far_table, on_stack, n);
    print("add_far", on_stack, n);
    add_far(on_stack, on_stack, on_heap.data(), n);
    print("add_far", on_heap.data(), n);
}

void try_arrays() {
    try_far();
    unsigned state = 1;
    int a[N + 4], b[N], c[N];
    unsigned char bytes[N];
    for (int i = 0; i < N; ++i) {
        a[i] = (int)(next_number(state) % 1000) - 500;
        b[i] = (int)(next_number(state) % 1000);
        bytes[i] = (unsigned char)next_number(state);
    }
    a[32] = a[33] = a[34] = a[35] = 7;
    vadd(a, b, c, N);
    print("vadd", c, N);
    int m[DIM][DIM], o[DIM][DIM];
    for (int i = 0; i < DIM * DIM; ++i) m[i / DIM][i % DIM] = (int)(next_number(state) % 100);
    matmul(m, m, o);
    print("matmul", o[0], DIM * DIM);
    for (int i = 0; i < 8; ++i) fir(&c[i], a[i]);
    print("fir", c, 8);
    int bins[16];
    histogram(bytes, bins, N);
    print("histogram", bins, 16);
    transpose(m[0], o[0]);
    print("transpose", o[0], DIM * DIM);
    stencil(a, c);
    print("stencil", c, N);
    int total = peak(a);
    print("peak", &total, 1);
    prefix(a, c, total);
    print("prefix", c, N);
    print("total", &total, 1);
}
