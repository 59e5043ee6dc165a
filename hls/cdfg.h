// SPDX-License-Identifier: Apache-2.0
// A kernel as hardware sees it: blocks of operations on bits, joined by control. The front end
// makes it from LLVM's IR; nothing here or behind it knows LLVM.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostics.h"

namespace tapestry::hls {

inline bool is_same(const Place& a, const Place& b) { return a.line == b.line && a.file == b.file; }

// A place in the C source, and the calls through which it was inlined, innermost first.
struct SourcePlace {
    Place at;
    std::vector<Place> inlined_at;
};

enum class OpKind {
    constant,
    argument,
    thread_number,
    phi,
    add,
    sub,
    mul,
    udiv,
    sdiv,
    urem,
    srem,
    bit_and,
    bit_or,
    bit_xor,
    shl,
    lshr,
    ashr,
    eq,
    ne,
    ult,
    ule,
    slt,
    sle,
    select,
    trunc,
    zext,
    sext,
    slice,   // `width` bits of the operand from bit `offset`
    insert,  // the first operand with the second one put over it at bit `offset`
    fadd,
    fsub,
    fmul,
    fdiv,
    fsqrt,
    ffma,
    feq,
    flt,
    fle,
    funord,
    float_to_int,
    float_to_uint,
    int_to_float,
    uint_to_float,
    float_resize,
    load,         // operands: address
    store,        // operands: address, value
    stream_read,  // waits for a token; `width` is that of its data and, above it, whether it is the
                  // end
    stream_write,  // operands: the token
    lock,          // `offset` is the number of the lock
    unlock,
    barrier,
};

// A stream_read that only asks whether there is something, and never waits.
inline constexpr unsigned kAsks = 3;

using Value = int;  // index into Kernel::ops
inline constexpr Value kNone = -1;

struct Op {
    OpKind kind = OpKind::constant;
    unsigned width = 0;           // bits of the result; of the value for a store
    std::vector<Value> operands;  // of a phi: as `from`
    std::vector<int> from;        // phi: the block each operand comes from
    Value predicate = kNone;      // a load, store or sync that happens only when this is 1
    int memory = -1;              // load, store
    int stream = -1;              // stream_read, stream_write
    unsigned pops = 0;  // stream_read: 0 looks, 1 takes data, 2 takes an end too; kAsks: see below
    unsigned offset = 0;  // slice, insert, lock; number of the argument
    std::string digits;   // constant: hexadecimal
    int block = -1;
    unsigned around = 0;  // of flattened loops: 0 is in the innermost, 1 in the loop around it, …
    SourcePlace place;
};

struct Block {
    std::vector<Value> ops;  // phis first
    Value condition = kNone;
    std::vector<int> next;  // none: return; one: jump; two: condition is 1, condition is 0
    Value result = kNone;   // what a returning block returns
    SourcePlace place;
};

// `after` must not overtake `before`, `distance` iterations later. Both touch one memory, or one of
// them is a lock or barrier.
struct Order {
    Value before = kNone;
    Value after = kNone;
    unsigned distance = 0;
    int nest = -1;  // counts only when this loop is flattened
};

struct Memory {
    // shared: of all threads of the kernel, on the chip; they reach it through a port, as what lies
    // outside.
    enum class Where { external, local, shared } where = Where::external;
    bool has_port() const { return where != Where::local; }
    std::string name;
    std::string c_name;  // of the array in the program
    unsigned word_bytes = 4;
    std::uint64_t words = 0;   // local
    bool byte_writes = false;  // some access is narrower than a word
    bool is_written = false;
    std::vector<std::uint8_t> initial;  // local; empty: undefined
    Place place;
};

// One end of a stream that a process reads or writes; or a register, for which nobody waits.
struct Stream {
    std::string name;
    unsigned bits = 32;  // of its data
    bool is_register = false, is_read = false, is_written = false;
    int parameter = 0;  // which one of the process it is
};

struct Argument {
    std::string name;
    unsigned width = 32;
    int memory = -1;  // a pointer: the port its accesses go through
    bool is_pointer = false, is_float = false;
    int parameter = 0;  // which one of the function it is
};

struct Loop {
    int header = -1;
    std::vector<int> blocks;
    unsigned depth = 1;
    std::uint64_t trip_count = 0;  // of the pipeline, where loops are flattened; 0: not known
    bool has_nest_orders = false;  // `Kernel::orders` has what flattening it needs
    int flattened_into = -1;       // the loop inside whose pipeline does this one too
    Value begins = kNone;          // flattened: whether an iteration of the pipeline begins one
    SourcePlace place;
};

struct Kernel {
    std::string name;    // of its module
    std::string c_name;  // of the function
    std::string symbol;  // of the region in the host program; empty: a plain function
    SourcePlace place;
    std::vector<Argument> arguments;
    std::vector<Memory> memories;
    std::vector<Stream> streams;
    std::vector<Op> ops;
    std::vector<Block> blocks;  // the first is the entry
    std::vector<Order> orders;
    std::vector<Loop> loops;
    unsigned result_width = 0;
    bool result_is_float = false;
    bool is_process = false;  // of a network; it has streams
    unsigned threads = 1;
    std::vector<std::string> locks;
    bool has_barrier = false;

    const Op& op(Value v) const { return ops[static_cast<std::size_t>(v)]; }
};

const char* name_of(OpKind kind);
bool is_float(OpKind kind);
bool is_memory(OpKind kind);
bool is_stream(OpKind kind);
bool is_sync(OpKind kind);

// Whether the block is a loop of its own: it jumps back to itself.
bool is_self_loop(const Kernel& kernel, int block);
// The loops whose iterations are part of this one's pipeline, outermost first.
std::vector<const Loop*> flattened_into(const Kernel& kernel, const Loop& loop);
// Whether the block reads a stream for whose data it waits.
bool waits_for_data(const Kernel& kernel, int block);

}  // namespace tapestry::hls
