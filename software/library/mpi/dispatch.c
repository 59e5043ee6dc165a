/* SPDX-License-Identifier: Apache-2.0 */
/* What `tapestry record` loads into programs. The handles of MPI differ between Open MPI and the
 * family of MPICH, so there is a shim for each; this library has the names of all functions that
 * they replace, and passes each call on to the shim for the MPI that the program uses, or, if that
 * is neither, to MPI itself. A call goes through one jump that leaves arguments and return address
 * as they are. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../recording_layout.h"
#include "../tapestry.h"

#define HIDDEN __attribute__((visibility("hidden")))

static const char* const names[] = {
#define FORWARD(name) #name,
#include "forwarded.def"
#undef FORWARD
};
enum { COUNT = sizeof names / sizeof *names };

/* Where each call goes; at first to a piece of code that looks for it. */
extern HIDDEN void* dispatch_slots[];

#if defined(__x86_64__)
/* All arguments of MPI are integers and pointers; those in registers are kept. */
__asm__(
    ".data\n.balign 8\n.hidden dispatch_slots\n.globl dispatch_slots\ndispatch_slots:\n"
#define FORWARD(name) ".quad .Lfind_" #name "\n"
#include "forwarded.def"
#undef FORWARD
    ".text\n.set dispatch_number, 0\n"
#define FORWARD(name)                                                                              \
    ".globl " #name "\n.type " #name ", @function\n" #name                                         \
    ":\n endbr64\n jmp *(dispatch_slots + 8 * dispatch_number)(%rip)\n.size " #name ", . - " #name \
    "\n.Lfind_" #name                                                                              \
    ":\n endbr64\n pushq $dispatch_number\n jmp .Lfind\n.set dispatch_number, dispatch_number + "  \
    "1\n"
#include "forwarded.def"
#undef FORWARD
    ".Lfind:\n"
    " pushq %rdi\n pushq %rsi\n pushq %rdx\n pushq %rcx\n pushq %r8\n pushq %r9\n"
    " movq 48(%rsp), %rdi\n call dispatch_find\n movq %rax, %r11\n"
    " popq %r9\n popq %r8\n popq %rcx\n popq %rdx\n popq %rsi\n popq %rdi\n"
    " addq $8, %rsp\n jmp *%r11\n");
#elif defined(__aarch64__)
__asm__(
    ".data\n.balign 8\n.hidden dispatch_slots\n.globl dispatch_slots\ndispatch_slots:\n"
#define FORWARD(name) ".quad .Lfind_" #name "\n"
#include "forwarded.def"
#undef FORWARD
    ".text\n.balign 4\n.set dispatch_number, 0\n"
#define FORWARD(name)                                                                    \
    ".globl " #name "\n.type " #name ", @function\n" #name                               \
    ":\n hint #34\n adrp x16, dispatch_slots + 8 * dispatch_number\n"                    \
    " ldr x16, [x16, :lo12:dispatch_slots + 8 * dispatch_number]\n br x16\n.size " #name \
    ", . - " #name "\n.Lfind_" #name                                                     \
    ":\n hint #34\n mov x17, #dispatch_number\n b .Lfind\n"                              \
    ".set dispatch_number, dispatch_number + 1\n"
#include "forwarded.def"
#undef FORWARD
    ".Lfind:\n"
    " stp x29, x30, [sp, #-80]!\n stp x0, x1, [sp, #16]\n stp x2, x3, [sp, #32]\n"
    " stp x4, x5, [sp, #48]\n stp x6, x7, [sp, #64]\n"
    " mov x0, x17\n bl dispatch_find\n mov x16, x0\n"
    " ldp x0, x1, [sp, #16]\n ldp x2, x3, [sp, #32]\n ldp x4, x5, [sp, #48]\n"
    " ldp x6, x7, [sp, #64]\n ldp x29, x30, [sp], #80\n br x16\n");
#else
#error "passing calls on is written for x86-64 and 64-bit ARM"
#endif

