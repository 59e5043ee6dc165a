// SPDX-License-Identifier: Apache-2.0
// Programs with OpenMP target regions. All of them, or those that -DONLY=dot(scale),stages(scale) asks for.
#include "programs.h"

int main(int argc, char **argv) {
    int scale = argc > 1 ? atoi(argv[1]) : 1;
#ifdef ONLY
    ONLY;
#else
    dot(scale);
    stages(scale);
    matrix(scale);
    particles(scale);
    exchange(scale);
    histogram(scale);
    search(scale);
    serial(scale);
    vectors(scale);
    teams(scale);
    numbers(scale);
    buffers(scale);
    mixed(scale);
    pieces(scale);
    pointers(scale);
    parts(scale);
#ifndef WITHOUT_HALVES
    halves(scale);
#endif
#endif
    fprintf(stderr, "done\n");
    return 40 + scale;
}
