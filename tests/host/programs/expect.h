/* SPDX-License-Identifier: Apache-2.0 */
/* What a program counts itself, for the comparison with what was recorded: a line for each thread
 * and state. */
#ifndef EXPECT_H
#define EXPECT_H
#include <stdio.h>
#define EXPECT(path, state, entries, bytes)                                         \
    (printf("EXPECT %s %s %llu %llu\n", path, state, (unsigned long long)(entries), \
            (unsigned long long)(bytes)),                                           \
     fflush(stdout))
/* A time that was certainly spent in the state and in none inside it. */
#define LEAST(path, state, ns) \
    (printf("LEAST %s %s %llu\n", path, state, (unsigned long long)(ns)), fflush(stdout))
#endif
