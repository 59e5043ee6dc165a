// SPDX-License-Identifier: Apache-2.0
#include "hls/operators.h"

#include <algorithm>

namespace tapestry::hls {

namespace {

// Delays in ns on a common FPGA: one level of logic with its routing, one bit of carry, a block
// RAM.
constexpr double kLogic_ns = 0.9;
constexpr double kCarry_ns = 0.03;
constexpr double kRam_ns = 2.0;

unsigned divide_stages(unsigned width) { return std::max(1U, (width + 3) / 4); }

// Pipeline stages of the floating-point units; the modules of the library have the same number.
unsigned float_stages(const Kernel& kernel, const Op& op) {
    const bool wide = std::max(op.width, operand_width(kernel, op)) > 32;
    switch (op.kind) {
        case OpKind::fadd:
        case OpKind::fsub:
            return 4;
        case OpKind::fmul:
            return wide ? 4 : 3;
        case OpKind::ffma:
            return wide ? 6 : 5;
        case OpKind::fdiv:
            return wide ? 16 : 9;
        case OpKind::fsqrt:
            return wide ? 29 : 15;
        case OpKind::feq:
        case OpKind::flt:
        case OpKind::fle:
        case OpKind::funord:
            return 0;
        default:
            return 2;
    }
}

double combinational_ns(const Kernel& kernel, const Op& op) {
    const unsigned width = operand_width(kernel, op);
    switch (op.kind) {
        case OpKind::add:
        case OpKind::sub:
        case OpKind::ult:
        case OpKind::ule:
        case OpKind::slt:
        case OpKind::sle:
            return kLogic_ns + kCarry_ns * width;
        case OpKind::feq:
        case OpKind::flt:
        case OpKind::fle:
        case OpKind::funord:
            return 2 * kLogic_ns + kCarry_ns * width;
        case OpKind::eq:
        case OpKind::ne:
            return kLogic_ns + 0.01 * width;
        case OpKind::shl:
        case OpKind::lshr:
        case OpKind::ashr:
            return kernel.op(op.operands[1]).kind == OpKind::constant ? 0 : 3 * kLogic_ns;
        case OpKind::trunc:
        case OpKind::zext:
        case OpKind::sext:
        case OpKind::slice:
        case OpKind::insert:
            return 0;
        default:
            return kLogic_ns;
    }
}

Timing timing_in_cycles(const Kernel& kernel, const Op& op, const HlsOptions& options) {
    Timing t;
    if (op.kind == OpKind::mul) {
        if (op.width > 10)
            t = {op.width > 32 ? 3U : 2U, kLogic_ns, kLogic_ns};
        else
            t.delay_ns = 3.0;
    } else if (op.kind >= OpKind::udiv && op.kind <= OpKind::srem) {
        t = {divide_stages(op.width) + 1, kLogic_ns, kLogic_ns};
    } else if (op.kind == OpKind::load) {
        const Memory& m = kernel.memories[static_cast<std::size_t>(op.memory)];
        const unsigned latency = m.where == Memory::Where::external ? options.memory_latency + 1
                                 : m.has_port()                     ? 2
                                                                    : 1;
        t = {latency, kLogic_ns, kRam_ns};
    } else if (op.kind == OpKind::stream_read) {
        t.delay_ns = kRam_ns;
    } else if (op.kind == OpKind::store || op.kind == OpKind::stream_write || is_sync(op.kind)) {
        t.delay_ns = kLogic_ns;
    } else if (is_float(op.kind) && float_stages(kernel, op) > 0) {
        t = {float_stages(kernel, op), kLogic_ns, kLogic_ns};
    } else {
        t.delay_ns = combinational_ns(kernel, op);
    }
    // An operation slower than the clock gets a whole cycle; `tapestry cost` shows the resulting
    // clock.
    t.delay_ns = std::min(t.delay_ns, options.clock_ns);
    t.ready_ns = std::min(t.ready_ns, options.clock_ns);
    return t;
}

}  // namespace

unsigned operand_width(const Kernel& kernel, const Op& op) {
    unsigned width = op.width;
    for (const Value v : op.operands) width = std::max(width, v < 0 ? 0 : kernel.op(v).width);
    return width;
}

bool is_unit(const Op& op, const Kernel& kernel) {
    if (op.kind == OpKind::mul) return timing_of(kernel, op, {}).latency > 0;
    if (op.kind >= OpKind::udiv && op.kind <= OpKind::srem) return true;
    return is_float(op.kind) && !(op.kind >= OpKind::feq && op.kind <= OpKind::funord);
}

Timing timing_of(const Kernel& kernel, const Op& op, const HlsOptions& options) {
    Timing t = timing_in_cycles(kernel, op, options);
    const unsigned sharing = threads_sharing(kernel, options);
    t.latency = (t.latency + sharing - 1) / sharing;
    return t;
}

unsigned clock_cycles_of(const Kernel& kernel, const Op& op, const HlsOptions& options) {
    return timing_in_cycles(kernel, op, options).latency;
}

unsigned threads_sharing(const Kernel& kernel, const HlsOptions& options) {
    unsigned sharing = std::min(kernel.threads, std::max(1U, options.threads_per_datapath));
    while (kernel.threads % sharing != 0) --sharing;
    return sharing;
}

}  // namespace tapestry::hls
