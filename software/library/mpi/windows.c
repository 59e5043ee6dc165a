/* SPDX-License-Identifier: Apache-2.0 */
/* Windows: their creation and end, and the calls that synchronise access to them. */
#include "shim.h"

/* Creating a window is a collective call of its communicator. Windows are registered when they
 * are created, so that all members count them in the same order. */
#define MAKES_WINDOW(name, parameters, arguments)                                 \
    SHIM int name parameters {                                                    \
        SHIM_STATE(name, TAPESTRY_OVERHEAD);                                      \
        struct shim_call call = shim_enter(&name##_state);                        \
        const int status = P##name arguments;                                     \
        shim_leave(&call, 0);                                                     \
        if (status != MPI_SUCCESS) return status;                                 \
        shim_window(*made);                                                       \
        shim_note_collective(&call, shim_comm(comm), TAPESTRY_ALL_TO_ALL, -1, 0); \
        return status;                                                            \
    }
MAKES_WINDOW(MPI_Win_create,
             (void* base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win* made),
             (base, size, unit, info, comm, made))
MAKES_WINDOW(MPI_Win_allocate,
             (MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* made),
             (size, unit, info, comm, base, made))
MAKES_WINDOW(MPI_Win_allocate_shared,
             (MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* made),
             (size, unit, info, comm, base, made))
MAKES_WINDOW(MPI_Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win* made),
             (info, comm, made))

#if MPI_VERSION >= 4
MAKES_WINDOW(MPI_Win_create_c,
             (void* base, MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm,
              MPI_Win* made),
             (base, size, unit, info, comm, made))
MAKES_WINDOW(MPI_Win_allocate_c,
             (MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm, void* base,
              MPI_Win* made),
             (size, unit, info, comm, base, made))
MAKES_WINDOW(MPI_Win_allocate_shared_c,
             (MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm, void* base,
              MPI_Win* made),
             (size, unit, info, comm, base, made))
#endif

SHIM int MPI_Win_free(MPI_Win* window) {
    SHIM_STATE(MPI_Win_free, TAPESTRY_OVERHEAD);
    struct shim_comm* known = shim_keep(shim_window(*window));
    struct shim_call call = shim_enter(&MPI_Win_free_state);
    const int status = PMPI_Win_free(window);
    shim_leave(&call, 0);
    if (status == MPI_SUCCESS) shim_note_collective(&call, known, TAPESTRY_ALL_TO_ALL, -1, 0);
    shim_release(known);
    return status;
}

static void note(const struct shim_call* call, MPI_Win window, int role, int target, int tag) {
    const struct shim_comm* known = target == MPI_PROC_NULL ? NULL : shim_window(window);
    if (known)
        tapestry_message(call->state, role, call->start, call->end, shim_world(known, target), tag,
                         known->id, 0, shim_next_number());
}
static void note_all(const struct shim_call* call, MPI_Win window, int role) {
    note(call, window, role, -1, 0);
}

/* The group of a start or post also applies to the complete or wait that ends it. */
static void note_group(const struct shim_call* call, MPI_Win window, int role,
                       const struct shim_comm* group) {
    const struct shim_comm* known = shim_window(window);
    for (int i = 0; known && group && i < group->peers; ++i)
        tapestry_message(call->state, role, call->start, call->end, group->world[i], 0, known->id,
                         0, shim_next_number());
}
static void note_opened(const struct shim_call* call, MPI_Win window, int role, MPI_Group group) {
    struct shim_comm* known = tapestry_is_recording() ? shim_window(window) : NULL;
    if (!known) return;
    struct shim_comm** kept = role == TAPESTRY_STARTS ? &known->access : &known->exposure;
    shim_release(*kept);
    *kept = shim_group(group);
    note_group(call, window, role, *kept);
}
static void note_closed(const struct shim_call* call, MPI_Win window, int role) {
    const struct shim_comm* known = shim_window(window);
    if (known)
        note_group(call, window, role,
                   role == TAPESTRY_COMPLETES ? known->access : known->exposure);
}

/* `noting` runs if the call succeeded. */
#define WAITS(name, category, noting, parameters, arguments) \
    SHIM int name parameters {                               \
        SHIM_STATE(name, category);                          \
        struct shim_call call = shim_enter(&name##_state);   \
        const int status = P##name arguments;                \
        shim_leave(&call, 0);                                \
        if (status == MPI_SUCCESS) noting;                   \
        return status;                                       \
    }
WAITS(MPI_Win_fence, TAPESTRY_UNKNOWN,
      shim_note_collective(&call, shim_window(window), TAPESTRY_FENCE, -1, 0),
      (int assertion, MPI_Win window), (assertion, window))
WAITS(MPI_Win_lock, TAPESTRY_OVERHEAD,
      note(&call, window, TAPESTRY_LOCKS, rank, type == MPI_LOCK_EXCLUSIVE),
      (int type, int rank, int assertion, MPI_Win window), (type, rank, assertion, window))
WAITS(MPI_Win_unlock, TAPESTRY_UNKNOWN, note(&call, window, TAPESTRY_UNLOCKS, rank, 0),
      (int rank, MPI_Win window), (rank, window))
WAITS(MPI_Win_lock_all, TAPESTRY_OVERHEAD, note_all(&call, window, TAPESTRY_LOCKS),
      (int assertion, MPI_Win window), (assertion, window))
WAITS(MPI_Win_unlock_all, TAPESTRY_UNKNOWN, note_all(&call, window, TAPESTRY_UNLOCKS),
      (MPI_Win window), (window))
WAITS(MPI_Win_start, TAPESTRY_OVERHEAD, note_opened(&call, window, TAPESTRY_STARTS, group),
      (MPI_Group group, int assertion, MPI_Win window), (group, assertion, window))
WAITS(MPI_Win_complete, TAPESTRY_UNKNOWN, note_closed(&call, window, TAPESTRY_COMPLETES),
      (MPI_Win window), (window))
WAITS(MPI_Win_post, TAPESTRY_OVERHEAD, note_opened(&call, window, TAPESTRY_POSTS, group),
      (MPI_Group group, int assertion, MPI_Win window), (group, assertion, window))
WAITS(MPI_Win_wait, TAPESTRY_OVERHEAD, note_closed(&call, window, TAPESTRY_AWAITS_COMPLETES),
      (MPI_Win window), (window))
WAITS(MPI_Win_test, TAPESTRY_OVERHEAD,
      if (*flag) note_closed(&call, window, TAPESTRY_AWAITS_COMPLETES), (MPI_Win window, int* flag),
      (window, flag))
WAITS(MPI_Win_flush, TAPESTRY_UNKNOWN, (void)0, (int rank, MPI_Win window), (rank, window))
WAITS(MPI_Win_flush_all, TAPESTRY_UNKNOWN, (void)0, (MPI_Win window), (window))
WAITS(MPI_Win_flush_local, TAPESTRY_UNKNOWN, (void)0, (int rank, MPI_Win window), (rank, window))
WAITS(MPI_Win_flush_local_all, TAPESTRY_UNKNOWN, (void)0, (MPI_Win window), (window))
