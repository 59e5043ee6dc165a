/* SPDX-License-Identifier: Apache-2.0 */
/* libtapestry: what a program does, for `tapestry record`. Without `record` every call returns at
 * once.
 *
 * C++:
 *     void send_block(...) {
 *         TAPESTRY_STATE("send", TAPESTRY_TRANSFER);       // until the end of the block, however
 * it is left
 *         ...
 *     }
 * C: the same with gcc and clang; or by hand, for what has no scope:
 *     static tapestry_state wait_done = {"waitDone", TAPESTRY_WAIT_RECV, "top.out", "done"};
 *     tapestry_enter(&wait_done);
 *     ...
 *     tapestry_leave(&wait_done);
 *
 * States of a thread lie inside each other. All functions may be called from any thread, from
 * signal handlers, and before and after main. Link with -ltapestry (pkg-config tapestry), shared or
 * static. */
#ifndef TAPESTRY_H
#define TAPESTRY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The category that a state's time counts as, named as in every view. */
typedef enum tapestry_category {
    TAPESTRY_UNKNOWN = 0, /* the name decides */
    TAPESTRY_BUSY = 1,
    TAPESTRY_TRANSFER = 2,
    TAPESTRY_WAIT_RECV = 3,
    TAPESTRY_WAIT_SEND = 4,
    TAPESTRY_WAIT_SYNC = 5,
    TAPESTRY_OVERHEAD = 6,
    TAPESTRY_IDLE = 7
} tapestry_category;

/* A state, call, counter or mark. It must be a static variable: it lives as long as the program
 * and never moves. The members after `source` are private to the library. */
typedef struct tapestry_state {
    const char* name;
    int category;
    const char*
        peer; /* who is waited for or talked to: a thread, a block of the hardware; or NULL */
    const char* purpose; /* of the message; or NULL */
    const char* source;  /* file:line; or NULL */
    uint32_t id;
    uint32_t what;
    struct tapestry_state* next;
} tapestry_state;
typedef tapestry_state tapestry_counter;
typedef tapestry_state tapestry_mark;

void tapestry_enter(tapestry_state* state);
/* Leaves the state and all states entered inside it that were not left, for example because of
 * longjmp. */
void tapestry_leave(tapestry_state* state);
void tapestry_leave_bytes(tapestry_state* state, uint64_t bytes);

void tapestry_count(tapestry_counter* counter, double value); /* its value from now on */
void tapestry_note(tapestry_mark* mark, int64_t value);       /* something happened now */

/* A state whose name is known only at run time. Copies the strings; equal strings give the same
 * state. NULL if out of memory. */
tapestry_state* tapestry_state_named(const char* name, int category, const char* peer,
                                     const char* purpose, const char* source);

/* Names the calling thread. The default is its name from pthread_setname_np. */
void tapestry_name_thread(const char* name);
/* Whether the program runs under `tapestry record`, so that records are kept. */
int tapestry_is_recording(void);
/* 0: from now on nothing is recorded, in all threads; the caller is in the state `not_recorded`.
 * 1: again. So does MPI_Pcontrol. */
void tapestry_recording(int on);
/* The time of the recording's clock, in nanoseconds. */
uint64_t tapestry_now_ns(void);

/* Relates the clock of a device to that of the host: its driver read `edges` from the device
 * between two calls of tapestry_ticks(). Several such readings, from the beginning to the end of
 * the run, align both clocks. `clock` is its name in the design. */
void tapestry_device_clock(const char* clock, uint64_t edges, uint64_t before_ticks,
                           uint64_t after_ticks);
uint64_t tapestry_ticks(void);

/* Modelled time, for drivers of a simulated device. A simulation takes far longer than the device
 * would; in modelled time threads take the processor time that they use, and the device its cycles.
 *
 *     origin = tapestry_model_clock("clk", 100e6);    // once: its rate; edge 0 is now
 *
 *     uint64_t now = tapestry_model_call();   // the thread's modelled time stands still
 *     lock();
 *     ...                                     // run the device until `now`, then ask it
 *     me = tapestry_model_wait();             // from here on the device may run,
 *     ...                                     // up to tapestry_model_horizon()
 *     unlock();
 *     tapestry_model_go_on();                 // works again
 *
 * and whoever runs the device when it has done what a thread asked for, thread by thread:
 *
 *     tapestry_model_done(me, ns);            // at the modelled time of that edge
 *
 * Times are nanoseconds. The horizon is the least modelled time of all threads that do not wait and
 * may ask for something yet; it moves on by itself: let others run, and look again. Without
 * `record` it is the end of all times, and the other functions return 0. */
