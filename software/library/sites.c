/* SPDX-License-Identifier: Apache-2.0 */
/* Call sites: every call instruction of the program has a state of its own, with the function's
 * name and the address as its source. `tapestry record` looks up the line afterwards. A signal
 * handler may be the first to use a site, so sites need neither locks nor malloc. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "recorder.h"

enum { SITES = 1 << 12, TABLE = 1 << 14, TRIES = 32, LONGEST_PLACE = 390 };

struct site {
    const void* address;
    const tapestry_state* function;
    tapestry_state* state;
    int is_own; /* the address is in a file of the program, not of the system */
    tapestry_state own;
    char place[LONGEST_PLACE];
};

/* Sites are never removed. A call that finds no room is recorded without its site. */
static struct site pool[SITES];
static unsigned used;
static struct site* table[TABLE];

static size_t line_of(const void* address, const tapestry_state* function) {
    const uint64_t key = (uint64_t)(uintptr_t)address ^ (uint64_t)(uintptr_t)function << 20;
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 50);
}

/* Files of the system call on behalf of themselves, but for the C++ library, whose locks and
 * streams are those of its caller. So do our own libraries. */
static int is_file_of_program(const char* file) {
    static const char* const system[] = {"/usr/", "/lib", "/bin/", "/sbin/", "/opt/intel/"};
    const char* name = strrchr(file, '/');
    name = name ? name + 1 : file;
    if (strncmp(name, "libstdc++", 9) == 0 || strncmp(name, "libc++.", 7) == 0) return 1;
    if (strncmp(name, "libtapestry", 11) == 0) return 0;
    for (unsigned i = 0; i < sizeof system / sizeof *system; ++i)
        if (strncmp(file, system[i], strlen(system[i])) == 0 &&
            strncmp(file, "/usr/local/", 11) != 0)
            return 0;
    return 1;
}

/* "0xADDRESS@SECONDS in FILE": the link-time address, and the file's modification time, so that
 * lines of a rebuilt file are not used. */
static int describe(struct site* site, uintptr_t address) {
    Dl_info info;
    struct link_map* map = NULL;
    if (!dladdr1((void*)address, &info, (void**)&map, RTLD_DL_LINKMAP) || !map) return 0;
    char file[PATH_MAX];
    struct stat is;
    if (!realpath(map->l_name[0] ? map->l_name : "/proc/self/exe", file)) return 0;
    site->is_own = is_file_of_program(file);
    if (stat(file, &is) != 0) return 0;
    const int length = snprintf(site->place, sizeof site->place, "0x%" PRIxPTR "@%lld in %s",
                                address - (uintptr_t)map->l_addr, (long long)is.st_mtime, file);
    return length > 0 && (size_t)length < sizeof site->place;
}

static struct site* new_site(tapestry_state* function, const void* address, int is_call) {
    const unsigned at = __atomic_fetch_add(&used, 1, __ATOMIC_RELAXED);
    if (at >= SITES) {
        __atomic_store_n(&used, SITES, __ATOMIC_RELAXED);
        return NULL;
    }
    struct site* site = &pool[at];
    site->address = address;
    site->function = function;
    site->own = *function;
    site->own.id = site->own.what = 0;
    site->own.next = NULL;
    site->state = function;
    if (describe(site, (uintptr_t)address - (is_call ? 1 : 0))) {
        site->own.source = site->place;
        site->state = &site->own;
    }
    return site;
}

static struct site* find_site(tapestry_state* function, const void* address, int is_call) {
    struct site* mine = NULL;
    const size_t line = line_of(address, function);
    for (size_t i = 0; i < TRIES; ++i) {
        struct site** at = &table[(line + i) % TABLE];
        struct site* there = __atomic_load_n(at, __ATOMIC_ACQUIRE);
        if (!there) {
            if (!mine && !(mine = new_site(function, address, is_call))) return NULL;
            if (__atomic_compare_exchange_n(at, &there, mine, 0, __ATOMIC_ACQ_REL,
                                            __ATOMIC_ACQUIRE))
                return mine;
        }
        if (there->address == address && there->function == function) return there;
    }
    return NULL;
}

TAPESTRY_PUBLIC tapestry_state* tapestry_site(tapestry_state* function, const void* caller) {
    if (!recorder_is_on()) return function;
    const struct site* site = find_site(function, caller, 1);
    return site ? site->state : function;
}

tapestry_state* recorder_own_site(tapestry_state* function, const void* caller) {
    const struct site* site = find_site(function, caller, 1);
    return site && site->is_own ? site->state : NULL;
}

tapestry_state* recorder_function(const void* address) {
    static tapestry_state nameless = {"", TAPESTRY_UNKNOWN, NULL, NULL, NULL, 0, 0, NULL};
    const struct site* site = find_site(&nameless, address, 0);
    return site && site->state != &nameless ? site->state : NULL;
}
