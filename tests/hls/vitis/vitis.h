// SPDX-License-Identifier: Apache-2.0
// Small functions as tutorials for Vitis have them: each is hardware (its line says `top`), and
// try_NAME prints what it gives.
#pragma once

#include <cstdio>

// Numbers that look random, the same in every run.
inline unsigned next_number(unsigned& state) {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

inline void print(const char* name, const int* values, int n) {
    std::printf("%s:", name);
    for (int i = 0; i < n; ++i) std::printf(" %d", values[i]);
    std::printf("\n");
}

void try_arrays();
void try_streams();
void try_numbers();
void try_regions();
void try_pragmas();
void try_tutorials();
void try_tasks();
