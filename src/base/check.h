// SPDX-License-Identifier: Apache-2.0
// CHECK(condition) guards our own invariants. It is always on: a measuring instrument whose
// invariants are broken must stop instead of showing a number.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                                        \
    do {                                                                                        \
        if (!(condition)) {                                                                     \
            std::fprintf(stderr, "tapestry: internal error at %s:%d: %s\n", __FILE__, __LINE__, \
                         #condition);                                                           \
            std::abort();                                                                       \
        }                                                                                       \
    } while (false)
