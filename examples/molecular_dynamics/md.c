// SPDX-License-Identifier: Apache-2.0
// Molecular dynamics in stream C: which molecules are near each other, and how strongly do they
// pull?
//
//     Distributor --16 streams--> 16 Accelerators --16 streams--> Collector
//          ^                                                          |
//          +----------------------------- SRAM <----------------------+
//
// A molecule is 36 bytes in the SRAM: position, velocity and acceleration in three directions,
// 32-bit integers. The Distributor sends every molecule to every Accelerator. An Accelerator keeps
// every sixteenth molecule, compares each that comes with all of its own, and sends a list of those
// nearby. The Collector adds up the pull on each molecule in the SRAM. Software makes the molecules
// and checks the result.
#include <stdio.h>
#include <stdlib.h>

#include "co.h"

#ifndef MOLECULES
#define MOLECULES 16384
#endif
#ifndef ACCELERATORS
#define ACCELERATORS 16
#endif
#ifndef BUFFER  // words that a stream holds: the one constant that the study changes
#define BUFFER 128
#endif
#ifndef REACH  // molecules further apart than this do not pull
#define REACH 400
#endif
#ifndef DROPLET  // one molecule in so many is in the droplet
#define DROPLET 14
#endif
#ifndef RUN  // as many of them stand one after the other in the SRAM at most
#define RUN 128
#endif
#define WORDS 9
#define OWN (MOLECULES / ACCELERATORS)
#define SIDE 16384  // of the box; a power of two
#define REACH2 (REACH * REACH)

// Does STEP(number) once for each accelerator: streams cannot be chosen by a computed number.
#if ACCELERATORS == 16
#define EACH(STEP)                                                                            \
    STEP(0)                                                                                   \
    STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8) STEP(9) STEP(10) STEP(11) \
        STEP(12) STEP(13) STEP(14) STEP(15)
#define STREAMS(S)                                                                           \
    co_stream S##0, co_stream S##1, co_stream S##2, co_stream S##3, co_stream S##4,          \
        co_stream S##5, co_stream S##6, co_stream S##7, co_stream S##8, co_stream S##9,      \
        co_stream S##10, co_stream S##11, co_stream S##12, co_stream S##13, co_stream S##14, \
        co_stream S##15
#define ALL(S)                                                                                     \
    S[0], S[1], S[2], S[3], S[4], S[5], S[6], S[7], S[8], S[9], S[10], S[11], S[12], S[13], S[14], \
        S[15]
#else
#define EACH(STEP) STEP(0) STEP(1) STEP(2) STEP(3)
#define STREAMS(S) co_stream S##0, co_stream S##1, co_stream S##2, co_stream S##3
#define ALL(S) S[0], S[1], S[2], S[3]
#endif

// Where a molecule is after a step of time, from its position, velocity and acceleration in one
// direction.
static inline co_int32 moved(co_int32 position, co_int32 velocity, co_int32 acceleration) {
    return (position + velocity / 16 + acceleration / 512) & (SIDE - 1);
}

static inline co_int32 distance2(co_int32 dx, co_int32 dy, co_int32 dz) {
    return dx * dx + dy * dy + dz * dz;
}

// Sends all molecules twice: the Accelerators keep their own of the first time, and compare with
// those of the second.
void distributor(co_memory sram, co_signal filled, STREAMS(to)) {
    const co_int32* words = co_memory_ptr(sram);
    co_int32 message;
    co_signal_wait(filled, &message);
    for (int pass = 0; pass < 2; ++pass)
        for (int i = 0; i < MOLECULES * WORDS; ++i) {
            co_int32 word = words[i];
#define SEND(K) co_stream_write(to##K, &word, sizeof word);
            EACH(SEND)
        }
}

void accelerator(co_stream in, co_stream out, co_parameter parameter) {
    co_int32 own_x[OWN], own_y[OWN], own_z[OWN];
    co_uint32 near[OWN];
    const int number = (int)(intptr_t)parameter;
    for (int m = 0; m < 2 * MOLECULES; ++m) {
        co_int32 x, y, z, vx, vy, vz, ax, ay, az;
        co_stream_read(in, &x, sizeof x);
        co_stream_read(in, &y, sizeof y);
        co_stream_read(in, &z, sizeof z);
        co_stream_read(in, &vx, sizeof vx);
        co_stream_read(in, &vy, sizeof vy);
        co_stream_read(in, &vz, sizeof vz);
        co_stream_read(in, &ax, sizeof ax);
        co_stream_read(in, &ay, sizeof ay);
        co_stream_read(in, &az, sizeof az);
        x = moved(x, vx, ax);
        y = moved(y, vy, ay);
        z = moved(z, vz, az);
        if (m < MOLECULES) {
            if (m % ACCELERATORS == number) {
                own_x[m / ACCELERATORS] = x;
                own_y[m / ACCELERATORS] = y;
                own_z[m / ACCELERATORS] = z;
            }
        } else {
            co_uint32 count = 0;
            for (int i = 0; i < OWN; ++i) {
#pragma CO PIPELINE
                const co_int32 d = distance2(own_x[i] - x, own_y[i] - y, own_z[i] - z);
                if (d < REACH2)
                    near[count++] = (co_uint32)d << 14 | (co_uint32)(i * ACCELERATORS + number);
            }
            co_stream_write(out, &count, sizeof count);
            for (co_uint32 i = 0; i < count; ++i) {
                co_uint32 pair = near[i];
                co_stream_write(out, &pair, sizeof pair);
            }
        }
    }
}

