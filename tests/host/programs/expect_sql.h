/* SPDX-License-Identifier: Apache-2.0 */
/* A query of the run, with what the program knows to be its answer. */
#ifndef EXPECT_SQL_H
#define EXPECT_SQL_H
#include "expect.h"
#define ASK(answer, query) (printf("ASK %s %s\n", answer, query), fflush(stdout))
#endif