static void* mpi;  /* the library of the program; NULL: not loaded yet */
static void* shim; /* for it; NULL: there is none */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The first library that is called as those of MPI are. It may have been loaded for another library
 * alone; the shim needs its names too. */
static int find_library(struct dl_phdr_info* object, size_t size, void* found) {
    (void)size;
    const char* slash = strrchr(object->dlpi_name, '/');
    const char* name = slash ? slash + 1 : object->dlpi_name;
    if (strncmp(name, "libmpi.so", 9) != 0 && strncmp(name, "libmpich.so", 11) != 0) return 0;
    *(void**)found = dlopen(object->dlpi_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_GLOBAL);
    return *(void**)found != NULL;
}

/* Which shim fits, by what the library says of itself. */
static const char* shim_for(void* library) {
    static const char* const family[] = {"MPICH", "Intel(R) MPI", "MVAPICH", "ParaStation"};
    static char text[8192]; /* MPI_MAX_LIBRARY_VERSION_STRING of either */
    int length = 0;
    int (*version)(char*, int*) = (int (*)(char*, int*))dlsym(library, "PMPI_Get_library_version");
    if (!version || version(text, &length) != 0) return NULL;
    if (strstr(text, "Open MPI")) return "libtapestry-openmpi.so";
    for (unsigned i = 0; i < sizeof family / sizeof *family; ++i)
        if (strstr(text, family[i])) return "libtapestry-mpich.so";
    return NULL;
}

/* The shims lie beside this library. */
static void* open_beside(const char* name) {
    Dl_info own;
    char path[PATH_MAX];
    if (!dladdr((void*)&names, &own)) return NULL;
    const char* slash = strrchr(own.dli_fname, '/');
    const int folder = slash ? (int)(slash - own.dli_fname) + 1 : 0;
    const int length = snprintf(path, sizeof path, "%.*s%s", folder, own.dli_fname, name);
    return length > 0 && (size_t)length < sizeof path ? dlopen(path, RTLD_LAZY | RTLD_LOCAL) : NULL;
}

/* Needs the lock. A program that is not recorded is left alone. */
static void choose(void) {
    const char* folder = getenv("TAPESTRY_RECORD");
    if (mpi) return;
    dl_iterate_phdr(find_library, &mpi);
    if (!mpi) mpi = dlsym(RTLD_DEFAULT, "PMPI_Init") ? dlopen(NULL, RTLD_LAZY) : NULL;
    if (!mpi || !folder || !*folder) return;
    const char* name = shim_for(mpi);
    shim = name ? open_beside(name) : NULL;
    if (!shim) tapestry_strange_mpi(TAPESTRY_STRANGE_MPI);
}

/* Of the functions that no shim replaces: those of unrecorded.def. */
static unsigned strange_kind(const char* name) {
    if (strstr(name, "Session") || strstr(name, "_group")) return TAPESTRY_STRANGE_SESSIONS;
    return strstr(name, "eighbor") ? TAPESTRY_STRANGE_NEIGHBOURS : TAPESTRY_STRANGE_PARTITIONED;
}

HIDDEN __attribute__((used)) void* dispatch_find(uint64_t number) {
    char real[128] = "P";
    pthread_mutex_lock(&lock);
    choose();
    void* function = shim ? dlsym(shim, names[number]) : NULL;
    if (shim && !function) tapestry_strange_mpi(strange_kind(names[number]));
    if (!function && mpi) function = dlsym(mpi, strncat(real, names[number], sizeof real - 2));
    pthread_mutex_unlock(&lock);
    if (!function) abort(); /* who calls a function has a library that defines it */
    __atomic_store_n(&dispatch_slots[number], function, __ATOMIC_RELEASE);
    return function;
}

/* A binding for Fortran may call MPI by names that are not ours: the shim stands in for those when
 * it is loaded. */
__attribute__((constructor)) static void at_start(void) {
    pthread_mutex_lock(&lock);
    choose();
    pthread_mutex_unlock(&lock);
}
