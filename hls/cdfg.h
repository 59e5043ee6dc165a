// SPDX-License-Identifier: Apache-2.0
// A kernel is a control and data flow graph: basic blocks of operations on bit vectors, joined by
// control edges. The front end builds it from LLVM's IR; nothing here or downstream knows LLVM.
//
// Terms: an operation's result is a Value, the index of the operation. A self-loop is a basic block
// that branches to itself; it becomes a pipeline that starts an iteration every initiation
// interval. A flattened loop is an enclosing loop that has become part of its inner loop's
// pipeline. A memory is one address space of the hardware, external (behind a port), local to a
// thread, or shared by all threads of the kernel.
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

// Op::pops of a stream_read that only tests whether a token is available, and never waits.
inline constexpr unsigned kAsks = 3;
// Op::offset of a barrier at which those who are not of the team wait for its end: a barrier of the
// team opens without them.
inline constexpr unsigned kJoins = 1;

using Value = int;  // index into Kernel::ops
inline constexpr Value kNone = -1;

struct Op {
    OpKind kind = OpKind::constant;
    unsigned width = 0;           // bits of the result; of the value for a store
    std::vector<Value> operands;  // phi: one for each entry of `from`
    std::vector<int> from;        // phi: the block each operand comes from
    Value predicate = kNone;      // load, store, stream access: takes effect only if this is 1
    int memory = -1;              // load, store
    int stream = -1;              // stream_read, stream_write
    unsigned pops = 0;    // stream_read: 0 peeks, 1 takes data, 2 takes an end too; or kAsks
    unsigned offset = 0;  // slice, insert: first bit; lock, argument: number; barrier: kJoins
    std::string digits;   // constant: hexadecimal
    int block = -1;
    bool is_conditional = false;  // of an arm: not every iteration needs its result
    unsigned around = 0;  // flattened nest: 0 is the innermost loop, 1 the loop around it, …
    SourcePlace place;
};

struct Block {
    std::vector<Value> ops;  // phis first
    Value condition = kNone;
    std::vector<int> next;  // none: return; one: jump; two: condition is 1, condition is 0
    Value result = kNone;   // return value
    SourcePlace place;
};

// `after`, `distance` iterations later, must not overtake `before`. Both access one memory, or one
// of them is a lock or barrier.
struct Order {
    Value before = kNone;
    Value after = kNone;
    unsigned distance = 0;
    int nest = -1;  // applies only if this loop is flattened
};

struct Memory {
    // A shared memory is on the chip. The threads reach it through a port, like an external one.
    enum class Where { external, local, shared } where = Where::external;
    bool has_port() const { return where != Where::local; }
    std::string name;
    std::string c_name;  // of the array in the program
    unsigned word_bytes = 4;
    std::uint64_t words = 0;   // local
    unsigned read_ports = 2;   // local: reads that may start in one cycle
    bool byte_writes = false;  // some access is narrower than a word
    bool is_written = false;
    std::vector<std::uint8_t> initial;  // local; empty: undefined
    Place place;
};

// One end of a stream that a process reads or writes, or a register, which never blocks.
struct Stream {
    std::string name;
    unsigned bits = 32;  // of its data
    bool is_register = false, is_read = false, is_written = false;
    int parameter = 0;  // index of the process's parameter; -1: of none
    // Of hls::stream: which one, by a name that is its own in the hardware, and as the program
    // writes it; empty: the parameter says it.
    std::string queue, c_name;
    unsigned element = 0;   // of a parameter that is an array of hls::stream
    bool is_local = false;  // of hls::stream: it is there anew in every call
};

// A parameter of a function in C.
struct Parameter {
    unsigned width = 0;
    bool is_pointer = false, is_float = false;
};

struct Argument {
    std::string name;
    unsigned width = 32;
    int memory = -1;  // a pointer: the port its accesses go through
    bool is_pointer = false, is_float = false;
    int parameter = 0;  // index of the function's parameter
};

struct Loop {
    int header = -1;
    std::vector<int> blocks;
    unsigned depth = 1;
    std::uint64_t trip_count = 0;  // 0: unknown; of a flattened nest: iterations of the pipeline
    bool has_nest_orders = false;  // `Kernel::orders` includes the orders that flattening needs
    int flattened_into = -1;       // the inner loop whose pipeline also executes this loop
    std::string why_plain;         // not one block, although it could be
    unsigned asked_interval = 0;   // the program asks for no smaller one; 0: it does not say
    bool must_be_plain = false;    // the program asks for no pipeline
    Value begins = kNone;  // flattened: 1 if an iteration of the pipeline begins one of this loop
    SourcePlace place;
};

struct Kernel {
    std::string name;       // of its Verilog module
    std::string c_name;     // of the C function
    std::string link_name;  // of that function for the linker: C++ has others
    std::string symbol;     // of the target region in the host program; empty: a plain function
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
    // The program says that its arrays are apart, by bundles of their own: a run in which one of
    // them is written that is not ends with an error.
    bool claims_apart = false;
    bool is_process = false;            // a process of a network, with streams
    std::string part_of;                // of the function that it is a process of; empty: of none
    bool is_task = false;               // a process that never ends
    bool begins_anew = false;           // a task: in every call of the function it is part of
    std::vector<Parameter> parameters;  // of the function
    // hls::stream: how many elements the program asks for, by name of the queue.
    std::vector<std::pair<std::string, std::uint64_t>> queue_depths;
    unsigned threads = 1;
    bool is_number_checked = false;  // a launch that asks for more threads is an error
    std::vector<std::string> locks;
    bool has_barrier = false;

    const Op& op(Value v) const { return ops[static_cast<std::size_t>(v)]; }
};

const char* name_of(OpKind kind);
bool is_float(OpKind kind);
// Operations of floating-point arithmetic that it counts for: two for a fused multiply-add, none
// for conversions and comparisons.
unsigned float_operations_of(OpKind kind);
bool is_memory(OpKind kind);
bool is_stream(OpKind kind);
bool is_sync(OpKind kind);

// Whether the block branches back to itself.
bool is_self_loop(const Kernel& kernel, int block);
// The enclosing loops that this loop's pipeline executes too, outermost first.
std::vector<const Loop*> flattened_into(const Kernel& kernel, const Loop& loop);
// Whether the block reads a stream and waits for its data.
bool waits_for_data(const Kernel& kernel, int block);

}  // namespace tapestry::hls
