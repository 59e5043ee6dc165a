// SPDX-License-Identifier: Apache-2.0
#include "hls/cdfg.h"

#include <algorithm>

namespace tapestry::hls {

const char* name_of(OpKind kind) {
    static const char* const names[] = {
        "constant", "argument", "thread", "phi",  "add",    "sub",    "mul",   "udiv",    "sdiv",
        "urem",     "srem",     "and",    "or",   "xor",    "shl",    "lshr",  "ashr",    "eq",
        "ne",       "ult",      "ule",    "slt",  "sle",    "select", "trunc", "zext",    "sext",
        "slice",    "insert",   "fadd",   "fsub", "fmul",   "fdiv",   "fsqrt", "ffma",    "feq",
        "flt",      "fle",      "funord", "ftoi", "ftou",   "itof",   "utof",  "fresize", "load",
        "store",    "read",     "write",  "lock", "unlock", "barrier"};
    return names[static_cast<int>(kind)];
}

bool is_float(OpKind kind) { return kind >= OpKind::fadd && kind <= OpKind::float_resize; }

unsigned float_operations_of(OpKind kind) {
    if (kind == OpKind::ffma) return 2;
    return kind >= OpKind::fadd && kind <= OpKind::fsqrt ? 1 : 0;
}

bool is_memory(OpKind kind) { return kind == OpKind::load || kind == OpKind::store; }

bool is_stream(OpKind kind) { return kind == OpKind::stream_read || kind == OpKind::stream_write; }

bool is_sync(OpKind kind) { return kind >= OpKind::lock; }

bool is_self_loop(const Kernel& kernel, int block) {
    const std::vector<int>& next = kernel.blocks[static_cast<std::size_t>(block)].next;
    return std::find(next.begin(), next.end(), block) != next.end();
}

std::vector<const Loop*> flattened_into(const Kernel& kernel, const Loop& loop) {
    std::vector<const Loop*> found;
    for (const Loop& l : kernel.loops)
        if (l.flattened_into >= 0 &&
            &kernel.loops[static_cast<std::size_t>(l.flattened_into)] == &loop)
            found.push_back(&l);
    return found;
}

bool waits_for_data(const Kernel& kernel, int block) {
    const std::vector<Value>& ops = kernel.blocks[static_cast<std::size_t>(block)].ops;
    return std::any_of(ops.begin(), ops.end(), [&](Value v) {
        const Op& op = kernel.op(v);
        return op.kind == OpKind::stream_read &&
               !kernel.streams[static_cast<std::size_t>(op.stream)].is_register;
    });
}

}  // namespace tapestry::hls
