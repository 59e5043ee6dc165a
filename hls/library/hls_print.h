// SPDX-License-Identifier: Apache-2.0
// Prints one value, in a program; hardware prints nothing.
#ifndef TAPESTRY_HLS_PRINT_H
#define TAPESTRY_HLS_PRINT_H

#include <cstdio>

namespace hls {

inline void print(const char* text) { std::fputs(text, stdout); }
template <class T>
void print(const char* format, T value) {
    std::printf(format, value);
}

}  // namespace hls

#endif
