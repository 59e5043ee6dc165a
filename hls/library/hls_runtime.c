// SPDX-License-Identifier: Apache-2.0
// The OpenMP runtime of a hardware thread, in C: it is compiled with the program and inlined.
int hls_thread(void) __attribute__((const));
int hls_threads(void) __attribute__((const));
int hls_in_parallel(void) __attribute__((const));
int hls_hardware_threads(void) __attribute__((const));
void hls_barrier(void);

int omp_get_thread_num(void) { return hls_thread(); }
int omp_get_num_threads(void) { return hls_threads(); }
int omp_get_max_threads(void) { return hls_hardware_threads(); }
int omp_get_thread_limit(void) { return hls_hardware_threads(); }
int omp_get_num_procs(void) { return hls_hardware_threads(); }
int omp_get_dynamic(void) { return 0; }
int omp_get_num_teams(void) { return 1; }
int omp_get_team_num(void) { return 0; }
int omp_is_initial_device(void) { return 0; }
int omp_in_parallel(void) { return hls_in_parallel(); }
int __kmpc_global_thread_num(void *place) { return hls_thread(); }
void __kmpc_barrier(void *place, int thread) { hls_barrier(); }
int __kmpc_master(void *place, int thread) { return hls_thread() == 0; }
void __kmpc_end_master(void *place, int thread) {}
int __kmpc_masked(void *place, int thread, int filter) { return hls_thread() == filter; }
void __kmpc_end_masked(void *place, int thread) {}
int __kmpc_single(void *place, int thread) { return hls_thread() == 0; }
void __kmpc_end_single(void *place, int thread) {}
void __kmpc_push_num_threads(void *place, int thread, int count) {}
void __kmpc_push_proc_bind(void *place, int thread, int bind) {}
void __kmpc_push_num_teams(void *place, int thread, int teams, int count) {}
void __kmpc_serialized_parallel(void *place, int thread) {}
void __kmpc_end_serialized_parallel(void *place, int thread) {}
void __kmpc_for_static_fini(void *place, int thread) {}
void __kmpc_distribute_static_fini(void *place, int thread) {}
void __kmpc_dispatch_deinit(void *place, int thread) {}
// Cancellation is off unless the environment of a program turns it on.
int __kmpc_cancel(void *place, int thread, int kind) { return 0; }
int __kmpc_cancellationpoint(void *place, int thread, int kind) { return 0; }
int __kmpc_cancel_barrier(void *place, int thread) { return hls_barrier(), 0; }
// There are no tasks to wait for: one that is made is refused.
int __kmpc_omp_taskwait(void *place, int thread) { return 0; }
int __kmpc_omp_taskyield(void *place, int thread, int end) { return 0; }
void __kmpc_taskgroup(void *place, int thread) {}
void __kmpc_end_taskgroup(void *place, int thread) {}

