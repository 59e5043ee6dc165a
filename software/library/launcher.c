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

/* glibc passes the command line to constructors. */
__attribute__((constructor(101))) static void at_start(int count, char** words) {
    static char* const ours[] = {"-x", "LD_PRELOAD", "-x", "TAPESTRY_RECORD"};
    enum { OURS = sizeof ours / sizeof *ours };
    char program[4096];
    const char* passed = getenv(PARAMETER);
    if (!passed || !getenv("TAPESTRY_RECORD") || !strstr(passed, "TAPESTRY_RECORD")) return;
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0 || count < 1) return;
    program[length] = 0;
    const char* name = strrchr(program, '/');
    if (!name || strcmp(name, "/orterun") != 0 || !has_word(words + 1, "-x", "--x")) return;
    char** all = calloc((size_t)count + OURS + 1, sizeof *all);
    if (!all) return;
    all[0] = words[0];
    memcpy(all + 1, ours, sizeof ours);
    memcpy(all + 1 + OURS, words + 1, ((size_t)count - 1) * sizeof *all);
    unsetenv(PARAMETER);
    execv(program, all);
    setenv(PARAMETER, passed, 1); /* it could not be started; mpirun says what is wrong */
    free(all);
}
