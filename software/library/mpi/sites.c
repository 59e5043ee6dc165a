/* SPDX-License-Identifier: Apache-2.0 */
/* Call sites: every call instruction of the program has a state of its own, with the function's
 * name and the address as its source. `tapestry record` looks up the line afterwards. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "shim.h"

struct site {
    const void* caller;
    const tapestry_state* function;
    tapestry_state* state;
};

/* Sites are never removed. A call that finds the table full is recorded without its site. */
enum { SITES = 1 << 14, TRIES = 32, LONGEST_PLACE = 390 };
static struct site* table[SITES];

static size_t line_of(const void* caller, const tapestry_state* function) {
    const uint64_t key = (uint64_t)(uintptr_t)caller ^ (uint64_t)(uintptr_t)function << 20;
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 50);
}

/* "0xADDRESS@SECONDS in FILE": the link-time address, and the file's modification time, so that
 * lines of a rebuilt file are not used. */
static int describe(const void* caller, char* text, size_t size) {
    Dl_info info;
    struct link_map* map = NULL;
    const uintptr_t call = (uintptr_t)caller - 1;
    if (!dladdr1((void*)call, &info, (void**)&map, RTLD_DL_LINKMAP) || !map) return 0;
    char file[PATH_MAX];
    struct stat is;
    if (!realpath(map->l_name[0] ? map->l_name : "/proc/self/exe", file)) return 0;
    if (stat(file, &is) != 0) return 0;
    const int length = snprintf(text, size, "0x%" PRIxPTR "@%lld in %s",
                                call - (uintptr_t)map->l_addr, (long long)is.st_mtime, file);
    return length > 0 && (size_t)length < size;
}

static struct site* new_site(tapestry_state* function, const void* caller) {
    char place[LONGEST_PLACE];
    struct site* site = malloc(sizeof *site);
    if (!site) return NULL;
    *site = (struct site){caller, function, NULL};
    if (describe(caller, place, sizeof place))
        site->state = tapestry_state_named(function->name, function->category, NULL, NULL, place);
    if (!site->state) site->state = function;
    return site;
}

tapestry_state* shim_site(tapestry_state* function, const void* caller) {
    if (!tapestry_is_recording()) return function;
    struct site* mine = NULL;
    if (shim_is_binding(caller)) caller = shim_fortran_caller(caller);
    const size_t line = line_of(caller, function);
    for (size_t i = 0; i < TRIES; ++i) {
        struct site** at = &table[(line + i) % SITES];
        struct site* there = __atomic_load_n(at, __ATOMIC_ACQUIRE);
        if (!there) {
            if (!mine && !(mine = new_site(function, caller))) return function;
            if (__atomic_compare_exchange_n(at, &there, mine, 0, __ATOMIC_ACQ_REL,
                                            __ATOMIC_ACQUIRE))
                return mine->state;
        }
        if (there->caller != caller || there->function != function) continue;
        free(mine);
        return there->state;
    }
    free(mine);
    return function;
}
