// SPDX-License-Identifier: Apache-2.0
// The runtime of co.h: every software process is a thread, and one lock guards everything. The machine that runs the
// hardware, if there is one, makes a step only while all threads wait, so software takes no hardware time.
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "co_machine.h"

enum { kMostArguments = 64, kMostObjects = 4096 };

enum kind { STREAM, SIGNAL, REGISTER, MEMORY };

// Every object begins with its kind and name, so that the arguments of a process can be distinguished.
struct head {
    enum kind kind;
    const char *name;
};

struct element {
    uint64_t value;
    int ends;
};

struct co_stream_s {
    struct head head;
    unsigned bits, bytes, depth;
    struct element *ring;
    unsigned first, count;
    struct co_process_s *writer;  // process that opened it for writing, or wrote
    pthread_cond_t changed;
    unsigned waiting, changes; // threads that wait for a change of it
};

struct co_register_s {
    struct head head;
    unsigned bits;
    uint64_t value, seen;  // current value; value last seen by software
    int was_seen;
};

struct co_memory_s {
    struct head head;
    size_t bytes;
    unsigned char *data;
};

struct co_process_s {
    const char *name, *place;
    co_function run;
    int count;
    void *arguments[kMostArguments];
    const char *waits_for;
    int is_over;
};

struct co_architecture_s {
    const char *name;
};

const struct co_machine *co_machine = NULL;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_wait = PTHREAD_COND_INITIALIZER;
static struct head *objects[kMostObjects];
static struct co_process_s *processes[kMostObjects];
static int object_count, process_count;
static int running, software_left;  // threads that do not wait; software processes that have not ended
static __thread struct co_process_s *self;
static pthread_cond_t stepped = PTHREAD_COND_INITIALIZER;
static unsigned steps, waiting_for_step; // of the machine

static void give_up(const char *what, const char *name) {
    fflush(stdout);
    fprintf(stderr, "co: %s: %s\n", name, what);
    _Exit(3);
}

static void *make(size_t bytes) {
    void *made = calloc(1, bytes);
    if (!made) give_up("there is no memory left", "program");
    return made;
}

static void *add_object(enum kind kind, const char *name, size_t bytes) {
    struct head *made = make(bytes);
    if (object_count == kMostObjects) give_up("too many streams, registers and memories", name);
    for (int i = 0; i < object_count; ++i)
        if (strcmp(objects[i]->name, name) == 0) give_up("two of this name are made", name);
    made->kind = kind;
    made->name = strdup(name);
    objects[object_count++] = made;
    return made;
}

static struct head *find_object(const void *handle) {
    for (int i = 0; i < object_count; ++i)
        if (objects[i] == handle) return objects[i];
    return NULL;
}

static struct co_stream_s *add_stream(enum kind kind, const char *name, co_type type, int depth) {
    struct co_stream_s *s = add_object(kind, name, sizeof *s);
    if (type == 0 || type > 64) give_up("elements have 1 to 64 bits", name);
    if (depth < 1 || depth > 1 << 20) give_up("a depth lies between 1 and 1048576", name);
    s->bits = type;
    s->bytes = type <= 8 ? 1 : type <= 16 ? 2 : type <= 32 ? 4 : 8;
    s->depth = (unsigned)depth;
    s->ring = make(s->depth * sizeof *s->ring);
    pthread_cond_init(&s->changed, NULL);
    return s;
}

co_stream co_stream_create(const char *name, co_type type, int depth) { return add_stream(STREAM, name, type, depth); }
co_signal co_signal_create(const char *name) { return add_stream(SIGNAL, name, 32, 1); }

co_register co_register_create(const char *name, co_type type) {
    struct co_register_s *r = add_object(REGISTER, name, sizeof *r);
    if (type == 0 || type > 64) give_up("a register has 1 to 64 bits", name);
    r->bits = type;
    return r;
}

co_memory co_memory_create(const char *name, const char *place, size_t bytes) {
    struct co_memory_s *m = add_object(MEMORY, name, sizeof *m);
    (void)place;
    if (bytes == 0 || bytes > (size_t)1 << 31) give_up("a memory has 1 byte to 2 GB", name);
    m->bytes = bytes;
    m->data = aligned_alloc(4096, (bytes + 8191) / 4096 * 4096);
    if (!m->data) give_up("there is no memory left", name);
    memset(m->data, 0, (bytes + 8191) / 4096 * 4096);
    return m;
}