// The pull on each molecule, from lists that come in the order of molecules. It is added up in the
// SRAM, whose answers take their time; or, with ON_CHIP, in a memory beside the Collector that is
// copied to the SRAM in the end.
void collector(co_memory pulls, co_signal done, STREAMS(from)) {
    co_uint32* sram = co_memory_ptr(pulls);
    co_int32 pairs = 0;
#ifdef ON_CHIP
    co_uint32 pull[MOLECULES];
    for (int m = 0; m < MOLECULES; ++m) pull[m] = 0;
#else
    co_uint32* pull = sram;
#endif
    for (int m = 0; m < MOLECULES; ++m) {
        co_uint32 count, pair;
#define TAKE(K)                                           \
    co_stream_read(from##K, &count, sizeof count);        \
    pairs += count;                                       \
    for (co_uint32 i = 0; i < count; ++i) {               \
        co_stream_read(from##K, &pair, sizeof pair);      \
        pull[pair & (SIDE - 1)] += REACH2 - (pair >> 14); \
    }
        EACH(TAKE)
    }
#ifdef ON_CHIP
    for (int m = 0; m < MOLECULES; ++m) sram[m] = pull[m];
#endif
    co_signal_post(done, pairs);
}

static unsigned seed = 1;
static unsigned random_below(unsigned limit) {
    return ((seed = seed * 1664525u + 1013904223u) >> 8) % limit;
}

// Vapour all over the box with a droplet in the middle. Molecules of the droplet stand in runs in
// the SRAM, with DROPLET - 1 times as many of the vapour behind each run. All molecules of the
// droplet are near each other, so these runs are where the pairs are.
static void fill(co_int32* words) {
    int wet = 0, dry = 0;
    for (int m = 0; m < MOLECULES; ++m) {
        if (!wet && !dry) {
            wet = 1 + random_below(RUN);
            dry = wet * (DROPLET - 1);
        }
        const int in_droplet = wet > 0;
        wet ? --wet : --dry;
        for (int d = 0; d < 3; ++d) {
            words[m * WORDS + d] =
                in_droplet ? (SIDE - REACH / 2) / 2 + random_below(REACH / 2) : random_below(SIDE);
            words[m * WORDS + 3 + d] = (int)random_below(512) - 256;
            words[m * WORDS + 6 + d] = (int)random_below(512) - 256;
        }
    }
}

static int is_right(const co_int32* words, const co_uint32* pull, int* pairs) {
    static co_int32 at[MOLECULES][3];
    for (int m = 0; m < MOLECULES; ++m)
        for (int d = 0; d < 3; ++d)
            at[m][d] =
                moved(words[m * WORDS + d], words[m * WORDS + 3 + d], words[m * WORDS + 6 + d]);
    *pairs = 0;
    for (int m = 0; m < MOLECULES; ++m) {
        co_uint32 sum = 0;
        for (int n = 0; n < MOLECULES; ++n) {
            const co_int32 d =
                distance2(at[m][0] - at[n][0], at[m][1] - at[n][1], at[m][2] - at[n][2]);
            if (d < REACH2) {
                sum += REACH2 - d;
                ++*pairs;
            }
        }
        if (sum != pull[m]) return 0;
    }
    return 1;
}

void host(co_memory sram, co_memory pulls, co_signal filled, co_signal done) {
    co_int32 counted;
    int pairs;
    fill(co_memory_ptr(sram));
    for (int m = 0; m < MOLECULES; ++m) ((co_uint32*)co_memory_ptr(pulls))[m] = 0;
    co_signal_post(filled, 1);
    co_signal_wait(done, &counted);
    const int right =
        is_right(co_memory_ptr(sram), co_memory_ptr(pulls), &pairs) && pairs == counted;
    printf("%d molecules, %d pairs: %s\n", MOLECULES, pairs, right ? "right" : "WRONG");
}

void configure(void* nothing) {
    co_memory sram = co_memory_create("sram", "mem0", MOLECULES * WORDS * sizeof(co_int32));
    co_memory pulls = co_memory_create("pulls", "mem0", MOLECULES * sizeof(co_uint32));
    co_signal filled = co_signal_create("filled"), done = co_signal_create("done");
    co_stream to[ACCELERATORS], from[ACCELERATORS];
    char name[32];
    for (int i = 0; i < ACCELERATORS; ++i) {
        snprintf(name, sizeof name, "to%d", i);
        to[i] = co_stream_create(name, INT_TYPE(32), BUFFER);
        snprintf(name, sizeof name, "from%d", i);
        from[i] = co_stream_create(name, UINT_TYPE(32), BUFFER);
        snprintf(name, sizeof name, "accelerator%d", i);
        co_process p = co_process_create(name, (co_function)accelerator, 3, to[i], from[i],
                                         (co_parameter)(intptr_t)i);
        co_process_config(p, co_loc, "PE0");
    }
    co_process_create("host", (co_function)host, 4, sram, pulls, filled, done);
    co_process d = co_process_create("distributor", (co_function)distributor, 2 + ACCELERATORS,
                                     sram, filled, ALL(to));
    co_process c = co_process_create("collector", (co_function)collector, 2 + ACCELERATORS, pulls,
                                     done, ALL(from));
    co_process_config(d, co_loc, "PE0");
    co_process_config(c, co_loc, "PE0");
}

// With the name of a file: writes the molecules there, and makes nothing.
static int write_molecules(const char* name) {
    static co_int32 words[MOLECULES * WORDS];
    FILE* file = fopen(name, "w");
    if (!file) return 1;
    fill(words);
    for (int i = 0; i < MOLECULES * WORDS; ++i) fprintf(file, "%08x\n", (unsigned)words[i]);
    return fclose(file);
}

int main(int argc, char** argv) {
    if (argc > 1) return write_molecules(argv[1]);
    co_execute(co_architecture_create("molecular dynamics", "generic", configure, 0));
    return 0;
}
