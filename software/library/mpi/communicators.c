/* SPDX-License-Identifier: Apache-2.0 */
/* Communicators: their members, and an id that all members compute without communication. It is
 * derived from the ranks of the members and the number of earlier communicators with the same
 * members. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "shim.h"

static int comm_key = MPI_KEYVAL_INVALID;
static int window_key = MPI_KEYVAL_INVALID;
static MPI_Group world_group = MPI_GROUP_NULL;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct shim_comm* shim_keep(struct shim_comm* comm) {
    if (comm) __atomic_fetch_add(&comm->users, 1, __ATOMIC_RELAXED);
    return comm;
}

void shim_release(struct shim_comm* comm) {
    if (!comm || __atomic_sub_fetch(&comm->users, 1, __ATOMIC_ACQ_REL) > 0) return;
    shim_release(comm->access);
    shim_release(comm->exposure);
    free(comm->world);
    free(comm);
}

static int forget_comm(MPI_Comm comm, int key, void* known, void* extra) {
    (void)comm, (void)key, (void)extra;
    shim_release(known);
    return MPI_SUCCESS;
}
static int forget_window(MPI_Win window, int key, void* known, void* extra) {
    (void)window, (void)key, (void)extra;
    shim_release(known);
    return MPI_SUCCESS;
}

/* How many communicators a group of members has had. */
struct met {
    uint64_t hash;
    uint64_t times;
    struct met* next;
};
static struct met* all_met;

static uint64_t meet(uint64_t hash) {
    pthread_mutex_lock(&lock);
    struct met* m = all_met;
    while (m && m->hash != hash) m = m->next;
    if (!m && (m = calloc(1, sizeof *m))) {
        m->hash = hash;
        m->next = all_met;
        all_met = m;
    }
    const uint64_t times = m ? m->times++ : 0;
    pthread_mutex_unlock(&lock);
    return times;
}

static uint64_t mixed(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

struct shim_comm* shim_group(MPI_Group group) {
    struct shim_comm* comm = calloc(1, sizeof *comm);
    if (!comm) return NULL;
    comm->users = 1;
    PMPI_Group_size(group, &comm->peers);
    comm->world = calloc((size_t)comm->peers + 1, sizeof *comm->world);
    int* ranks = calloc((size_t)comm->peers + 1, sizeof *ranks);
    if (!comm->world || !ranks) {
        free(ranks);
        shim_release(comm);
        return NULL;
    }
    for (int i = 0; i < comm->peers; ++i) ranks[i] = i;
    PMPI_Group_translate_ranks(group, comm->peers, ranks, world_group, comm->world);
    for (int i = 0; i < comm->peers; ++i)
        if (comm->world[i] == MPI_UNDEFINED) comm->world[i] = TAPESTRY_STRANGER;
    free(ranks);
    return comm;
}

/* In the order of the ranks; `kind` distinguishes windows from communicators. */
static uint64_t hash_of(const struct shim_comm* comm, uint64_t kind) {
    uint64_t hash = kind;
    for (int i = 0; i < comm->peers; ++i) hash = mixed(hash, (uint64_t)comm->world[i]);
    return hash;
}

/* `id` is 0 unless it was reserved. */
static struct shim_comm* learn(MPI_Comm handle, uint64_t id) {
    MPI_Group own = MPI_GROUP_NULL, remote = MPI_GROUP_NULL;
    int is_inter = 0;
    PMPI_Comm_test_inter(handle, &is_inter);
    PMPI_Comm_group(handle, &own);
    if (is_inter) PMPI_Comm_remote_group(handle, &remote);
    struct shim_comm* comm = shim_group(is_inter ? remote : own);
    if (comm) {
        PMPI_Comm_rank(handle, &comm->rank);
        PMPI_Comm_size(handle, &comm->size);
        if (handle != MPI_COMM_WORLD) {
            uint64_t hash = hash_of(comm, 1);
            if (is_inter) { /* both sides find the sum of both */
                struct shim_comm* here = shim_group(own);
                uint64_t sum = 0;
                for (int i = 0; here && i < here->peers; ++i)
                    sum += mixed(7, (uint64_t)here->world[i]);
                for (int i = 0; i < comm->peers; ++i) sum += mixed(7, (uint64_t)comm->world[i]);
                shim_release(here);
                hash = mixed(3, sum);
            }
            comm->id = id ? id : mixed(hash, meet(hash)) | 1;
        }
        tapestry_communicator(comm->id, comm->rank, comm->size);
    }
    PMPI_Group_free(&own);
    if (is_inter) PMPI_Group_free(&remote);
    return comm;
}

struct shim_comm* shim_comm(MPI_Comm handle) {
    void* known = NULL;
    int is_known = 0;
    if (handle == MPI_COMM_NULL || comm_key == MPI_KEYVAL_INVALID) return NULL;
    PMPI_Comm_get_attr(handle, comm_key, &known, &is_known);
    if (is_known) return known;
    struct shim_comm* comm = learn(handle, 0);
    if (comm) PMPI_Comm_set_attr(handle, comm_key, comm);
    return comm;
}

uint64_t shim_reserve(const struct shim_comm* comm) {
    const uint64_t hash = comm ? hash_of(comm, 1) : 0;
    return comm ? mixed(hash, meet(hash)) | 1 : 0;
}

void shim_adopt(MPI_Comm handle, uint64_t id) {
    if (handle == MPI_COMM_NULL || comm_key == MPI_KEYVAL_INVALID) return;
    struct shim_comm* comm = learn(handle, id);
    if (comm) PMPI_Comm_set_attr(handle, comm_key, comm);
}

struct shim_comm* shim_copy(const struct shim_comm* comm) {
    struct shim_comm* copy = comm ? calloc(1, sizeof *copy) : NULL;
    if (!copy) return NULL;
    const uint64_t hash = hash_of(comm, 9);
    *copy = (struct shim_comm){
        .id = mixed(hash, meet(hash)) | 1, .rank = comm->rank, .size = comm->size, .users = 1};
    return copy;
}

struct shim_comm* shim_window(MPI_Win window) {
    void* known = NULL;
    int is_known = 0;
    if (window == MPI_WIN_NULL || window_key == MPI_KEYVAL_INVALID) return NULL;
    PMPI_Win_get_attr(window, window_key, &known, &is_known);
    if (is_known) return known;
    MPI_Group group = MPI_GROUP_NULL;
    PMPI_Win_get_group(window, &group);
    struct shim_comm* comm = shim_group(group);
    PMPI_Group_free(&group);
    if (!comm) return NULL;
    const uint64_t hash = hash_of(comm, 5);
    comm->id = mixed(hash, meet(hash)) | 1;
    PMPI_Win_set_attr(window, window_key, comm);
    return comm;
}

int shim_world(const struct shim_comm* comm, int rank) {
    return comm && rank >= 0 && rank < comm->peers ? comm->world[rank] : -1;
}

/* What the launcher calls the world, or else what rank 0 makes up. */
static void agree_on_world(void) {
    int rank = 0;
    uint64_t world = tapestry_world();
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && world == 0)
        world = mixed(mixed(tapestry_clock_id(), tapestry_now_ns()), (uint64_t)getpid()) | 1;
    PMPI_Bcast(&world, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    tapestry_set_world(world);
}

static void know_world(void) {
    int rank = 0, size = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    tapestry_set_rank(rank, size);
    PMPI_Comm_group(MPI_COMM_WORLD, &world_group);
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget_comm, &comm_key, NULL);
    PMPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, forget_window, &window_key, NULL);
    shim_comm(MPI_COMM_WORLD);
}