co_process co_process_create(const char *name, co_function run, int count, ...) {
    struct co_process_s *p = make(sizeof *p);
    if (count < 0 || count > kMostArguments) give_up("a process has up to 64 arguments", name);
    if (process_count == kMostObjects) give_up("too many processes", name);
    for (int i = 0; i < process_count; ++i)
        if (strcmp(processes[i]->name, name) == 0) give_up("two processes of this name are made", name);
    p->name = strdup(name);
    p->run = run;
    p->count = count;
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; ++i) p->arguments[i] = va_arg(list, void *);
    va_end(list);
    processes[process_count++] = p;
    return p;
}

co_error co_process_config(co_process p, co_attribute attribute, const char *value) {
    if (attribute == co_loc) p->place = strdup(value);
    return co_err_none;
}

co_architecture co_architecture_create(const char *name, const char *platform, void (*configure)(void *),
                                       void *argument) {
    struct co_architecture_s *a = make(sizeof *a);
    (void)platform;
    if (process_count > 0) give_up("a program has one architecture", name);
    a->name = strdup(name);
    configure(argument);
    return a;
}

// --- waiting

static void stop_running(void) {
    if (--running == 0) pthread_cond_signal(&all_wait);
}

// Waits, with the lock held, until the stream has changed. The thread that changes it counts the waiting threads as
// running at once, so that `running` is 0 only if no thread can proceed.
static void wait_for(struct co_stream_s *s) {
    if (!self) give_up("only a process may wait for it", s->head.name);
    const unsigned seen = s->changes;
    self->waits_for = s->head.name;
    ++s->waiting;
    stop_running();
    while (s->changes == seen) pthread_cond_wait(&s->changed, &lock);
    self->waits_for = NULL;
}

static void note_change(struct co_stream_s *s) {
    ++s->changes;
    running += (int)s->waiting;
    if (s->waiting > 0) pthread_cond_broadcast(&s->changed);
    s->waiting = 0;
}

// A thread that polls lets the machine, or the other threads, proceed meanwhile.
static void wait_for_step(void) {
    if (!co_machine || !self) {
        pthread_mutex_unlock(&lock);
        sched_yield();
        pthread_mutex_lock(&lock);
        return;
    }
    const unsigned seen = steps;
    ++waiting_for_step;
    stop_running();
    while (steps == seen) pthread_cond_wait(&stepped, &lock);
}

static void note_step(void) {
    ++steps;
    running += (int)waiting_for_step;
    if (waiting_for_step > 0) pthread_cond_broadcast(&stepped);
    waiting_for_step = 0;
}

static void put(struct co_stream_s *s, uint64_t value, int ends) {
    s->ring[(s->first + s->count++) % s->depth] = (struct element){value, ends};
    note_change(s);
}

static void drop(struct co_stream_s *s) {
    s->first = (s->first + 1) % s->depth;
    --s->count;
    note_change(s);
}

static void put_when_room(struct co_stream_s *s, uint64_t value, int ends) {
    while (s->count == s->depth) wait_for(s);
    put(s, value, ends);
}

static const struct element *next_of(struct co_stream_s *s) {
    while (s->count == 0) wait_for(s);
    return &s->ring[s->first];
}

static void must_fit(struct co_stream_s *s, size_t bytes) {
    if (bytes != s->bytes) give_up("an element is read or written with another size than the stream has", s->head.name);
}

co_error co_stream_open(co_stream s, int mode, co_type type) {
    (void)type;
    pthread_mutex_lock(&lock);
    if ((mode & O_ACCMODE) == O_WRONLY) s->writer = self;
    pthread_mutex_unlock(&lock);
    return co_err_none;
}

co_error co_stream_write(co_stream s, const void *buffer, size_t bytes) {
    uint64_t value = 0;
    must_fit(s, bytes);
    memcpy(&value, buffer, bytes);
    pthread_mutex_lock(&lock);
    s->writer = self;
    put_when_room(s, value, 0);
    pthread_mutex_unlock(&lock);
    return co_err_none;
}

co_error co_stream_read(co_stream s, void *buffer, size_t bytes) {
    must_fit(s, bytes);
    pthread_mutex_lock(&lock);
    const struct element e = *next_of(s);
    if (!e.ends) drop(s);
    pthread_mutex_unlock(&lock);
    if (!e.ends) memcpy(buffer, &e.value, bytes);
    return e.ends ? co_err_eos : co_err_none;
}

