// SPDX-License-Identifier: Apache-2.0
#include "hls/value_names.h"

#include <fmt/format.h>

namespace tapestry::hls {

ValueNames::ValueNames(const Kernel& kernel, const KernelPlan& plan)
    : kernel_(kernel), plan_(plan), registers_(kernel.ops.size()) {
    use_all();
}

unsigned ValueNames::stages(int block) const {
    const BlockPlan& b = plan_.block(block);
    return (b.length + b.interval - 1) / b.interval;
}

unsigned ValueNames::version(Value v, unsigned time, unsigned distance) const {
    const unsigned interval = plan_.block(kernel_.op(v).block).interval;
    return (time + distance * interval - plan_.ready(v) + interval - 1) / interval;
}

void ValueNames::use(Value v, int block, unsigned time, unsigned distance) {
    if (v == kNone) return;
    const Op& op = kernel_.op(v);
    if (op.kind <= OpKind::thread_number) return;
    Registers& r = registers_[static_cast<std::size_t>(v)];
    if (op.block != block || !is_timed(kernel_, plan_, v))
        r.kept = true;
    else if (plan_.block(block).interval > 0)
        r.versions = std::max(r.versions, version(v, time, distance));
    else if (time > plan_.ready(v))
        r.kept = true;
}

void ValueNames::keep_latest(Value v, int block) {
    if (kernel_.op(v).block != block || !is_timed(kernel_, plan_, v)) return;
    Registers& r = registers_[static_cast<std::size_t>(v)];
    r.versions = std::max(r.versions, 1U);
}

void ValueNames::use_all() {
    for (std::size_t i = 0; i < kernel_.ops.size(); ++i) {
        const Op& op = kernel_.ops[i];
        const auto v = static_cast<Value>(i);
        if (op.block < 0) continue;
        const bool pipelined = plan_.block(op.block).interval > 0;
        if (op.kind == OpKind::phi) {
            for (std::size_t k = 0; k < op.operands.size(); ++k) {
                const int from = op.from[k];
                if (pipelined && from == op.block) {
                    use(op.operands[k], op.block, plan_.start(v), 1);
                    if (waits_for_data(kernel_, op.block)) keep_latest(op.operands[k], op.block);
                } else if (pipelined || plan_.block(from).interval > 0)
                    use(op.operands[k], -1, 0, 0);
                else
                    use(op.operands[k], from, plan_.block(from).length - 1, 0);
            }
            if (!pipelined) registers_[i].kept = true;
            continue;
        }
        for (const Value operand : op.operands) use(operand, op.block, plan_.start(v), 0);
        use(op.predicate, op.block, plan_.start(v), 0);
        if (op.kind == OpKind::load) {
            use(op.operands[0], op.block, plan_.ready(v), 0);
            use(op.predicate, op.block, plan_.ready(v), 0);
        }
    }
    for (std::size_t b = 0; b < kernel_.blocks.size(); ++b) {
        const Block& block = kernel_.blocks[b];
        const BlockPlan& plan = plan_.blocks[b];
        const unsigned last = plan.interval ? plan.interval - 1 : plan.length - 1;
        use(block.condition, static_cast<int>(b), last, 0);
        use(block.result, static_cast<int>(b), last, 0);
    }
    // The activity (activity.h) needs to know whether an iteration begins one of a flattened loop.
    for (const Loop& l : kernel_.loops)
        if (l.begins != kNone && plan_.ready(l.begins) == 0)
            use(l.begins, l.header, plan_.block(l.header).interval - 1, 0);
}

std::string ValueNames::at(Value v, int block, unsigned time, unsigned distance) const {
    const Op& op = kernel_.op(v);
    switch (op.kind) {
        case OpKind::constant:
            return fmt::format("{}'h{}", op.width, op.digits);
        case OpKind::argument:
            return "arg_" + kernel_.arguments[op.offset].name;
        case OpKind::thread_number:
            return "thread_i";
        default:
            break;
    }
    if (op.block != block || !is_timed(kernel_, plan_, v)) return fmt::format("r{}", v);
    if (plan_.block(block).interval > 0) {
        const unsigned n = version(v, time, distance);
        return n == 0 ? fmt::format("v{}", v) : fmt::format("r{}_{}", v, n);
    }
    return time == plan_.ready(v) ? fmt::format("v{}", v) : fmt::format("r{}", v);
}

std::string ValueNames::at_exit(Value v, int block) const {
    const Op& op = kernel_.op(v);
    if (op.block == block && is_timed(kernel_, plan_, v) &&
        plan_.ready(v) == stages(block) * plan_.block(block).interval - 1)
        return fmt::format("v{}", v);
    return at(v, -1, 0);
}

}  // namespace tapestry::hls
