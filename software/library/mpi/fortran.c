/* SPDX-License-Identifier: Apache-2.0 */
/* Fortran programs. Open MPI's Fortran bindings (mpif.h, mpi, mpi_f08) convert handles and
 * strings to C and call the profiling names, bypassing the shim. So when the shim is loaded, the
 * bindings' entries for PMPI_Send and the like are redirected to the shim's MPI_Send; everything
 * else is unchanged. MPICH's bindings call MPI_Send, and only have to be known as bindings. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

#include "shim.h"

#if defined(__aarch64__)
enum { JUMP_SLOT = R_AARCH64_JUMP_SLOT, GLOBAL = R_AARCH64_GLOB_DAT };
#elif defined(__x86_64__)
enum { JUMP_SLOT = R_X86_64_JUMP_SLOT, GLOBAL = R_X86_64_GLOB_DAT };
#else
enum { JUMP_SLOT = -1, GLOBAL = -1 }; /* nothing is found there, and nothing changed */
#endif

struct range {
    uintptr_t begin;
    uintptr_t end;
};
static int is_in(const struct range* range, uintptr_t at) {
    return at >= range->begin && at < range->end;
}

/* A library that is a language binding. */
enum { MOST_BINDINGS = 8 };
static struct binding {
    uintptr_t address; /* what the loader has added to those of its file */
    struct range all;
    struct range read_only; /* after the loader has done its work */
    const ElfW(Dyn) * dynamic;
} bindings[MOST_BINDINGS];
static int binding_count;

int shim_is_binding(const void* caller) {
    for (int i = 0; i < binding_count; ++i)
        if (is_in(&bindings[i].all, (uintptr_t)caller)) return 1;
    return 0;
}

static _Unwind_Reason_Code look(struct _Unwind_Context* context, void* found) {
    const void* at = (const void*)_Unwind_GetIP(context);
    const int was_inside = *(const void**)found != NULL;
    if (shim_is_binding(at) || was_inside) *(const void**)found = at;
    return was_inside && !shim_is_binding(at) ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/* dispatch_fortran.c */
extern const void* tapestry_fortran_caller(void) __attribute__((weak));

const void* shim_fortran_caller(const void* binding) {
    const void* found = tapestry_fortran_caller ? tapestry_fortran_caller() : NULL;
    if (found) return found;
    _Unwind_Backtrace(look, &found);
    return found ? found : binding;
}

/* The contents of an object's dynamic section. */
struct symbols {
    const ElfW(Sym) * symbols;
    const char* names;
    const ElfW(Rela) * plain;
    size_t plain_count;
    const ElfW(Rela) * jumps;
    size_t jump_count;
};

static struct symbols read_dynamic(const ElfW(Dyn) * entry) {
    struct symbols s = {0};
    for (; entry->d_tag != DT_NULL; ++entry) {
        const void* at = (const void*)entry->d_un.d_ptr; /* glibc has added where it is loaded */
        if (entry->d_tag == DT_SYMTAB) s.symbols = at;
        if (entry->d_tag == DT_STRTAB) s.names = at;
        if (entry->d_tag == DT_RELA) s.plain = at;
        if (entry->d_tag == DT_RELASZ) s.plain_count = entry->d_un.d_val / sizeof *s.plain;
        if (entry->d_tag == DT_JMPREL) s.jumps = at;
        if (entry->d_tag == DT_PLTRELSZ) s.jump_count = entry->d_un.d_val / sizeof *s.jumps;
    }
    return s;
}

/* The shim's function for that name; NULL: none. */
static void* stand_in(const char* name) {
    Dl_info own, found;
    static void* self;
    if (strncmp(name, "PMPI_", 5) != 0) return NULL;
    if (!self && dladdr(bindings, &own)) self = dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    void* function = self ? dlsym(self, name + 1) : NULL;
    const int is_own = function && dladdr(function, &found) && dladdr(bindings, &own) &&
                       found.dli_fbase == own.dli_fbase;
    return is_own ? function : NULL;
}

/* Restores the protection of a page that the loader has made read-only. */
static void point_at(void** slot, void* function, int is_read_only) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void* begin = (void*)((uintptr_t)slot / page * page);
    if (is_read_only && mprotect(begin, page, PROT_READ | PROT_WRITE) != 0) return;
    *slot = function;
    if (is_read_only) mprotect(begin, page, PROT_READ);
}

static void stand_in_all(const struct binding* b, const struct symbols* s,
                         const ElfW(Rela) * relocation, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const int type = (int)ELF64_R_TYPE(relocation[i].r_info);
        if (type != JUMP_SLOT && type != GLOBAL) continue;
        const char* name = s->names + s->symbols[ELF64_R_SYM(relocation[i].r_info)].st_name;
        void* function = stand_in(name);
        const uintptr_t slot = b->address + relocation[i].r_offset;
        if (function) point_at((void**)slot, function, is_in(&b->read_only, slot));
    }
}

static void redirect(const struct binding* b) {
    const struct symbols s = read_dynamic(b->dynamic);
    if (!s.symbols || !s.names) return;
    if (s.plain) stand_in_all(b, &s, s.plain, s.plain_count);
    if (s.jumps) stand_in_all(b, &s, s.jumps, s.jump_count);
}

static void take_part(struct binding* b, const ElfW(Phdr) * part) {
    const struct range at = {b->address + part->p_vaddr,
                             b->address + part->p_vaddr + part->p_memsz};
    if (part->p_type == PT_DYNAMIC) b->dynamic = (const ElfW(Dyn)*)at.begin;
    if (part->p_type == PT_GNU_RELRO) b->read_only = at;
    if (part->p_type != PT_LOAD) return;
    if (at.begin < b->all.begin) b->all.begin = at.begin;
    if (at.end > b->all.end) b->all.end = at.end;
}

static int visit(struct dl_phdr_info* object, size_t size, void* unused) {
    (void)size, (void)unused;
    const char* slash = strrchr(object->dlpi_name, '/');
    const char* name = slash ? slash + 1 : object->dlpi_name;
    static const char* const known[] = {"libmpi_mpifh", "libmpi_usempi", "libmpifort",
                                        "libmpichfort"};
    unsigned i = 0;
    while (i < 4 && strncmp(name, known[i], strlen(known[i])) != 0) ++i;
    if (i == 4) return 0;
    if (binding_count >= MOST_BINDINGS) return 0;
    struct binding* b = &bindings[binding_count];
    *b = (struct binding){object->dlpi_addr, {UINTPTR_MAX, 0}, {0, 0}, NULL};
    for (int p = 0; p < object->dlpi_phnum; ++p) take_part(b, &object->dlpi_phdr[p]);
    binding_count += b->dynamic != NULL;
    return 0;
}

/* The libraries that the program is linked with are loaded before the first constructor runs. */
__attribute__((constructor)) static void at_start(void) {
    const char* folder = getenv("TAPESTRY_RECORD");
    if (!folder || !*folder) return;
    dl_iterate_phdr(visit, NULL);
    for (int i = 0; i < binding_count; ++i) redirect(&bindings[i]);
}
