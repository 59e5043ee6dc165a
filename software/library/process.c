/* SPDX-License-Identifier: Apache-2.0 */
/* The recording of this process is one file. Threads write to mapped chunks, so that the kernel
 * keeps every record whatever happens to the process; memory use is one chunk per thread. Full
 * chunks are copied to the end of the file, because pwrite costs a sixth of the first touch of
 * mapped pages. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "recorder.h"
#include "ticks.h"

struct recorder_process recorder = {.lock = PTHREAD_MUTEX_INITIALIZER, .file = -1};

uint64_t recorder_ticks(void) {
    return recorder.tick == TAPESTRY_TICK_COUNTER ? tapestry_counter_ticks()
                                                  : tapestry_monotonic_ns();
}

uint64_t recorder_ns(void) {
    const uint64_t ns = tapestry_monotonic_ns();
    if (recorder.skew_ns == 0 && recorder.skew_rate == 0) return ns;
    return ns + (uint64_t)(int64_t)(recorder.skew_ns + recorder.skew_rate * (double)ns);
}

void recorder_lost(void) { __atomic_fetch_add(&recorder.header->lost, 1, __ATOMIC_RELAXED); }

static void read_line(const char* path, char* text, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : read(file, text, size - 1);
    if (file >= 0) close(file);
    text[got < 0 ? 0 : got] = 0;
    text[strcspn(text, "\n")] = 0;
}

/* A program under mpirun has a rank even if it never calls MPI. */
static int launched_rank(void) {
    static const char* const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; ++i) {
        const char* rank = getenv(names[i]);
        if (rank && *rank >= '0' && *rank <= '9') return atoi(rank);
    }
    return -1;
}

static uint64_t hash_of(const char* text) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text; ++text) hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

/* Ranks of one mpirun are one world; launchers that follow PMIx name it. */
static uint64_t launched_world(void) {
    const char* name = getenv("PMIX_NAMESPACE");
    return name && *name ? hash_of(name) | 1 : 0;
}

/* For tests of the alignment: OFFSET_NS,PARTS_PER_MILLION, multiplied by the rank. */
static void read_skew(void) {
    const char* skew = getenv("TAPESTRY_CLOCK_SKEW");
    const int rank = launched_rank();
    double ns = 0, ppm = 0;
    if (!skew || rank < 0 || sscanf(skew, "%lf,%lf", &ns, &ppm) < 1) return;
    recorder.skew_ns = ns * rank;
    recorder.skew_rate = ppm * 1e-6 * rank;
}

/* Processes of one boot of a machine share its clock, unless a test pretends otherwise. */
static void read_boot(char* text, size_t size) {
    read_line("/proc/sys/kernel/random/boot_id", text, size);
    if (!*text) gethostname(text, size - 1);
    if (recorder.skew_ns != 0 || recorder.skew_rate != 0)
        snprintf(text, size, "pretended by rank %d", launched_rank());
}

TAPESTRY_PUBLIC uint64_t tapestry_clock_id(void) {
    char boot[40] = "";
    read_boot(boot, sizeof boot);
    return hash_of(boot);
}

static void fill_header(struct tapestry_header* h) {
    memset(h, 0, sizeof *h);
    h->version = TAPESTRY_LAYOUT_VERSION;
    h->byte_order = TAPESTRY_BYTE_ORDER;
    h->header_bytes = TAPESTRY_HEADER_BYTES;
    h->chunk_bytes = TAPESTRY_CHUNK_BYTES;
    h->pid = (uint32_t)getpid();
    h->parent_pid = (uint32_t)getppid();
    h->rank = -1;
    h->launched = launched_rank() + 1;
    h->world = launched_world();
    h->tick = (uint32_t)recorder.tick;
    h->ticks_hz = recorder.tick == TAPESTRY_TICK_COUNTER ? tapestry_counter_hz() : 1000000000u;
    h->start_ticks = recorder_ticks();
    read_boot(h->boot, sizeof h->boot);
    gethostname(h->host, sizeof h->host - 1);
    ssize_t length = readlink("/proc/self/exe", h->program, sizeof h->program - 1);
    h->program[length < 0 ? 0 : length] = 0;
    __asm__ volatile("" ::: "memory"); /* the magic comes last */
    memcpy(h->magic, TAPESTRY_MAGIC, sizeof h->magic);
}

