/* SPDX-License-Identifier: Apache-2.0 */
/* The file that one recorded process leaves, byte by byte. libtapestry writes it,
 * software/recording reads it; docs/formats.md explains it. All numbers have the byte order of the
 * machine, which `byte_order` tells.
 *
 *   header, TAPESTRY_HEADER_BYTES
 *   chunks of TAPESTRY_CHUNK_BYTES: struct tapestry_chunk, then records
 *
 * A thread writes to a chunk that it has mapped, its slot; when it is full a copy goes to the end
 * of the file, and the slot begins anew with the next number of `sequence`. Of two chunks with the
 * same slot and sequence, which only a process that ended between the two steps leaves, the one
 * with more records counts. When a thread has ended, another goes on in its slot.
 *
 * A record is a number of 64-bit words. Its first word says what it is:
 *
 *   bits 0..7 kind   8..15 words in all   16 finished   17..23 depth   24..31 detail   32..63 id
 *
 * The first word is written before the others, with `finished` clear, and again behind them with it
 * set. A first word of 0 is the end. So whatever ends the process, all finished records are there
 * and are right. */
#ifndef TAPESTRY_RECORDING_LAYOUT_H
#define TAPESTRY_RECORDING_LAYOUT_H

#include <stdint.h>

#define TAPESTRY_MAGIC "TAPHOST\n"
#define TAPESTRY_LAYOUT_VERSION 1u
#define TAPESTRY_BYTE_ORDER 0x01020304u
#define TAPESTRY_HEADER_BYTES 4096u
#define TAPESTRY_CHUNK_BYTES 65536u
#define TAPESTRY_CHUNK_MAGIC 0x4b4e4843u /* "CHNK" */
#define TAPESTRY_MOST_OPEN 64u           /* states inside each other */
#define TAPESTRY_COST_STATES 64
/* Id of a state that was already open at a fork, or is not recorded. */
#define TAPESTRY_INHERITED 0xffffffffu
/* In the folder of the recordings: patterns of names that are not recorded, one in a line. */
#define TAPESTRY_FILTER_FILE "filter"

enum tapestry_ending {
    TAPESTRY_ENDED_BY_FORCE = 0, /* or it still runs */
    TAPESTRY_ENDED_BY_EXIT = 1,
    TAPESTRY_ENDED_AT_ONCE = 2, /* by _exit */
    TAPESTRY_ENDED_BY_EXEC = 3
};

/* The unit of ticks. */
enum tapestry_tick { TAPESTRY_TICK_NS = 0, TAPESTRY_TICK_COUNTER = 1 };

struct tapestry_header {
    char magic[8];
    uint32_t version;
    uint32_t byte_order;
    uint32_t header_bytes;
    uint32_t chunk_bytes;
    uint32_t pid;
    uint32_t parent_pid;
    int32_t rank; /* in MPI_COMM_WORLD, -1 without MPI */
    int32_t ranks;
    uint32_t tick;
    uint32_t ending;
    uint64_t ticks_hz; /* as the machine states it; 0: not known */
    uint64_t start_ticks;
    uint64_t end_ticks; /* 0 unless it has ended in order */
    uint64_t chunks;    /* begun; the last may be missing when the disk was full */
    uint64_t lost;      /* records that had no room, and states deeper than TAPESTRY_MOST_OPEN */
    uint64_t unmatched; /* leaves of states that were not open */
    char boot[40];      /* of the machine: processes of one boot share their clock */
    char host[64];
    char program[256];
    int32_t launched;     /* 1 + the rank that a launcher of MPI gave the process; 0: none */
    uint32_t strange_mpi; /* which calls of MPI are not recorded: bits of tapestry_strange_calls */
    uint64_t too_deep;    /* of those lost, states deeper than TAPESTRY_MOST_OPEN */
    uint64_t world;       /* the same in all processes of one MPI_COMM_WORLD; 0: not known */
    uint64_t state_cost;  /* ticks that TAPESTRY_COST_STATES states cost; 0: not known */
    uint64_t overwritten; /* records whose place later ones took */
    uint64_t kept_from;   /* ticks: from then on nothing was overwritten; 0: nothing ever was */
    uint32_t lines_unknown; /* 1: of some messages that are gone it is not known which they were */
    char refused_counters[512]; /* counters that were asked for and cannot be had, and why */
};

struct tapestry_open {
    uint64_t start;
    uint32_t id;
    uint32_t category;
};

struct tapestry_chunk {
    uint32_t magic;
    uint32_t slot;     /* number of the chunk in the file that is written first and copied */
    uint32_t sequence; /* of the slot, from 0 */
    uint32_t thread;   /* whose record is the first */
    uint32_t depth; /* states that are open now, of the thread that writes here last; of copies it
                       says nothing */
    uint32_t reserved[11];
    struct tapestry_open open[TAPESTRY_MOST_OPEN];
};

