/* SPDX-License-Identifier: Apache-2.0 */
/* The names by which Fortran calls MPI (mpi_send_, mpi_send_f08_). Each remembers who called it and
 * goes on to the binding; the shim, which only sees the binding as its caller, asks for that. To
 * unwind the stack instead takes ten times as long as the call. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#include "../tapestry.h"

#define HIDDEN __attribute__((visibility("hidden")))

static const char* const names[] = {
#define FORTRAN(name) #name,
#include "forwarded_fortran.def"
#undef FORTRAN
};

extern HIDDEN void* fortran_slots[];
HIDDEN __thread const void* fortran_caller __attribute__((tls_model("initial-exec")));

#if defined(__x86_64__)
__asm__(
    ".data\n.balign 8\n.hidden fortran_slots\n.globl fortran_slots\nfortran_slots:\n"
#define FORTRAN(name) ".quad .Lfind_" #name "\n"
#include "forwarded_fortran.def"
#undef FORTRAN
    ".text\n.set fortran_number, 0\n"
#define FORTRAN(name)                                                                        \
    ".globl " #name "\n.type " #name ", @function\n" #name                                   \
    ":\n endbr64\n movq (%rsp), %r11\n movq fortran_caller@gottpoff(%rip), %rax\n"           \
    " movq %r11, %fs:(%rax)\n jmp *(fortran_slots + 8 * fortran_number)(%rip)\n.size " #name \
    ", . - " #name "\n.Lfind_" #name                                                         \
    ":\n endbr64\n pushq $fortran_number\n jmp .Lfind_fortran\n"                             \
    ".set fortran_number, fortran_number + 1\n"
#include "forwarded_fortran.def"
#undef FORTRAN
    ".Lfind_fortran:\n"
    " pushq %rdi\n pushq %rsi\n pushq %rdx\n pushq %rcx\n pushq %r8\n pushq %r9\n"
    " movq 48(%rsp), %rdi\n call fortran_find\n movq %rax, %r11\n"
    " popq %r9\n popq %r8\n popq %rcx\n popq %rdx\n popq %rsi\n popq %rdi\n"
    " addq $8, %rsp\n jmp *%r11\n");

HIDDEN __attribute__((used)) void* fortran_find(uint64_t number) {
    void* function = dlsym(RTLD_NEXT, names[number]);
    if (!function) abort(); /* who calls a function has a library that defines it */
    __atomic_store_n(&fortran_slots[number], function, __ATOMIC_RELEASE);
    return function;
}
#endif /* elsewhere the shim unwinds the stack */

/* Once: whoever does not come by these names must not be taken for the last who did. */
__attribute__((visibility("default"))) const void* tapestry_fortran_caller(void) {
    const void* caller = fortran_caller;
    fortran_caller = NULL;
    return caller;
}