// A loop of `omp for schedule(static)`: without a chunk size, every thread gets one block of iterations, and the sizes
// differ by at most one; with a chunk size (schedule 33), chunks are assigned round robin.
#define STATIC_INIT(NAME, TYPE, UNSIGNED, THREAD, THREADS)                                              \
    void NAME(void *place, int gtid, int schedule, int *last, TYPE *lower, TYPE *upper, TYPE *stride,   \
              TYPE step, TYPE chunk) {                                                                  \
        const UNSIGNED threads = (UNSIGNED)(THREADS), thread = (UNSIGNED)(THREAD);                      \
        const TYPE low = *lower, high = *upper;                                                         \
        schedule &= 0xffffff; /* without the modifier, monotonic or not */                              \
        if (schedule == 91 || schedule == 92) { /* distribute: there is one team, it has all of it */  \
            *last = 1;                                                                                  \
            *stride = (TYPE)((UNSIGNED)high - (UNSIGNED)low + (UNSIGNED)step);                          \
            return;                                                                                     \
        }                                                                                               \
        if (step > 0 ? high < low : low < high) {                                                       \
            *last = 0;                                                                                  \
            *stride = step;                                                                             \
            return;                                                                                     \
        }                                                                                               \
        const UNSIGNED trips = step == 1    ? (UNSIGNED)high - (UNSIGNED)low + 1                        \
                               : step == -1 ? (UNSIGNED)low - (UNSIGNED)high + 1                        \
                               : step > 0   ? ((UNSIGNED)high - (UNSIGNED)low) / (UNSIGNED)step + 1     \
                                            : ((UNSIGNED)low - (UNSIGNED)high) / (UNSIGNED)-step + 1;   \
        if (schedule == 33) {                                                                           \
            const UNSIGNED span = (UNSIGNED)(chunk < 1 ? 1 : chunk) * (UNSIGNED)step;                   \
            *stride = (TYPE)(span * threads);                                                           \
            *lower = (TYPE)((UNSIGNED)low + span * thread);                                             \
            *upper = (TYPE)((UNSIGNED)*lower + span - (UNSIGNED)step);                                  \
            *last = thread == (trips - 1) / (UNSIGNED)(chunk < 1 ? 1 : chunk) % threads;                \
            return;                                                                                     \
        }                                                                                               \
        const UNSIGNED some = trips / threads, extra = trips % threads;                                 \
        const UNSIGNED first = thread * some + (thread < extra ? thread : extra);                       \
        const UNSIGNED count = some + (thread < extra);                                                 \
        *stride = (TYPE)(trips * (UNSIGNED)step);                                                       \
        *last = count > 0 && first + count == trips;                                                    \
        if (count == 0) {                                                                               \
            *lower = (TYPE)((UNSIGNED)high + (UNSIGNED)step);                                           \
            return;                                                                                     \
        }                                                                                               \
        *lower = (TYPE)((UNSIGNED)low + first * (UNSIGNED)step);                                        \
        *upper = (TYPE)((UNSIGNED)*lower + (count - 1) * (UNSIGNED)step);                               \
    }

STATIC_INIT(__kmpc_for_static_init_4, int, unsigned, hls_thread(), hls_threads())
STATIC_INIT(__kmpc_for_static_init_8, long long, unsigned long long, hls_thread(), hls_threads())
STATIC_INIT(__kmpc_for_static_init_4u, unsigned, unsigned, hls_thread(), hls_threads())
STATIC_INIT(__kmpc_for_static_init_8u, unsigned long long, unsigned long long, hls_thread(), hls_threads())

// A loop of a dynamic, guided or runtime schedule: chunks are assigned round robin. The compiler normalises such loops
// to count upwards in steps of one. turn: first value, trip count, next trip of this thread, trips per chunk.
#define DEAL(NAME, TYPE)                                                                                \
    void hls_deal_begin_##NAME(unsigned long long *turn, int thread, TYPE low, TYPE high, TYPE step,    \
                               TYPE chunk) {                                                            \
        turn[0] = (unsigned long long)low;                                                              \
        turn[1] = high < low ? 0 : (unsigned long long)high - (unsigned long long)low + 1;              \
        turn[3] = chunk < 1 ? 1 : (unsigned long long)chunk;                                            \
        turn[2] = turn[3] * (unsigned)thread;                                                           \
    }                                                                                                   \
    int hls_deal_next_##NAME(unsigned long long *turn, int threads, int *last, TYPE *lower,             \
                             TYPE *upper, TYPE *stride) {                                               \
        const unsigned long long trips = turn[1], next = turn[2], chunk = turn[3];                      \
        if (next >= trips) return 0;                                                                    \
        const unsigned long long count = trips - next < chunk ? trips - next : chunk;                   \
        *lower = (TYPE)(turn[0] + next);                                                                \
        *upper = (TYPE)(turn[0] + next + count - 1);                                                    \
        *stride = 1;                                                                                    \
        *last = next + count == trips;                                                                  \
        turn[2] = next + chunk * (unsigned)threads;                                                     \
        return 1;                                                                                       \
    }

DEAL(4, int)
DEAL(8, long long)
DEAL(4u, unsigned)
DEAL(8u, unsigned long long)
