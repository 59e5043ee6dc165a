/* SPDX-License-Identifier: Apache-2.0 */
/* Each thread writes to a slot of its own. When a thread ends, another one reuses its slot. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recorder.h"
#include "ticks.h"

__thread struct recorder_thread recorder_self = {.kind = TAPESTRY_THREAD_UNKNOWN};

static pthread_key_t end_key;
static pthread_once_t end_key_once = PTHREAD_ONCE_INIT;

/* The thread must be busy. */
static void write_record(unsigned words, uint64_t first, const uint64_t* rest) {
    uint64_t* record = recorder_room(words);
    if (!record) return;
    record[0] = first;
    if (words > 1) memcpy(record + 1, rest, (words - 1) * sizeof *rest);
    recorder_finish(record, first);
}

void recorder_append(unsigned words, uint64_t first, const uint64_t* rest) {
    if (!recorder_take()) {
        recorder_lost();
        return;
    }
    write_record(words, first, rest);
    recorder_give();
}

void recorder_defer(uint64_t first, uint64_t start, uint64_t end, uint64_t bytes) {
    const unsigned at = recorder_self.deferred_count;
    if (at >= RECORDER_MOST_DEFERRED) {
        recorder_lost();
        return;
    }
    recorder_self.deferred_count = at + 1;
    __asm__ volatile("" ::: "memory");
    uint64_t* record = recorder_self.deferred[at];
    record[0] = first;
    record[1] = start;
    record[2] = end;
    record[3] = bytes;
}

void recorder_write_deferred(void) {
    while (recorder_self.deferred_count != 0 && recorder_take()) {
        const unsigned at = recorder_self.deferred_count - 1;
        const uint64_t* record = recorder_self.deferred[at];
        const uint64_t rest[3] = {record[1], record[2], record[3]};
        const uint64_t first = record[0];
        recorder_self.deferred_count = at;
        write_record((unsigned)(first >> 8 & 0xff), first, rest);
        __asm__ volatile("" ::: "memory");
        recorder_self.busy = 0;
    }
}

static struct clock_point { uint64_t words[3]; } look_at_clocks(void) {
    struct clock_point point = {{0, 0, UINT64_MAX}};
    for (int i = 0; i < 5; ++i) { /* the one that nothing came between */
        const uint64_t before = recorder_ns();
        const uint64_t ticks = recorder_ticks();
        const uint64_t after = recorder_ns();
        if (after - before >= point.words[2]) continue;
        point.words[0] = ticks;
        point.words[1] = before + (after - before) / 2;
        point.words[2] = after - before;
    }
    recorder_self.next_clock =
        point.words[0] + (UINT64_C(1) << 30); /* a third of a second to nine */
    return point;
}
static const uint64_t kClock = TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_CLOCK, 4, 0, 0, 0);

void recorder_note_clock(void) {
    const struct clock_point point = look_at_clocks();
    recorder_append(4, kClock, point.words);
}

/* An OpenMP thread is named by its number in the team; 0 is the thread that started the team. */
extern int omp_get_thread_num(void) __attribute__((weak));
static void name_by_team(void) {
    if (recorder_self.kind != TAPESTRY_THREAD_OPENMP || recorder_self.name[0]) return;
    const int number = omp_get_thread_num ? omp_get_thread_num() : 0;
    if (number > 0) snprintf(recorder_self.name, sizeof recorder_self.name, "omp#%d", number);
}

static void note_thread(uint64_t start) {
    name_by_team();
    uint64_t rest[6] = {start, (uint64_t)syscall(SYS_gettid), 0, 0, 0, 0};
    char* name = (char*)(rest + 2);
    if (recorder_self.name[0])
        memcpy(name, recorder_self.name, sizeof recorder_self.name);
    else
        pthread_getname_np(pthread_self(), name, 32);
    recorder_append(7,
                    TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_THREAD, 7, recorder_self.is_named,
                                        recorder_self.kind, recorder_self.number),
                    rest);
}

static uint64_t* first_record(struct tapestry_chunk* chunk) { return (uint64_t*)(chunk + 1); }

static void use_slot(struct tapestry_chunk* slot, uint64_t* at) {
    recorder_self.chunk = slot;
    recorder_self.at = at;
    recorder_self.end = (uint64_t*)((char*)slot + TAPESTRY_CHUNK_BYTES);
    recorder_self.copy = 0;
    recorder_self.refused = 0;
}

static int begin_slot(void) {
    struct tapestry_chunk* slot = recorder_new_slot();
    if (!slot) return 0;
    slot->thread = recorder_self.number;
    use_slot(slot, first_record(slot));
    __atomic_store_n(&slot->magic, TAPESTRY_CHUNK_MAGIC, __ATOMIC_RELEASE);
    return 1;
}

/* Empties the slot. At every moment the file contains each record. */
static int empty_slot(void) {
    struct tapestry_chunk* slot = recorder_self.chunk;
    if (slot->magic != TAPESTRY_CHUNK_MAGIC) return 0; /* see begin_without_disk */
    const int copied = recorder_copy_out(slot, &recorder_self.copy);
    if (copied) {
        uint64_t* first = first_record(slot);
        __atomic_store_n(first, 0, __ATOMIC_RELEASE);
        __atomic_store_n(&slot->sequence, slot->sequence + 1, __ATOMIC_RELEASE);
        slot->thread = recorder_self.number;
        memset(first + 1, 0, (size_t)((char*)recorder_self.end - (char*)(first + 1)));
        recorder_self.at = first;
        recorder_self.refused = 0;
    }
    return copied;
}

