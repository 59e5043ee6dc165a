// SPDX-License-Identifier: Apache-2.0
// Processes that are joined by streams, in the manner of Impulse C. The same source runs natively,
// every process in a thread (co_native.c), and as hardware: a process that the configuration
// function gives a place (co_loc) becomes a module, a stream a queue.
//
// Waits are for what the program will do and never for time, so that results do not depend on who
// is faster: a read waits for an element or the end, a write for room, a signal for its message.
// Only co_stream_read_nb and registers look at what is there now.
#ifndef TAPESTRY_CO_H
#define TAPESTRY_CO_H

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int8_t co_int8;
typedef int16_t co_int16;
typedef int32_t co_int32;
typedef int64_t co_int64;
typedef uint8_t co_uint1;
typedef uint8_t co_uint8;
typedef uint16_t co_uint16;
typedef uint32_t co_uint32;
typedef uint64_t co_uint64;
typedef int co_bool;

// The same without their prefix, as many programs write them.
typedef int8_t int8;
typedef int16_t int16;
typedef int32_t int32;
typedef int64_t int64;
typedef uint8_t uint8;
typedef uint16_t uint16;
typedef uint32_t uint32;
typedef uint64_t uint64;

// The type of a stream's elements is its number of bits; in memory it has 1, 2, 4 or 8 bytes.
typedef unsigned co_type;
#define INT_TYPE(BITS) ((co_type)(BITS))
#define UINT_TYPE(BITS) ((co_type)(BITS))
#define CHAR_TYPE ((co_type)8)
#define SHORT_TYPE ((co_type)16)
#define FLOAT_TYPE ((co_type)32)
#define DOUBLE_TYPE ((co_type)64)

typedef struct co_stream_s* co_stream;
typedef struct co_stream_s* co_signal;  // a message of 32 bits: a stream of one element
typedef struct co_register_s* co_register;
typedef struct co_memory_s* co_memory;
typedef struct co_process_s* co_process;
typedef struct co_architecture_s* co_architecture;
typedef void* co_parameter;
typedef void (*co_function)();

typedef enum {
    co_err_none = 0,
    co_err_eos,
    co_err_not_open,
    co_err_invalid_arg,
    co_err_unavail
} co_error;
typedef enum { co_loc, co_kind } co_attribute;

// The network. A configuration function makes it; co_architecture_create calls that function.
co_architecture co_architecture_create(const char* name, const char* platform,
                                       void (*configure)(void*), void* argument);
co_process co_process_create(const char* name, co_function run, int arguments, ...);
co_error co_process_config(co_process process, co_attribute attribute, const char* value);
co_stream co_stream_create(const char* name, co_type type, int depth);
co_signal co_signal_create(const char* name);
co_register co_register_create(const char* name, co_type type);
co_memory co_memory_create(const char* name, const char* place, size_t bytes);

// Runs all processes. It returns when those of the software are over, and those of the hardware are
// over or wait for what never comes.
void co_execute(co_architecture architecture);

// Streams. A writer opens its stream before it closes it. At the end a read says co_err_eos and
// leaves *buffer alone. A writer's close ends the stream; a reader's close passes over what is left
// of it. Then both may open it again.
co_error co_stream_open(co_stream stream, int mode, co_type type);
co_error co_stream_close(co_stream stream);
co_error co_stream_read(co_stream stream, void* buffer, size_t bytes);
co_error co_stream_write(co_stream stream, const void* buffer, size_t bytes);
// The same at once: co_err_unavail when there is neither an element nor the end yet.
co_error co_stream_read_nb(co_stream stream, void* buffer, size_t bytes);
int co_stream_eos(co_stream stream);  // waits until it is known

// A post waits until the message before it is taken.
co_error co_signal_post(co_signal signal, co_int32 value);
co_error co_signal_wait(co_signal signal, co_int32* value);

// A register holds the last value that was put, 0 at first; nobody waits.
co_int32 co_register_get(co_register reg);
void co_register_put(co_register reg, co_int32 value);
co_error co_register_read(co_register reg, void* buffer, size_t bytes);
co_error co_register_write(co_register reg, const void* buffer, size_t bytes);

// Memory that all processes share; offset and bytes must lie inside. What a process wrote is there
// for whoever gets its next message.
co_error co_memory_readblock(co_memory memory, size_t offset, void* buffer, size_t bytes);
co_error co_memory_writeblock(co_memory memory, size_t offset, const void* buffer, size_t bytes);
void* co_memory_ptr(co_memory memory);

// Where a new stage was asked for: the schedule finds its own.
#define co_par_break()

// `bits` of a value from bit `first`, as an unsigned number and with their sign.
#define co_bit_extract_u(VALUE, FIRST, BITS) \
    ((co_uint64)(VALUE) << (64 - (FIRST) - (BITS)) >> (64 - (BITS)))
#define co_bit_extract(VALUE, FIRST, BITS) \
    ((co_int64)((co_uint64)(VALUE) << (64 - (FIRST) - (BITS))) >> (64 - (BITS)))

// What is written only for the native run, and only for hardware.
#ifdef IMPULSE_C_SYNTHESIS
#define IF_SIM(...)
#define IF_NSIM(...) __VA_ARGS__
#else
#define IF_SIM(...) __VA_ARGS__
#define IF_NSIM(...)
#endif

#ifdef __cplusplus
}
#endif
#endif
