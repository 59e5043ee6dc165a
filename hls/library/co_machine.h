// SPDX-License-Identifier: Apache-2.0
// The interface between the runtime of co.h and a machine that runs the hardware processes. Without
// a machine, every process is a thread.
#ifndef TAPESTRY_CO_MACHINE_H
#define TAPESTRY_CO_MACHINE_H

#include "co.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_machine {
    void (*start)(void);
    // One clock cycle; 0: nothing moved, and nothing will until software acts.
    int (*cycle)(void);
    // 0: the hardware has no such register.
    int (*register_get)(const char* name, uint64_t* value);
    int (*register_put)(const char* name, uint64_t value);
};
extern const struct co_machine* co_machine;

// Called by the machine in its cycle: the software's end of a stream whose other end is in
// hardware, by name. `ends` is 1 for the end mark that a close writes. 0: no token, or no space.
int co_machine_peek(const char* stream, uint64_t* value, int* ends);
void co_machine_pop(const char* stream);
int co_machine_has_room(const char* stream);
void co_machine_push(const char* stream, uint64_t value, int ends);
void* co_machine_memory(const char* name);

#ifdef __cplusplus
}
#endif
#endif