/* A rank whose recording could not start, for example on a full disk, still takes part in the
 * alignment: the others would wait for it. */
static int is_wanted(void) {
    const char* folder = getenv("TAPESTRY_RECORD");
    return folder && *folder;
}
void shim_start(void) {
    if (is_wanted()) agree_on_world();
    if (tapestry_is_recording()) know_world();
    if (is_wanted()) shim_align();
}

void shim_note_everyone(const struct shim_call* call, uint64_t number) {
    if (comm_key != MPI_KEYVAL_INVALID)
        tapestry_message(call->state, TAPESTRY_FENCE, call->start, call->end, -1, 0, 0, 0, number);
}

void shim_finish(void) {
    if (is_wanted()) shim_align();
}

/* Communicators are registered when they are created, so that all members count them in the same
 * order. Those that all members of `comm` make together are collective calls of it. */
#define MAKES_COMM(name, noting, parameters, arguments)    \
    SHIM int name parameters {                             \
        SHIM_STATE(name, TAPESTRY_OVERHEAD);               \
        struct shim_call call = shim_enter(&name##_state); \
        const int status = P##name arguments;              \
        shim_leave(&call, 0);                              \
        if (status != MPI_SUCCESS) return status;          \
        noting;                                            \
        shim_comm(*made);                                  \
        return status;                                     \
    }
#define BY_ALL shim_note_collective(&call, shim_comm(comm), TAPESTRY_ALL_TO_ALL, -1, 0)
#define BY_SOME (void)0

MAKES_COMM(MPI_Comm_dup, BY_ALL, (MPI_Comm comm, MPI_Comm* made), (comm, made))
MAKES_COMM(MPI_Comm_dup_with_info, BY_ALL, (MPI_Comm comm, MPI_Info info, MPI_Comm* made),
           (comm, info, made))
MAKES_COMM(MPI_Comm_split, BY_ALL, (MPI_Comm comm, int colour, int key, MPI_Comm* made),
           (comm, colour, key, made))
MAKES_COMM(MPI_Comm_split_type, BY_ALL,
           (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made),
           (comm, type, key, info, made))
MAKES_COMM(MPI_Comm_create, BY_ALL, (MPI_Comm comm, MPI_Group group, MPI_Comm* made),
           (comm, group, made))
MAKES_COMM(MPI_Comm_create_group, BY_SOME,
           (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* made), (comm, group, tag, made))
MAKES_COMM(MPI_Cart_create, BY_ALL,
           (MPI_Comm comm, int n, const int sizes[], const int periods[], int reorder,
            MPI_Comm* made),
           (comm, n, sizes, periods, reorder, made))
MAKES_COMM(MPI_Cart_sub, BY_ALL, (MPI_Comm comm, const int keep[], MPI_Comm* made),
           (comm, keep, made))
MAKES_COMM(MPI_Graph_create, BY_ALL,
           (MPI_Comm comm, int n, const int index[], const int edges[], int reorder,
            MPI_Comm* made),
           (comm, n, index, edges, reorder, made))
MAKES_COMM(MPI_Intercomm_create, BY_SOME,
           (MPI_Comm local, int leader, MPI_Comm peer, int remote, int tag, MPI_Comm* made),
           (local, leader, peer, remote, tag, made))
MAKES_COMM(MPI_Intercomm_merge, BY_SOME, (MPI_Comm inter, int high, MPI_Comm* made),
           (inter, high, made))
MAKES_COMM(MPI_Dist_graph_create, BY_ALL,
           (MPI_Comm comm, int n, const int nodes[], const int degrees[], const int targets[],
            const int weights[], MPI_Info info, int reorder, MPI_Comm* made),
           (comm, n, nodes, degrees, targets, weights, info, reorder, made))
MAKES_COMM(MPI_Dist_graph_create_adjacent, BY_ALL,
           (MPI_Comm comm, int in, const int sources[], const int in_weights[], int out,
            const int targets[], const int out_weights[], MPI_Info info, int reorder,
            MPI_Comm* made),
           (comm, in, sources, in_weights, out, targets, out_weights, info, reorder, made))

/* Processes of another world: they have a recording of their own. */
MAKES_COMM(MPI_Comm_spawn, BY_ALL,
           (const char* command, char* arguments[], int most, MPI_Info info, int root,
            MPI_Comm comm, MPI_Comm* made, int errors[]),
           (command, arguments, most, info, root, comm, made, errors))
MAKES_COMM(MPI_Comm_spawn_multiple, BY_ALL,
           (int count, char* commands[], char** arguments[], const int most[],
            const MPI_Info infos[], int root, MPI_Comm comm, MPI_Comm* made, int errors[]),
           (count, commands, arguments, most, infos, root, comm, made, errors))
MAKES_COMM(MPI_Comm_accept, BY_ALL,
           (const char* port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* made),
           (port, info, root, comm, made))
MAKES_COMM(MPI_Comm_connect, BY_ALL,
           (const char* port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* made),
           (port, info, root, comm, made))

SHIM int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* made, MPI_Request* request) {
    SHIM_STATE(MPI_Comm_idup, TAPESTRY_OVERHEAD);
    const uint64_t id = shim_reserve(shim_comm(comm));
    struct shim_call call = shim_enter(&MPI_Comm_idup_state);
    const int status = PMPI_Comm_idup(comm, made, request);
    shim_leave(&call, 0);
    if (status == MPI_SUCCESS && id) shim_remember_made(*request, made, id);
    return status;
}

