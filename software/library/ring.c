/* SPDX-License-Identifier: Apache-2.0 */
/* A recording of limited size that keeps what came last: when there is room for no more chunks, a
 * new one takes the place of the oldest copy. What the chunk in its place still tells of later ones
 * is carried over to chunks that stay: names, threads, communicators, and how many messages of each
 * line are gone, so that those that are there still find their other side. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "recorder.h"

enum { LINES = 1 << 12, MOST_CLOCKS = 64 };

/* All of it is under recorder.lock. */
static uint32_t* copies; /* a ring of chunk numbers, the oldest first */
static uint64_t first_copy, copy_count;
static struct tapestry_chunk victim;
static uint64_t rest_of_victim[(TAPESTRY_CHUNK_BYTES - sizeof(struct tapestry_chunk)) / 8];
static struct tapestry_chunk* stays;
static uint64_t *stays_at, *stays_end;
static uint64_t* lines[LINES]; /* records of lines of messages, by hash */
static unsigned line_count, clock_count;

static off_t place_of(uint64_t number) {
    return (off_t)(TAPESTRY_HEADER_BYTES + number * TAPESTRY_CHUNK_BYTES);
}

void recorder_begin_ring(void) {
    copies = NULL;
    stays = NULL;
    stays_at = stays_end = NULL;
    first_copy = copy_count = line_count = clock_count = 0;
    memset(lines, 0, sizeof lines);
    const uint64_t most = recorder.most_chunks;
    if (!getenv("TAPESTRY_RECORD_LAST") || most == UINT64_MAX || most > UINT32_MAX) return;
    void* room = mmap(NULL, most * sizeof *copies, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room != MAP_FAILED) copies = room;
}

void recorder_end_ring(void) {
    if (copies) munmap(copies, recorder.most_chunks * sizeof *copies);
    if (stays) munmap(stays, TAPESTRY_CHUNK_BYTES);
    copies = NULL;
    stays = NULL;
}

static uint64_t* room_that_stays(unsigned words);

static void carry_over(const uint64_t* record, unsigned words) {
    uint64_t* to = room_that_stays(words);
    if (!to) {
        recorder_lost();
        return;
    }
    memcpy(to + 1, record + 1, (words - 1) * sizeof *to);
    to[0] = record[0] & ~TAPESTRY_FINISHED;
    recorder_finish(to, record[0]);
}

/* A line: what one process sends to, or receives from, another with one tag on one communicator. */
static uint64_t* new_line(uint64_t role, const uint64_t* message) {
    uint64_t* line = line_count < LINES / 2 ? room_that_stays(5) : NULL;
    if (!line) {
        recorder.header->lines_unknown = 1;
        return NULL;
    }
    ++line_count;
    line[1] = message[3];
    line[2] = message[4];
    const uint64_t first = TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_OVERWRITTEN, 5, 0, role, 0);
    line[0] = first;
    recorder_finish(line, first);
    return line;
}

static void count_message(const uint64_t* message) {
    const uint64_t role = message[0] >> 24 & 0xff;
    if (role != TAPESTRY_SENDS && role != TAPESTRY_RECEIVES) return;
    const uint64_t key = (message[3] * UINT64_C(0x9e3779b97f4a7c15)) ^ message[4] ^ role << 60;
    for (uint64_t i = (key ^ key >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 52;; ++i) {
        uint64_t** line = &lines[i % LINES];
        if (!*line) *line = new_line(role, message);
        if (!*line) return;
        if ((*line)[1] != message[3] || (*line)[2] != message[4] ||
            ((*line)[0] >> 24 & 0xff) != role)
            continue;
        ++(*line)[3];
        if (message[6] > (*line)[4]) (*line)[4] = message[6];
        return;
    }
}

static void forget(uint64_t until) {
    ++recorder.header->overwritten;
    if (until > recorder.header->kept_from) recorder.header->kept_from = until;
}

static void take_leave_of(const uint64_t* record, unsigned words, uint32_t thread) {
    switch (record[0] & 0xff) {
        case TAPESTRY_RECORD_STATE:
            forget(record[2]);
            return;
        case TAPESTRY_RECORD_COUNTER:
        case TAPESTRY_RECORD_MARK:
            forget(record[1]);
            return;
        case TAPESTRY_RECORD_MESSAGE:
            forget(record[2]);
            count_message(record);
            return;
        case TAPESTRY_RECORD_DROPPED: {
            const uint64_t first =
                TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_DROPPED, 2, 0, 0, record[0] >> 32);
            carry_over((uint64_t[]){first | TAPESTRY_FINISHED, thread}, 2);
            return;
        }
        case TAPESTRY_RECORD_CLOCK:
            if (clock_count++ >= MOST_CLOCKS) return; /* the others are with what they are for */
            carry_over(record, words);
            return;
        case TAPESTRY_RECORD_DEVICE_CLOCK:
            return; /* it is of a time that is gone */
        default:
            carry_over(record, words);
    }
}