typedef struct tapestry_modelled tapestry_modelled;
uint64_t tapestry_model_clock(const char* clock, double hz);
uint64_t tapestry_model_call(void);
tapestry_modelled* tapestry_model_wait(void);
void tapestry_model_done(tapestry_modelled* thread, uint64_t ns);
void tapestry_model_go_on(void);
uint64_t tapestry_model_horizon(void);

/* For libraries that know more about a process, such as the MPI shim. */
void tapestry_set_rank(int rank, int ranks);
uint64_t tapestry_world(void); /* what a launcher says; 0: nothing */
void tapestry_set_world(uint64_t world);
void tapestry_strange_mpi(unsigned which); /* calls that are not recorded; recording_layout.h */
void tapestry_message(tapestry_state* call, int role, uint64_t start_ticks, uint64_t end_ticks,
                      int peer, int tag, uint64_t communicator, uint64_t bytes, uint64_t number);
void tapestry_communicator(uint64_t communicator, int rank, int size);
void tapestry_align(double here_ns, double offset_ns, double doubt_ns);
/* The state of a function for one place that calls it: the return address of the call. */
tapestry_state* tapestry_site(tapestry_state* function, const void* caller);
uint64_t tapestry_clock_id(void); /* the same in processes whose tapestry_now_ns is of one clock */

#ifdef __cplusplus
}

namespace tapestry {

/* A guard that keeps the thread in a state for its lifetime. */
class State {
public:
    explicit State(tapestry_state& state) noexcept : State(&state) {}
    explicit State(tapestry_state* state) noexcept : state_(state) { /* NULL: in none */
        if (state_) tapestry_enter(state_);
    }
    ~State() { leave(); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void add_bytes(uint64_t bytes) noexcept { bytes_ += bytes; }
    void leave() noexcept { /* before the end of the block */
        if (state_ && bytes_ != 0)
            tapestry_leave_bytes(state_, bytes_);
        else if (state_)
            tapestry_leave(state_);
        state_ = nullptr;
    }

private:
    tapestry_state* state_;
    uint64_t bytes_ = 0;
};

}  // namespace tapestry
#endif

#define TAPESTRY_TEXT_(x) #x
#define TAPESTRY_TEXT(x) TAPESTRY_TEXT_(x)
#define TAPESTRY_HERE __FILE__ ":" TAPESTRY_TEXT(__LINE__)
#define TAPESTRY_JOIN_(a, b) a##b
#define TAPESTRY_JOIN(a, b) TAPESTRY_JOIN_(a, b)

/* A state from here to the end of the block. */
#define TAPESTRY_STATE(name, category) TAPESTRY_CALL(name, category, NULL, NULL)
/* The same, with the peer it waits for or talks to, and the purpose. */
#ifdef __cplusplus
#define TAPESTRY_CALL(name, category, peer, purpose)                   \
    static tapestry_state TAPESTRY_JOIN(tapestry_state_, __LINE__) = { \
        name, category, peer, purpose, TAPESTRY_HERE, 0, 0, NULL};     \
    const ::tapestry::State TAPESTRY_JOIN(tapestry_scope_,             \
                                          __LINE__)(TAPESTRY_JOIN(tapestry_state_, __LINE__))
#else
static inline void tapestry_leave_scope_(tapestry_state** state) {
    if (*state) tapestry_leave(*state);
}
static inline tapestry_state* tapestry_entered_(tapestry_state* state) {
    tapestry_enter(state);
    return state;
}
#define TAPESTRY_CALL(name, category, peer, purpose)                   \
    static tapestry_state TAPESTRY_JOIN(tapestry_state_, __LINE__) = { \
        name, category, peer, purpose, TAPESTRY_HERE, 0, 0, NULL};     \
    tapestry_state* TAPESTRY_JOIN(tapestry_scope_, __LINE__)           \
        __attribute__((cleanup(tapestry_leave_scope_), unused)) =      \
            tapestry_entered_(&TAPESTRY_JOIN(tapestry_state_, __LINE__))
#endif

#endif