co_error co_stream_read_nb(co_stream s, void *buffer, size_t bytes) {
    must_fit(s, bytes);
    pthread_mutex_lock(&lock);
    const int is_there = s->count > 0;
    if (!is_there) wait_for_step();
    pthread_mutex_unlock(&lock);
    return is_there ? co_stream_read(s, buffer, bytes) : co_err_unavail;
}

int co_stream_eos(co_stream s) {
    pthread_mutex_lock(&lock);
    const int ends = next_of(s)->ends;
    pthread_mutex_unlock(&lock);
    return ends;
}

co_error co_stream_close(co_stream s) {
    pthread_mutex_lock(&lock);
    if (s->writer == self) {
        put_when_room(s, 0, 1);
    } else {
        while (!next_of(s)->ends) drop(s);
        drop(s);
    }
    pthread_mutex_unlock(&lock);
    return co_err_none;
}

co_error co_signal_post(co_signal s, co_int32 value) { return co_stream_write(s, &value, sizeof value); }
co_error co_signal_wait(co_signal s, co_int32 *value) { return co_stream_read(s, value, sizeof *value); }

static uint64_t value_of(struct co_register_s *r) {
    if (co_machine) co_machine->register_get(r->head.name, &r->value);
    return r->value;
}

co_error co_register_read(co_register r, void *buffer, size_t bytes) {
    pthread_mutex_lock(&lock);
    if (r->was_seen && value_of(r) == r->seen) wait_for_step();
    r->seen = value_of(r);
    r->was_seen = 1;
    memcpy(buffer, &r->seen, bytes < 8 ? bytes : 8);
    pthread_mutex_unlock(&lock);
    return co_err_none;
}

co_error co_register_write(co_register r, const void *buffer, size_t bytes) {
    pthread_mutex_lock(&lock);
    r->value = 0;
    memcpy(&r->value, buffer, bytes < 8 ? bytes : 8);
    r->value &= ~(uint64_t)0 >> (64 - r->bits);
    if (co_machine) co_machine->register_put(r->head.name, r->value);
    pthread_mutex_unlock(&lock);
    return co_err_none;
}

co_int32 co_register_get(co_register r) {
    co_int32 value = 0;
    co_register_read(r, &value, sizeof value);
    return value;
}

void co_register_put(co_register r, co_int32 value) { co_register_write(r, &value, sizeof value); }

static unsigned char *inside(co_memory m, size_t offset, size_t bytes) {
    if (offset > m->bytes || bytes > m->bytes - offset) give_up("an access lies outside of it", m->head.name);
    return m->data + offset;
}

co_error co_memory_readblock(co_memory m, size_t offset, void *buffer, size_t bytes) {
    pthread_mutex_lock(&lock);
    memcpy(buffer, inside(m, offset, bytes), bytes);
    pthread_mutex_unlock(&lock);
    return co_err_none;
}

co_error co_memory_writeblock(co_memory m, size_t offset, const void *buffer, size_t bytes) {
    pthread_mutex_lock(&lock);
    memcpy(inside(m, offset, bytes), buffer, bytes);
    pthread_mutex_unlock(&lock);
    return co_err_none;
}

void *co_memory_ptr(co_memory m) { return m->data; }

// --- the machine's side, called with the lock held

static struct co_stream_s *stream_named(const char *name) {
    for (int i = 0; i < object_count; ++i)
        if (objects[i]->kind <= SIGNAL && strcmp(objects[i]->name, name) == 0) return (struct co_stream_s *)objects[i];
    give_up("the hardware has a stream that the program does not make", name);
    return NULL;
}

int co_machine_peek(const char *name, uint64_t *value, int *ends) {
    const struct co_stream_s *s = stream_named(name);
    if (s->count == 0) return 0;
    *value = s->ring[s->first].value;
    *ends = s->ring[s->first].ends;
    return 1;
}

void co_machine_pop(const char *name) { drop(stream_named(name)); }

// One element at a time: the capacity of the stream is in its hardware queue.
int co_machine_has_room(const char *name) { return stream_named(name)->count == 0; }

void co_machine_push(const char *name, uint64_t value, int ends) { put(stream_named(name), value, ends); }