enum tapestry_record_kind {
    TAPESTRY_RECORD_STATE = 1, /* id: state; start, end[, bytes] */
    TAPESTRY_RECORD_DEFINITION =
        2, /* id; detail: what it defines; category; name, peer, purpose, source, each ended by 0.
              A state of several classes has the others behind its peer, each as newline, word of
              the class, tab, peer, tab, purpose */
    TAPESTRY_RECORD_COUNTER = 3, /* id; time, value as a double */
    TAPESTRY_RECORD_MARK = 4,    /* id; time, value */
    TAPESTRY_RECORD_THREAD =
        5, /* id: number; detail: its kind; depth: 1 if the program named it for the recording;
              time, tid, name: the records that follow are its own */
    TAPESTRY_RECORD_THREAD_END = 6, /* id: number; time */
    TAPESTRY_RECORD_CLOCK = 7,   /* ticks, nanoseconds of CLOCK_MONOTONIC, nanoseconds of doubt */
    TAPESTRY_RECORD_MESSAGE = 8, /* id: state of its call; detail: its role; start, end, peer and
                                    tag, communicator, bytes, number */
    TAPESTRY_RECORD_COMMUNICATOR = 9, /* id: its size; communicator, own rank in it */
    TAPESTRY_RECORD_ALIGNMENT = 10, /* nanoseconds here, nanoseconds to add for the clock of rank 0,
                                       doubt in nanoseconds, as doubles */
    TAPESTRY_RECORD_DEVICE_CLOCK =
        11, /* id: clock; ticks, edges of the device's clock then, ticks of doubt */
    TAPESTRY_RECORD_MODELLED = 12, /* from ticks, to ticks; nanoseconds of modelled time at each,
                                      from the process' start */
    TAPESTRY_RECORD_MODEL_CLOCK =
        13, /* id: clock; nanoseconds of modelled time at its edge 0, edges a second as a double */
    TAPESTRY_RECORD_DROPPED =
        14,                      /* id: a function that is no state of the thread any more;
                                    nothing: of the thread whose records these are, or its number */
    TAPESTRY_RECORD_COUNTS = 15, /* id: state, 0: outside all; of each counter its id, and how much
                                    it grew in the state and in none inside it. Of several records
                                    with the same state the sum counts. */
    TAPESTRY_RECORD_OVERWRITTEN = 16 /* detail: role, sends or receives; peer and tag, communicator,
                                        how many such messages are gone, the largest of their
                                        numbers */
};

enum tapestry_definition_kind {
    TAPESTRY_DEFINES_STATE = 0,
    TAPESTRY_DEFINES_COUNTER = 1,
    TAPESTRY_DEFINES_MARK = 2,
    TAPESTRY_DEFINES_CLOCK = 3
};

enum tapestry_thread_kind {
    TAPESTRY_THREAD_MAIN = 0,
    TAPESTRY_THREAD_PTHREAD = 1,
    TAPESTRY_THREAD_STD = 2,
    TAPESTRY_THREAD_OPENMP = 3,
    TAPESTRY_THREAD_UNKNOWN = 4 /* its beginning was not seen */
};

/* An MPI call. `start` and `end` are those of the blocking call: for a nonblocking receive,
 * those of the call that completed it. `number` counts the sends and receives of a process in
 * the order in which they were posted, and the collective calls of a communicator or window.
 * `peer` is a rank in MPI_COMM_WORLD: the root of a rooted call, the target of a lock, -1 for
 * all, TAPESTRY_STRANGER for a process of another MPI_COMM_WORLD. The `tag` of a lock is 1 if it is
 * exclusive. Post and start have one record for each member of their group. */
enum tapestry_message_role {
    TAPESTRY_SENDS = 0,
    TAPESTRY_RECEIVES = 1,
    TAPESTRY_BARRIER = 2,
    TAPESTRY_ALL_TO_ALL = 3,
    TAPESTRY_FROM_ROOT = 4,
    TAPESTRY_TO_ROOT = 5,
    TAPESTRY_PUTS = 6,
    TAPESTRY_GETS = 7,
    TAPESTRY_FENCE = 8,
    TAPESTRY_LOCKS = 9,
    TAPESTRY_UNLOCKS = 10,
    TAPESTRY_POSTS = 11,
    TAPESTRY_STARTS = 12,
    TAPESTRY_COMPLETES = 13,
    TAPESTRY_AWAITS_COMPLETES = 14,
    TAPESTRY_AWAITS_THREAD = 15, /* of its own process: `peer` is a tid, `tag` the pattern */
    TAPESTRY_TO_DEVICE = 16,     /* which is the peer of the state */
    TAPESTRY_FROM_DEVICE = 17
};
/* Calls of MPI that are not recorded, in a process that made some. */
enum tapestry_strange_calls {
    TAPESTRY_STRANGE_MPI = 1, /* all of them: no shim knows that MPI */
    TAPESTRY_STRANGE_PARTITIONED = 2,
    TAPESTRY_STRANGE_SESSIONS = 4,
    TAPESTRY_STRANGE_NEIGHBOURS = 8 /* persistent ones, and those with large counts */
};
enum tapestry_thread_wait {
    TAPESTRY_WAITS_FOR_LOCK = 0,   /* that the thread held when the wait began */
    TAPESTRY_WAITS_FOR_SIGNAL = 1, /* that the thread gave */
    TAPESTRY_WAITS_FOR_END = 2     /* of the thread */
};
/* The tag of messages along the edges of a neighbourhood collective; no send of a program has
 * it. */
#define TAPESTRY_NEIGHBOUR_TAG (-1000)
#define TAPESTRY_STRANGER (-2)
/* The numbers of MPI_Init and MPI_Finalize among the fences of the world. */
#define TAPESTRY_INIT_NUMBER (UINT64_C(1) << 62)
#define TAPESTRY_FINALIZE_NUMBER (TAPESTRY_INIT_NUMBER + 1)
/* Added to the role of a nonblocking collective call: the rank arrived, but did not wait. */
#define TAPESTRY_BEGUN 0x40
/* Added to the role of a send or collective call for the call that completed it; `number` is
 * that of the nonblocking call. */
#define TAPESTRY_AWAITED 0x80

#define TAPESTRY_FINISHED (UINT64_C(1) << 16)
#define TAPESTRY_FIRST_WORD(kind, words, depth, detail, id)                \
    ((uint64_t)(kind) | (uint64_t)(words) << 8 | (uint64_t)(depth) << 17 | \
     (uint64_t)(detail) << 24 | (uint64_t)(id) << 32)

#endif
