/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the library: the recording of the process, and the state of each thread
 * that writes to it. */
#ifndef TAPESTRY_RECORDER_H
#define TAPESTRY_RECORDER_H

#include <pthread.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "recording_layout.h"
#include "tapestry.h"

#define TAPESTRY_HIDDEN __attribute__((visibility("hidden")))
#define TAPESTRY_PUBLIC __attribute__((visibility("default")))

enum { RECORDER_MOST_DEFERRED = 16 };

/* A thread's modelled time; see modelled.c. */
enum model_doing { MODEL_WORKS = 0, MODEL_CALLS = 1, MODEL_WAITS = 2 };
struct tapestry_modelled {
    int is_in;     /* it has called a driver */
    int is_listed; /* the device does not run ahead of it while it works */
    int doing;     /* enum model_doing */
    int tid;
    clockid_t clock;     /* its processor time */
    uint64_t born_ns;    /* modelled time of its beginning */
    uint64_t begin_ns;   /* processor time that beginning to record took: it is not the program's */
    uint64_t ns;         /* modelled time when it began to work, */
    uint64_t cpu;        /* and its processor time then */
    uint64_t call_ticks; /* when it called, */
    uint64_t from_ns;    /* its modelled time then, */
    uint64_t call_ns;    /* and since: when what it asked for was done */
    struct tapestry_modelled* next;
};

/* The calling thread. `chunk` is NULL until its first record. */
struct recorder_thread {
    struct tapestry_chunk* chunk;
    uint64_t* at; /* where the next record goes */
    uint64_t* end;
    uint32_t number;
    int tid;          /* 0: not asked yet */
    uint32_t refused; /* records since the disk was full */
    uint64_t copy;    /* number of the chunk that the next copy goes to; 0: none yet */
    int kind;
    uint64_t next_clock; /* ticks at which both clocks are to be looked at again */
    uint64_t start;      /* ticks; 0: at its first record */
    /* Set while the thread writes a record. If a signal handler interrupts it and leaves a
     * state, that is postponed in `deferred`; other records of the handler are lost, and
     * counted. */
    volatile int busy;
    volatile unsigned deferred_count;
    uint64_t deferred[RECORDER_MOST_DEFERRED][4]; /* first word, start, end, bytes */
    char name[32];
    int is_named; /* by tapestry_name_thread */
    struct tapestry_modelled model;
};
extern TAPESTRY_HIDDEN __thread struct recorder_thread recorder_self
    __attribute__((tls_model("initial-exec")));

/* process.c: the file. */
enum recorder_mode {
    RECORDER_UNKNOWN = 0,
    RECORDER_ON = 1,
    RECORDER_OFF = 2,
    RECORDER_STARTING = 3
};
struct recorder_process {
    int mode; /* enum recorder_mode, atomic */
    int file;
    int tick;
    int is_off;        /* the program does not want to be recorded now; atomic */
    unsigned counters; /* that threads have, see counters.c */
    struct tapestry_header* header;
    uint64_t most_chunks;
    double skew_ns;   /* a test pretends that the clock of this rank is off by so much, */
    double skew_rate; /* and runs so much faster */
    uint32_t threads;
    pthread_mutex_t lock;             /* of what follows */
    struct tapestry_chunk* spare[64]; /* slots of threads that have ended */
    uint64_t* spare_at[64];
    int spares;
};
extern TAPESTRY_HIDDEN struct recorder_process recorder;

TAPESTRY_HIDDEN int recorder_is_on(void); /* looks once whether there is a folder to record to */
TAPESTRY_HIDDEN struct tapestry_chunk* recorder_new_slot(void); /* mapped, or NULL */
TAPESTRY_HIDDEN struct tapestry_chunk* recorder_map_slot(uint64_t number);
TAPESTRY_HIDDEN int recorder_copy_out(const struct tapestry_chunk* slot, uint64_t* number);
TAPESTRY_HIDDEN void recorder_lost(void);
TAPESTRY_HIDDEN uint64_t recorder_ticks(void);
TAPESTRY_HIDDEN uint64_t recorder_ns(void); /* of the clock that the recording is in */
TAPESTRY_HIDDEN void recorder_end(enum tapestry_ending how);

/* thread.c */
TAPESTRY_HIDDEN int recorder_begin_thread(void); /* 0 when nothing is recorded */
/* Reserves a record of that many words in the slot of the thread, which must be busy. NULL:
 * lost, and counted. */
TAPESTRY_HIDDEN uint64_t* recorder_room(unsigned words);
TAPESTRY_HIDDEN void recorder_append(unsigned words, uint64_t first, const uint64_t* rest);
TAPESTRY_HIDDEN void recorder_defer(uint64_t first, uint64_t start, uint64_t end, uint64_t bytes);
TAPESTRY_HIDDEN void recorder_write_deferred(void);
TAPESTRY_HIDDEN void recorder_note_clock(void);
TAPESTRY_HIDDEN void recorder_after_fork(void);

/* tapestry.c: at a given time, which is not after that of later records of the thread. */
TAPESTRY_HIDDEN void recorder_enter_at(tapestry_state* state, uint64_t start);
TAPESTRY_HIDDEN void recorder_leave_at(tapestry_state* state, uint64_t end);

