/* SPDX-License-Identifier: Apache-2.0 */
/* What the user does not want to have recorded: states whose names a filter leaves out, and the
 * time for which the program has recording off. Such states get an id that no record is written
 * for, so that what is recorded costs no more. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "recorder.h"

static char filter[1 << 14]; /* lines, each ended by 0; empty: everything is recorded */
static const char* filter_end =
    filter; /* a name is compared with its lines, not with what is empty behind them */

void recorder_read_filter(const char* folder) {
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/" TAPESTRY_FILTER_FILE, folder);
    if (length < 0 || (size_t)length >= sizeof path) return;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    const ssize_t got = read(file, filter, sizeof filter - 2);
    close(file);
    for (ssize_t i = 0; i < got; ++i)
        if (filter[i] == '\n') filter[i] = 0;
    filter[got < 0 ? 0 : got] = 0;
    filter_end = filter + (got < 0 ? 0 : got);
}

/* Behind this word a line has files that are devices. */
static const char* device_of(const char* line) {
    static const char kWord[] = "device ";
    return strncmp(line, kWord, sizeof kWord - 1) == 0 ? line + sizeof kWord - 1 : NULL;
}

int recorder_is_named_device(const char* path) {
    for (const char* line = filter; line < filter_end; line += strlen(line) + 1)
        if (device_of(line) && fnmatch(device_of(line), path, 0) == 0) return 1;
    return 0;
}

/* The last line that fits a name says whether it is recorded: a pattern leaves it out, one behind a
 * plus keeps it. */
int recorder_is_left_out(const char* name) {
    int is_left_out = 0;
    if (!name || !*name) return 0;
    for (const char* line = filter; line < filter_end; line += strlen(line) + 1) {
        const int keeps = *line == '+';
        if (*line && *line != '#' && !device_of(line) && fnmatch(line + keeps, name, 0) == 0)
            is_left_out = !keeps;
    }
    return is_left_out;
}

static tapestry_state not_recorded = {
    "not_recorded", TAPESTRY_UNKNOWN, NULL, NULL, NULL, 0, 0, NULL};
static __thread int is_off_here __attribute__((tls_model("initial-exec")));

TAPESTRY_PUBLIC void tapestry_recording(int on) {
    FORWARD(recording(on));
    if (!recorder_is_on()) return;
    if (!on && !is_off_here) {
        tapestry_enter(&not_recorded);
        is_off_here = 1;
    }
    __atomic_store_n(&recorder.is_off, !on, __ATOMIC_RELAXED);
    if (on && is_off_here) {
        tapestry_leave(&not_recorded);
        is_off_here = 0;
    }
}
