// SPDX-License-Identifier: Apache-2.0
// Processes joined by streams, in the manner of Impulse C. The same source runs natively, with a
// thread for each process (co_native.c), and as hardware: a process that the configuration function
// places on hardware (co_loc) becomes a module, a stream becomes a queue.
//
// A process waits only for what other processes do, never for time, so results do not depend on
// relative speed: a read waits for an element or the end, a write for space in the queue, a signal
// for its message. Only co_stream_read_nb and registers depend on the current moment.
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

// Short names without the prefix, which many programs use.
typedef int8_t int8;
typedef int16_t int16;
typedef int32_t int32;
typedef int64_t int64;
typedef uint8_t uint8;
typedef uint16_t uint16;
typedef uint32_t uint32;
typedef uint64_t uint64;

// The type of a stream's elements is their number of bits; in memory an element has 1, 2, 4 or 8
// bytes.
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

// The network. co_architecture_create calls the configuration function, which builds it.
co_architecture co_architecture_create(const char* name, const char* platform,
                                       void (*configure)(void*), void* argument);
co_process co_process_create(const char* name, co_function run, int arguments, ...);
co_error co_process_config(co_process process, co_attribute attribute, const char* value);
co_stream co_stream_create(const char* name, co_type type, int depth);
co_signal co_signal_create(const char* name);
co_register co_register_create(const char* name, co_type type);
co_memory co_memory_create(const char* name, const char* place, size_t bytes);

// Runs all processes. Returns when all software processes have ended and all hardware processes
// have ended or wait for data that never comes.
void co_execute(co_architecture architecture);

// Streams. A writer opens its stream before it closes it. At the end of the stream a read returns
// co_err_eos and leaves *buffer unchanged. A writer's close ends the stream; a reader's close
// discards the rest of it. Then both may open it again.
co_error co_stream_open(co_stream stream, int mode, co_type type);
co_error co_stream_close(co_stream stream);
co_error co_stream_read(co_stream stream, void* buffer, size_t bytes);
co_error co_stream_write(co_stream stream, const void* buffer, size_t bytes);
// The nonblocking read: co_err_unavail if neither an element nor the end is available.
co_error co_stream_read_nb(co_stream stream, void* buffer, size_t bytes);
int co_stream_eos(co_stream stream);  // waits until it is known

// A post waits until the previous message has been taken.
co_error co_signal_post(co_signal signal, co_int32 value);
co_error co_signal_wait(co_signal signal, co_int32* value);

// A register holds the last value put, initially 0; accesses never block.
co_int32 co_register_get(co_register reg);
void co_register_put(co_register reg, co_int32 value);
co_error co_register_read(co_register reg, void* buffer, size_t bytes);
co_error co_register_write(co_register reg, const void* buffer, size_t bytes);

// Memory shared by all processes; offset and bytes must lie inside. Data that a process wrote is
// visible to whoever receives its next message.
co_error co_memory_readblock(co_memory memory, size_t offset, void* buffer, size_t bytes);
co_error co_memory_writeblock(co_memory memory, size_t offset, const void* buffer, size_t bytes);
void* co_memory_ptr(co_memory memory);

// Requests for a pipeline stage have no effect: the scheduler decides.
#define co_par_break()

// `bits` bits of a value from bit `first`, unsigned and sign-extended.
#define co_bit_extract_u(VALUE, FIRST, BITS) \
    ((co_uint64)(VALUE) << (64 - (FIRST) - (BITS)) >> (64 - (BITS)))
#define co_bit_extract(VALUE, FIRST, BITS) \
    ((co_int64)((co_uint64)(VALUE) << (64 - (FIRST) - (BITS))) >> (64 - (BITS)))

// Code for the native run only, and for hardware only.
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