uint64_t* recorder_room(unsigned words) {
    struct recorder_thread* self = &recorder_self;
    if (self->end - self->at < (ptrdiff_t)words) {
        const int saved = errno;
        /* A disk that was full may have space again. */
        const int got = self->refused++ % 4096 == 0 && empty_slot();
        if (got) {
            const struct clock_point point = look_at_clocks();
            write_record(4, kClock, point.words);
        }
        errno = saved;
        if (!got) {
            recorder_lost();
            return NULL;
        }
    }
    uint64_t* record = self->at;
    self->at = record + words;
    return record;
}

/* States that are open when the thread ends last until then. */
static void leave_open_states(uint64_t now) {
    struct tapestry_chunk* slot = recorder_self.chunk;
    uint32_t depth = slot->depth < TAPESTRY_MOST_OPEN ? slot->depth : TAPESTRY_MOST_OPEN;
    while (depth-- > 0) {
        const struct tapestry_open open = slot->open[depth];
        if (open.id != TAPESTRY_INHERITED && open.id != 0)
            recorder_append(3, TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_STATE, 3, depth, 0, open.id),
                            (uint64_t[]){open.start, now});
        slot->depth = depth;
    }
}

/* Releases the slot for the next thread that starts. */
static void end_thread(void* unused) {
    (void)unused;
    struct recorder_thread* self = &recorder_self;
    if (!self->chunk) return;
    if (!self->name[0]) note_thread(self->start); /* it may have got a name since */
    recorder_leave_model(0);
    uint64_t now = recorder_ticks();
    recorder_count_until_now();
    recorder_end_counters();
    leave_open_states(now);
    recorder_append(2, TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_THREAD_END, 2, 0, 0, self->number),
                    &now);
    recorder_end_functions();
    self->busy = 1;
    pthread_mutex_lock(&recorder.lock);
    const int is_room = recorder.spares < 64;
    if (is_room) {
        recorder.spare[recorder.spares] = self->chunk;
        recorder.spare_at[recorder.spares++] = self->at;
    }
    pthread_mutex_unlock(&recorder.lock);
    if (!is_room) munmap(self->chunk, TAPESTRY_CHUNK_BYTES);
    self->chunk = NULL;
    self->busy = 0;
}

static void make_end_key(void) { pthread_key_create(&end_key, end_thread); }

/* Whether the thread belongs to an OpenMP team, which may have started before the library was
 * loaded. */
static int openmp_number(void) {
    int (*level)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "omp_get_level");
    int (*number)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "omp_get_thread_num");
    return level && number && level() > 0 ? number() : 0;
}

static void find_kind(void) {
    struct recorder_thread* self = &recorder_self;
    if (syscall(SYS_gettid) == getpid()) {
        self->kind = TAPESTRY_THREAD_MAIN;
        return;
    }
    const int number = self->kind == TAPESTRY_THREAD_MAIN ? 0 : openmp_number();
    if (number > 0) self->kind = TAPESTRY_THREAD_OPENMP;
}

/* The disk is full: open states are still tracked, so that leaving them stays correct, and
 * records are counted as lost. */
static int begin_without_disk(void) {
    void* page = mmap(NULL, TAPESTRY_CHUNK_BYTES, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (page == MAP_FAILED) return 0;
    recorder_self.chunk = page;
    recorder_self.at = recorder_self.end = (uint64_t*)page;
    return 1;
}

int recorder_begin_thread(void) {
    struct recorder_thread* self = &recorder_self;
    if (self->busy || !recorder_is_on()) return 0;
    const int saved = errno;
    const uint64_t paused = recorder_pause_model();
    self->busy = 1;
    pthread_mutex_lock(&recorder.lock);
    const int is_first = recorder.threads == 0;
    self->number = recorder.threads++;
    if (recorder.spares > 0) {
        --recorder.spares;
        recorder.spare[recorder.spares]->depth = 0;
        use_slot(recorder.spare[recorder.spares], recorder.spare_at[recorder.spares]);
    }
    pthread_mutex_unlock(&recorder.lock);
    const int has_slot = self->chunk || begin_slot() || begin_without_disk();
    self->busy = 0;
    if (!has_slot) {
        recorder_resume_model(paused);
        return 0;
    }
    find_kind();
    if (!self->start) self->start = recorder_ticks();
    note_thread(self->start);
    recorder_begin_counters();
    if (is_first) {
        recorder_note_clock();
        recorder_measure_cost();
        recorder_define_again();
    }
    recorder_restart_counters();
    pthread_once(&end_key_once, make_end_key);
    pthread_setspecific(end_key, self);
    recorder_resume_model(paused);
    errno = saved;
    return 1;
}

/* In a forked child: its states continue, but were entered before its recording began. */
void recorder_after_fork(void) {
    struct recorder_thread* self = &recorder_self;
    struct tapestry_chunk* old = self->chunk;
    self->start = recorder_ticks();
    self->kind = TAPESTRY_THREAD_MAIN;
    self->tid = 0;
    recorder_end_counters();
    if (!old) return;
    const uint32_t depth = old->depth;
    self->chunk = NULL;
    munmap(old, TAPESTRY_CHUNK_BYTES);
    if (depth == 0 || !recorder_begin_thread()) return;
    for (uint32_t i = 0; i < depth && i < TAPESTRY_MOST_OPEN; ++i)
        self->chunk->open[i].id = TAPESTRY_INHERITED;
    self->chunk->depth = depth;
}

TAPESTRY_PUBLIC void tapestry_name_thread(const char* name) {
    struct recorder_thread* self = &recorder_self;
    if (!name || !*name) return;
    if (!recorder_is_on()) {
        FORWARD(name_thread(name));
        return;
    }
    strncpy(self->name, name, sizeof self->name - 1);
    self->is_named = 1;
    if (self->chunk)
        note_thread(self->start);
    else
        recorder_begin_thread();
}
