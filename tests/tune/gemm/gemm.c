// SPDX-License-Identifier: Apache-2.0
// Whole numbers, some columns at once. A number of columns that does not divide DIM leaves columns out, and the program says so.
#define DIM 8
#define LANES 1

int main(void) {
    static int a[DIM * DIM], b[DIM * DIM], c[DIM * DIM];
    for (int i = 0; i < DIM * DIM; ++i) {
        a[i] = i % 7 - 3;
        b[i] = i % 5 - 2;
        c[i] = 1000;
    }
#pragma omp target map(to : a[0 : DIM * DIM], b[0 : DIM * DIM]) map(tofrom : c[0 : DIM * DIM])
    for (int i = 0; i < DIM; ++i)
        for (int j = 0; j < DIM / LANES; ++j) {
            int sum[LANES];
            for (int l = 0; l < LANES; ++l) sum[l] = 0;
            for (int k = 0; k < DIM; ++k)
#pragma unroll LANES
                for (int l = 0; l < LANES; ++l) sum[l] += a[i * DIM + k] * b[k * DIM + j * LANES + l];
            for (int l = 0; l < LANES; ++l) c[i * DIM + j * LANES + l] = sum[l];
        }
    int wrong = 0;
    for (int i = 0; i < DIM; ++i)
        for (int j = 0; j < DIM; ++j) {
            int sum = 0;
            for (int k = 0; k < DIM; ++k) sum += a[i * DIM + k] * b[k * DIM + j];
            wrong += c[i * DIM + j] != sum;
        }
    return wrong != 0;
}
