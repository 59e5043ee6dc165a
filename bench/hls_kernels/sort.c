// SPDX-License-Identifier: Apache-2.0
// Merge sort from the bottom up, in a local array and back.

// top: sort

#include <stdio.h>

#define N 1024

void sort(int* restrict data) {
    int a[N], b[N];
    for (int i = 0; i < N; ++i) a[i] = data[i];
    for (int width = 1; width < N; width *= 2) {
        int left = 0, right = width, start = 0;
        for (int k = 0; k < N; ++k) {
            const int takes_left = left < start + width &&
                                   (right >= start + 2 * width || a[left] <= a[right & (N - 1)]);
            b[k] = takes_left ? a[left] : a[right & (N - 1)];
            left += takes_left;
            right += !takes_left;
            if (k + 1 == start + 2 * width) {
                start += 2 * width;
                left = start;
                right = start + width;
            }
        }
        for (int k = 0; k < N; ++k) a[k] = b[k];
    }
    for (int i = 0; i < N; ++i) data[i] = a[i];
}

int main(void) {
    static int data[N];
    unsigned x = 1;
    for (int i = 0; i < N; ++i) data[i] = (int)(x = x * 1664525 + 1013904223) >> 8;
    sort(data);
    for (int i = 1; i < N; ++i)
        if (data[i - 1] > data[i]) return printf("wrong at %d\n", i), 1;
    return printf("sorted %d\n", data[N / 2]), 0;
}
