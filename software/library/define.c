/* SPDX-License-Identifier: Apache-2.0 */
/* States get their ids when they are first used; a definition record describes each id. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

static uint32_t next_id = 1;
static tapestry_state* all; /* every state that has a number, for the recording of a child */

enum { LONGEST_TEXT = 400 };

static char* put_text(char* at, const char* text) {
    if (text)
        at = (char*)memccpy(at, text, 0, LONGEST_TEXT) ?: at + LONGEST_TEXT + 1;
    else
        ++at;
    at[-1] = 0;
    return at;
}

static void write_definition(const tapestry_state* state) {
    uint64_t text[4 * (LONGEST_TEXT + 8) / 8 + 1] = {0};
    text[0] = (uint64_t)(uint32_t)state->category;
    char* end = put_text((char*)(text + 1), state->name ? state->name : "");
    end = put_text(end, state->peer);
    end = put_text(end, state->purpose);
    end = put_text(end, state->source);
    const unsigned words = 1 + (unsigned)((size_t)(end - (char*)text) + 7) / 8;
    recorder_append(words,
                    TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_DEFINITION, words, 0, state->what,
                                        __atomic_load_n(&state->id, __ATOMIC_RELAXED)),
                    text);
}

uint32_t recorder_define(tapestry_state* state, unsigned what) {
    const int is_left_out = recorder_is_left_out(state->name);
    const uint32_t mine =
        is_left_out ? TAPESTRY_INHERITED : __atomic_fetch_add(&next_id, 1, __ATOMIC_RELAXED);
    uint32_t none = 0;
    if (!__atomic_compare_exchange_n(&state->id, &none, mine, 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE))
        return none;
    if (is_left_out) return mine;
    state->what = what;
    tapestry_state* head = __atomic_load_n(&all, __ATOMIC_RELAXED);
    do {
        state->next = head;
    } while (
        !__atomic_compare_exchange_n(&all, &head, state, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
    write_definition(state);
    return mine;
}

void recorder_define_again(void) {
    for (const tapestry_state* s = __atomic_load_n(&all, __ATOMIC_ACQUIRE); s; s = s->next)
        write_definition(s);
}

static int same(const char* a, const char* b) { return a == b || (a && b && strcmp(a, b) == 0); }

struct named {
    tapestry_state state;
    struct named* next;
};
static struct named* named;

static char* copy(const char* text) { return text ? strdup(text) : NULL; }

TAPESTRY_PUBLIC tapestry_state* tapestry_state_named(const char* name, int category,
                                                     const char* peer, const char* purpose,
                                                     const char* source) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    struct named* n = named;
    while (n && !(same(n->state.name, name) && n->state.category == category &&
                  same(n->state.peer, peer) && same(n->state.purpose, purpose) &&
                  same(n->state.source, source)))
        n = n->next;
    if (!n && (n = calloc(1, sizeof *n))) {
        n->state = (tapestry_state){copy(name),   category, copy(peer), copy(purpose),
                                    copy(source), 0,        0,          NULL};
        n->next = named;
        named = n;
    }
    pthread_mutex_unlock(&lock);
    return n ? &n->state : NULL;
}
