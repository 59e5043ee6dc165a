/* SPDX-License-Identifier: Apache-2.0 */
/* Only in the shared library. `tapestry record` has Open MPI's mpirun pass our variables on to
 * other machines through an MCA parameter, which mpirun refuses beside -x. So where its command
 * line has -x, mpirun is started again with our variables as further -x words. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PARAMETER "OMPI_MCA_mca_base_env_list"

static int has_word(char** words, const char* one, const char* other) {
    for (; *words; ++words)
        if (strcmp(*words, one) == 0 || strcmp(*words, other) == 0) return 1;
    return 0;
}

/* Puts -x and the names of our variables that are set there; how many words. */
static int put_ours(char** at) {
    static char* const names[] = {"LD_PRELOAD", "TAPESTRY_RECORD", "TAPESTRY_RECORD_LIMIT",
                                  "TAPESTRY_RECORD_LAST", "TAPESTRY_RECORD_COUNTERS"};
    int words = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        if (!getenv(names[i])) continue;
        at[words++] = "-x";
        at[words++] = names[i];
    }
    return words;
}

/* glibc passes the command line to constructors. */
__attribute__((constructor(101))) static void at_start(int count, char** words) {
    enum { MOST = 10 };
    char program[4096];
    const char* passed = getenv(PARAMETER);
    if (!passed || !getenv("TAPESTRY_RECORD") || !strstr(passed, "TAPESTRY_RECORD")) return;
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0 || count < 1) return;
    program[length] = 0;
    const char* name = strrchr(program, '/');
    if (!name || strcmp(name, "/orterun") != 0 || !has_word(words + 1, "-x", "--x")) return;
    char** all = calloc((size_t)count + MOST + 1, sizeof *all);
    if (!all) return;
    all[0] = words[0];
    const int ours = put_ours(all + 1);
    memcpy(all + 1 + ours, words + 1, ((size_t)count - 1) * sizeof *all);
    unsetenv(PARAMETER);
    execv(program, all);
    setenv(PARAMETER, passed, 1); /* it could not be started; mpirun says what is wrong */
    free(all);
}