void *co_machine_memory(const char *name) {
    for (int i = 0; i < object_count; ++i)
        if (objects[i]->kind == MEMORY && strcmp(objects[i]->name, name) == 0)
            return ((struct co_memory_s *)objects[i])->data;
    give_up("the hardware has a memory that the program does not make", name);
    return NULL;
}

// --- the run

static void *run_process(void *argument) {
    self = argument;
    void **a = self->arguments;
    // A function with fewer parameters ignores the rest.
    ((void (*)(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
               void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
               void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
               void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
               void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *))self->run)(
        a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15], a[16],
        a[17], a[18], a[19], a[20], a[21], a[22], a[23], a[24], a[25], a[26], a[27], a[28], a[29], a[30], a[31], a[32],
        a[33], a[34], a[35], a[36], a[37], a[38], a[39], a[40], a[41], a[42], a[43], a[44], a[45], a[46], a[47], a[48],
        a[49], a[50], a[51], a[52], a[53], a[54], a[55], a[56], a[57], a[58], a[59], a[60], a[61], a[62], a[63]);
    pthread_mutex_lock(&lock);
    self->is_over = 1;
    if (!self->place) --software_left;
    stop_running();
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void start_process(struct co_process_s *p) {
    pthread_t thread;
    ++running;
    if (pthread_create(&thread, NULL, run_process, p) != 0) give_up("no thread can be started for it", p->name);
    pthread_detach(thread);
}

static void refuse_deadlock(void) {
    fflush(stdout);
    fprintf(stderr, "co: every process waits, and none can go on:\n");
    for (int i = 0; i < process_count; ++i)
        if (!processes[i]->is_over && processes[i]->waits_for)
            fprintf(stderr, "  %s waits for %s\n", processes[i]->name, processes[i]->waits_for);
    _Exit(3);
}

static void write_argument(FILE *f, const void *handle) {
    static const char *const kinds[] = {"stream", "signal", "register", "memory"};
    const struct head *object = find_object(handle);
    if (object)
        fprintf(f, "argument %s %s\n", kinds[object->kind], object->name);
    else
        fprintf(f, "argument number %lld\n", (long long)(intptr_t)handle);
}

// The network as lines of words, for the compiler: TAPESTRY_CO_NETWORK names the file.
static void write_network(const char *path) {
    FILE *f = fopen(path, "w");
    if (!f) give_up("the file of TAPESTRY_CO_NETWORK cannot be written", path);
    for (int i = 0; i < object_count; ++i) {
        const struct co_stream_s *s = (const struct co_stream_s *)objects[i];
        const struct co_register_s *r = (const struct co_register_s *)objects[i];
        const struct co_memory_s *m = (const struct co_memory_s *)objects[i];
        if (objects[i]->kind <= SIGNAL)
            fprintf(f, "%s %u %u %s\n", objects[i]->kind == STREAM ? "stream" : "signal", s->bytes * 8, s->depth,
                    s->head.name);
        if (objects[i]->kind == REGISTER) fprintf(f, "register %u %s\n", r->bits, r->head.name);
        if (objects[i]->kind == MEMORY) fprintf(f, "memory %zu %s\n", m->bytes, m->head.name);
    }
    for (int i = 0; i < process_count; ++i) {
        const struct co_process_s *p = processes[i];
        fprintf(f, "process %d %llx %s\n", p->place != NULL, (unsigned long long)(uintptr_t)p->run, p->name);
        for (int k = 0; k < p->count; ++k) write_argument(f, p->arguments[k]);
    }
    fclose(f);
    _Exit(0);
}

void co_execute(co_architecture architecture) {
    (void)architecture;
    if (getenv("TAPESTRY_CO_NETWORK")) write_network(getenv("TAPESTRY_CO_NETWORK"));
    pthread_mutex_lock(&lock);
    for (int i = 0; i < process_count; ++i) {
        if (!processes[i]->place) ++software_left;
        if (!co_machine || !processes[i]->place) start_process(processes[i]);
    }
    if (co_machine) co_machine->start();
    int moves = 1;
    while (running > 0 || moves) {
        while (running > 0) pthread_cond_wait(&all_wait, &lock);
        moves = co_machine && co_machine->cycle();
        note_step();
    }
    if (software_left > 0) refuse_deadlock();
    pthread_mutex_unlock(&lock);
}
