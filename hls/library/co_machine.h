// SPDX-License-Identifier: Apache-2.0
// What the runtime of co.h and a machine that stands for hardware processes know of each other.
// Without a machine every process is a thread.
#ifndef TAPESTRY_CO_MACHINE_H
#define TAPESTRY_CO_MACHINE_H

#include "co.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_machine {
    void (*start)(void);
    // One cycle of its clock; 0: nothing moved, and nothing will until software does something.
    int (*cycle)(void);
    // 0: the hardware has no such register.
    int (*register_get)(const char* name, uint64_t* value);
    int (*register_put)(const char* name, uint64_t value);
};
extern const struct co_machine* co_machine;

// The software's end of a stream that hardware has the other end of, by the stream's name. `ends`
// is 1 for the mark that a close leaves. They are called by the machine, in its cycle; 0: none, or
// no room.
int co_machine_peek(const char* stream, uint64_t* value, int* ends);
void co_machine_pop(const char* stream);
int co_machine_has_room(const char* stream);
void co_machine_push(const char* stream, uint64_t value, int ends);
void* co_machine_memory(const char* name);

#ifdef __cplusplus
}
#endif
#endif