/* chosen.c */
TAPESTRY_HIDDEN void recorder_read_filter(const char* folder);
TAPESTRY_HIDDEN int recorder_is_left_out(const char* name);
TAPESTRY_HIDDEN int recorder_is_named_device(const char* path);

/* ring.c: a recording that keeps what came last. */
TAPESTRY_HIDDEN void recorder_begin_ring(void);
TAPESTRY_HIDDEN void recorder_end_ring(void);
TAPESTRY_HIDDEN int recorder_is_ring(void);
TAPESTRY_HIDDEN struct tapestry_chunk* recorder_ring_slot(void);
TAPESTRY_HIDDEN int recorder_ring_copy(const struct tapestry_chunk* slot);

/* counters.c: what was counted since the last call belongs to the innermost open state. */
TAPESTRY_HIDDEN void recorder_choose_counters(void);
TAPESTRY_HIDDEN void recorder_begin_counters(void);
TAPESTRY_HIDDEN void recorder_restart_counters(void);
TAPESTRY_HIDDEN void recorder_end_counters(void);
TAPESTRY_HIDDEN void recorder_count_until_now(void);

/* cost.c: fills in the cost of a state in the header. */
TAPESTRY_HIDDEN void recorder_measure_cost(void);

/* sites.c: the state of a function that is called by the program itself; NULL: by others. */
TAPESTRY_HIDDEN tapestry_state* recorder_own_site(tapestry_state* function, const void* caller);
/* The state of a function of the program, without a name; NULL: there is no room. */
TAPESTRY_HIDDEN tapestry_state* recorder_function(const void* address);

/* functions.c */
TAPESTRY_HIDDEN void recorder_enter_function(const void* address);
TAPESTRY_HIDDEN void recorder_leave_function(const void* address);
TAPESTRY_HIDDEN void recorder_end_functions(void); /* the thread ends */

/* thread_waits.c: the calling thread has begun, or ends. */
TAPESTRY_HIDDEN void recorder_note_pthread(void);
TAPESTRY_HIDDEN void recorder_note_pthread_end(void);
TAPESTRY_HIDDEN int recorder_own_tid(void);

/* modelled.c */
TAPESTRY_HIDDEN int recorder_is_modelled(void); /* a driver was called */
TAPESTRY_HIDDEN uint64_t recorder_modelled_now(void);
/* Called before a thread is created, when it starts, and if its creation failed. */
TAPESTRY_HIDDEN void recorder_expect_thread(struct tapestry_modelled* child);
TAPESTRY_HIDDEN void recorder_thread_came(struct tapestry_modelled* child);
TAPESTRY_HIDDEN void recorder_expect_no_more(struct tapestry_modelled* child);
/* Brackets work of the library itself, which does not count as the program's. */
TAPESTRY_HIDDEN uint64_t recorder_pause_model(void);
TAPESTRY_HIDDEN void recorder_resume_model(uint64_t paused);
TAPESTRY_HIDDEN void recorder_leave_model(int is_last); /* the thread ends, or the process */
TAPESTRY_HIDDEN void recorder_model_after_fork(void);

/* define.c */
TAPESTRY_HIDDEN uint32_t recorder_define(tapestry_state* state, unsigned what);
TAPESTRY_HIDDEN void recorder_define_again(void);

/* A program linked with the static library may run where `record` has loaded the shared one too.
 * To leave a single recording, the static library forwards its calls to the shared one. */
struct tapestry_api {
    void (*enter)(tapestry_state*);
    void (*leave)(tapestry_state*);
    void (*leave_bytes)(tapestry_state*, uint64_t);
    void (*count)(tapestry_counter*, double);
    void (*note)(tapestry_mark*, int64_t);
    void (*name_thread)(const char*);
    int (*is_recording)(void);
    void (*device_clock)(const char*, uint64_t, uint64_t, uint64_t);
    uint64_t (*model_clock)(const char*, double);
    uint64_t (*model_call)(void);
    tapestry_modelled* (*model_wait)(void);
    void (*model_done)(tapestry_modelled*, uint64_t);
    void (*model_go_on)(void);
    uint64_t (*model_horizon)(void);
    void (*enter_function)(const void*);
    void (*leave_function)(const void*);
    void (*recording)(int);
};
extern const struct tapestry_api tapestry_shared_api;
#ifdef TAPESTRY_STATIC
extern TAPESTRY_HIDDEN const struct tapestry_api* recorder_shared;
#define FORWARD(call)                                      \
    do {                                                   \
        if (recorder_shared) return recorder_shared->call; \
    } while (0)
#else
#define FORWARD(call) ((void)0)
#endif

/* Bracket every write to the slot. */
static inline int recorder_take(void) {
    if (recorder_self.busy) return 0;
    recorder_self.busy = 1;
    __asm__ volatile("" ::: "memory");
    return 1;
}
static inline void recorder_give(void) {
    __asm__ volatile("" ::: "memory");
    recorder_self.busy = 0;
    __asm__ volatile("" ::: "memory");
    if (__builtin_expect(recorder_self.deferred_count != 0, 0)) recorder_write_deferred();
}
/* Completes a record; recording_layout.h explains why its first word is written twice. */
static inline void recorder_finish(uint64_t* record, uint64_t first) {
    __atomic_store_n(record, first | TAPESTRY_FINISHED, __ATOMIC_RELEASE);
}

#endif