/* A process that calls exec leaves one file for each program. */
static int new_file(const char* folder) {
    char path[4096];
    for (int i = 0; i < 10000; ++i) {
        int length = snprintf(path, sizeof path, "%s/%d.%d.taphost", folder, (int)getpid(), i);
        if (length < 0 || (size_t)length >= sizeof path) return -1;
        int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

#ifdef TAPESTRY_STATIC
const struct tapestry_api* recorder_shared;
extern const char _DYNAMIC[] __attribute__((weak)); /* not there in a program that is all static */
static int is_shared_loaded(void) {
    if (_DYNAMIC) recorder_shared = dlsym(RTLD_DEFAULT, "tapestry_shared_api");
    return recorder_shared != NULL;
}
#else
static int is_shared_loaded(void) { return 0; }
#endif

static int open_recording(void) {
    if (is_shared_loaded()) return 0;
    const char* folder = getenv("TAPESTRY_RECORD");
    if (!folder || !*folder) return 0;
    const char* limit = getenv("TAPESTRY_RECORD_LIMIT"); /* in MiB for each process */
    const unsigned long long mib = limit ? strtoull(limit, NULL, 10) : 0;
    recorder.most_chunks = mib ? mib * 1048576u / TAPESTRY_CHUNK_BYTES : UINT64_MAX;
    recorder.tick = TAPESTRY_HAS_COUNTER && tapestry_counter_is_steady() ? TAPESTRY_TICK_COUNTER
                                                                         : TAPESTRY_TICK_NS;
    read_skew();
    recorder_read_filter(folder);
    recorder.file = new_file(folder);
    if (recorder.file < 0) return 0;
    if (posix_fallocate(recorder.file, 0, TAPESTRY_HEADER_BYTES) != 0) return 0;
    void* mapped =
        mmap(NULL, TAPESTRY_HEADER_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, recorder.file, 0);
    if (mapped == MAP_FAILED) return 0;
    recorder.header = mapped;
    fill_header(mapped);
    recorder_choose_counters();
    recorder_begin_ring();
    return 1;
}

static void before_fork(void) {
    recorder_self.busy =
        1; /* for signals, and for the functions that other libraries call at a fork */
    pthread_mutex_lock(&recorder.lock);
}
static void after_fork_here(void) {
    pthread_mutex_unlock(&recorder.lock);
    recorder_self.busy = 0;
}
/* The child starts a recording of its own with its first record. */
static void after_fork_in_child(void) {
    pthread_mutex_init(&recorder.lock, NULL);
    if (recorder.header) munmap(recorder.header, TAPESTRY_HEADER_BYTES);
    if (recorder.file >= 0) close(recorder.file);
    for (int i = 0; i < recorder.spares; ++i) munmap(recorder.spare[i], TAPESTRY_CHUNK_BYTES);
    recorder_end_ring();
    recorder.header = NULL;
    recorder.file = -1;
    recorder.spares = 0;
    recorder.threads = 0;
    recorder.mode = RECORDER_UNKNOWN;
    recorder_self.busy = 0;
    recorder_model_after_fork();
    recorder_after_fork();
}

int recorder_is_on(void) {
    static int forks_are_noticed = 0;
    int mode = __atomic_load_n(&recorder.mode, __ATOMIC_ACQUIRE);
    if (mode != RECORDER_UNKNOWN) return mode == RECORDER_ON;
    int expected = RECORDER_UNKNOWN;
    if (!__atomic_compare_exchange_n(&recorder.mode, &expected, RECORDER_STARTING, 0,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return expected == RECORDER_ON;
    const int saved = errno;
    mode = open_recording() ? RECORDER_ON : RECORDER_OFF;
    if (mode == RECORDER_ON && !__atomic_exchange_n(&forks_are_noticed, 1, __ATOMIC_RELAXED))
        pthread_atfork(before_fork, after_fork_here, after_fork_in_child);
    errno = saved;
    __atomic_store_n(&recorder.mode, mode, __ATOMIC_RELEASE);
    return mode == RECORDER_ON;
}

static off_t place_of(uint64_t number) {
    return (off_t)(TAPESTRY_HEADER_BYTES + number * TAPESTRY_CHUNK_BYTES);
}

struct tapestry_chunk* recorder_new_slot(void) {
    if (recorder_is_ring()) return recorder_ring_slot();
    const uint64_t number = __atomic_fetch_add(&recorder.header->chunks, 1, __ATOMIC_RELAXED);
    return number < recorder.most_chunks ? recorder_map_slot(number) : NULL;
}

struct tapestry_chunk* recorder_map_slot(uint64_t number) {
    /* A mapped page without disk space would kill the program with SIGBUS; allocating it here
     * detects a full disk. */
    if (posix_fallocate(recorder.file, place_of(number), TAPESTRY_CHUNK_BYTES) != 0) return NULL;
    struct tapestry_chunk* slot = mmap(NULL, TAPESTRY_CHUNK_BYTES, PROT_READ | PROT_WRITE,
                                       MAP_SHARED | MAP_POPULATE, recorder.file, place_of(number));
    if (slot == MAP_FAILED) return NULL;
    memset((char*)slot, 0, TAPESTRY_CHUNK_BYTES); /* a copy that is not needed may have been here */
    slot->slot = (uint32_t)number;
    return slot;
}

int recorder_copy_out(const struct tapestry_chunk* slot, uint64_t* number) {
    if (recorder_is_ring()) return recorder_ring_copy(slot);
    if (*number == 0) *number = __atomic_fetch_add(&recorder.header->chunks, 1, __ATOMIC_RELAXED);
    if (*number >= recorder.most_chunks) return 0;
    const ssize_t written = pwrite(recorder.file, slot, TAPESTRY_CHUNK_BYTES, place_of(*number));
    if (written != (ssize_t)TAPESTRY_CHUNK_BYTES) return 0;
    *number = 0;
    return 1;
}

void recorder_end(enum tapestry_ending how) {
    struct tapestry_header* header = recorder.header;
    if (__atomic_load_n(&recorder.mode, __ATOMIC_ACQUIRE) != RECORDER_ON) return;
    if (header->pid != (uint32_t)getpid()) return; /* the child of a vfork, in our memory */
    if (recorder_self.chunk) {
        recorder_count_until_now();
        recorder_leave_model(1);
        recorder_note_clock();
    }
    __atomic_store_n(&header->end_ticks, recorder_ticks(), __ATOMIC_RELAXED);
    __atomic_store_n(&header->ending, how, __ATOMIC_RELEASE);
}

__attribute__((constructor)) static void at_start(void) {
    if (!recorder_is_on()) return;
    recorder_self.kind = TAPESTRY_THREAD_MAIN;
    recorder_self.start = recorder.header->start_ticks; /* it lives before its first record */
}
__attribute__((destructor)) static void at_exit(void) { recorder_end(TAPESTRY_ENDED_BY_EXIT); }