/* Reads the oldest copy, keeps what has to be, and marks its place as empty. Its number; 0: there
 * is none, as chunk 0 is a slot. */
static uint64_t oldest_copy(void) {
    if (copy_count == 0 || recorder_is_modelled()) return 0;
    const uint64_t number = copies[first_copy];
    const off_t at = place_of(number);
    const size_t rest = sizeof rest_of_victim;
    if (pread(recorder.file, &victim, sizeof victim, at) != (ssize_t)sizeof victim) return 0;
    if (pread(recorder.file, rest_of_victim, rest, at + (off_t)sizeof victim) != (ssize_t)rest)
        return 0;
    first_copy = (first_copy + 1) % recorder.most_chunks;
    --copy_count;
    const uint64_t* record = rest_of_victim;
    const uint64_t* end = rest_of_victim + rest / sizeof *record;
    for (uint32_t thread = victim.thread; record < end && *record != 0;) {
        const unsigned words = (unsigned)(*record >> 8 & 0xff);
        if (words == 0 || end - record < (ptrdiff_t)words) break;
        if ((*record & 0xff) == TAPESTRY_RECORD_THREAD) thread = (uint32_t)(*record >> 32);
        if (*record & TAPESTRY_FINISHED) take_leave_of(record, words, thread);
        record += words;
    }
    const uint64_t nothing = 0;
    return pwrite(recorder.file, &nothing, sizeof nothing, at) == (ssize_t)sizeof nothing ? number
                                                                                          : 0;
}

/* 0: there is no room. */
static uint64_t new_number(void) {
    if (recorder.header->chunks < recorder.most_chunks)
        return __atomic_fetch_add(&recorder.header->chunks, 1, __ATOMIC_RELAXED) + 1;
    const uint64_t copy = oldest_copy();
    return copy ? copy + 1 : 0;
}

/* What is carried over is little, and its own chunks are never overwritten. They are taken from
 * beyond the limit, as there may be no copy to take the place of. */
static uint64_t* room_that_stays(unsigned words) {
    if (stays_end - stays_at < (ptrdiff_t)words) {
        if (stays) munmap(stays, TAPESTRY_CHUNK_BYTES);
        stays_at = stays_end = NULL;
        stays =
            recorder_map_slot(__atomic_fetch_add(&recorder.header->chunks, 1, __ATOMIC_RELAXED));
        if (!stays) return NULL;
        stays_at = (uint64_t*)(stays + 1);
        stays_end = (uint64_t*)((char*)stays + TAPESTRY_CHUNK_BYTES);
        __atomic_store_n(&stays->magic, TAPESTRY_CHUNK_MAGIC, __ATOMIC_RELEASE);
    }
    uint64_t* room = stays_at;
    stays_at += words;
    return room;
}

int recorder_is_ring(void) { return copies != NULL; }

struct tapestry_chunk* recorder_ring_slot(void) {
    pthread_mutex_lock(&recorder.lock);
    const uint64_t number = new_number();
    pthread_mutex_unlock(&recorder.lock);
    if (number == 0) return NULL;
    struct tapestry_chunk* slot = recorder_map_slot(number - 1);
    return slot;
}

/* The first word comes last: until then there is no chunk, and the slot still has the records. */
int recorder_ring_copy(const struct tapestry_chunk* slot) {
    enum { FIRST = 8 };
    pthread_mutex_lock(&recorder.lock);
    const uint64_t number = new_number();
    const off_t at = number ? place_of(number - 1) : 0;
    const size_t rest = TAPESTRY_CHUNK_BYTES - FIRST;
    const int copied =
        number != 0 &&
        pwrite(recorder.file, (const char*)slot + FIRST, rest, at + FIRST) == (ssize_t)rest &&
        pwrite(recorder.file, slot, FIRST, at) == FIRST;
    if (copied) copies[(first_copy + copy_count++) % recorder.most_chunks] = (uint32_t)(number - 1);
    pthread_mutex_unlock(&recorder.lock);
    return copied;
}