#define ENDS_COMM(name)                                                                       \
    SHIM int name(MPI_Comm* comm) {                                                           \
        SHIM_STATE(name, TAPESTRY_OVERHEAD);                                                  \
        struct shim_comm* known = shim_keep(shim_comm(*comm));                                \
        struct shim_call call = shim_enter(&name##_state);                                    \
        const int status = P##name(comm);                                                     \
        shim_leave(&call, 0);                                                                 \
        if (status == MPI_SUCCESS) shim_note_collective(&call, known, TAPESTRY_FENCE, -1, 0); \
        shim_release(known);                                                                  \
        return status;                                                                        \
    }
ENDS_COMM(MPI_Comm_free)
ENDS_COMM(MPI_Comm_disconnect)

SHIM int MPI_Pcontrol(const int level, ...) {
    tapestry_recording(level > 0);
    return PMPI_Pcontrol(level);
}

/* Calls that only look at a grid, or reorder its ranks. */
#define LOOKS(name, parameters, arguments)                 \
    SHIM int name parameters {                             \
        SHIM_STATE(name, TAPESTRY_OVERHEAD);               \
        struct shim_call call = shim_enter(&name##_state); \
        const int status = P##name arguments;              \
        shim_leave(&call, 0);                              \
        return status;                                     \
    }
LOOKS(MPI_Cart_coords, (MPI_Comm comm, int rank, int n, int place[]), (comm, rank, n, place))
LOOKS(MPI_Cart_get, (MPI_Comm comm, int n, int sizes[], int periods[], int place[]),
      (comm, n, sizes, periods, place))
LOOKS(MPI_Cart_map, (MPI_Comm comm, int n, const int sizes[], const int periods[], int* rank),
      (comm, n, sizes, periods, rank))
LOOKS(MPI_Cart_rank, (MPI_Comm comm, const int place[], int* rank), (comm, place, rank))
LOOKS(MPI_Cart_shift, (MPI_Comm comm, int direction, int by, int* from, int* to),
      (comm, direction, by, from, to))
