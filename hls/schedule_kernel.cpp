// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule_kernel.h"

#include <fmt/format.h>

#include <map>

#include "base/check.h"
#include "hls/exclusive.h"

namespace tapestry::hls {

namespace {

bool is_source(OpKind kind) {
    return kind == OpKind::constant || kind == OpKind::argument || kind == OpKind::thread_number;
}

// The problem of one block; `ops` maps its operations to the kernel's.
struct BlockProblem {
    Problem problem;
    std::vector<Value> ops;
    std::map<Value, int> index;
};

// Each phi of a loop, with the operation that produces its value for the next iteration.
std::vector<std::pair<int, int>> carried_values(const BlockProblem& bp, const Kernel& kernel,
                                                int block) {
    std::vector<std::pair<int, int>> found;
    for (const Value v : bp.ops) {
        const Op& op = kernel.op(v);
        for (std::size_t k = 0; op.kind == OpKind::phi && k < op.operands.size(); ++k)
            if (const auto made = bp.index.find(op.operands[k]);
                op.from[k] == block && made != bp.index.end())
                found.emplace_back(bp.index.at(v), made->second);
    }
    return found;
}

class Builder {
public:
    Builder(const Kernel& kernel, const HlsOptions& options, int block, bool as_loop)
        : kernel_(kernel), options_(options), block_(block), exclusions_(kernel) {
        made_.problem.clock_ns = options.clock_ns;
        made_.problem.is_loop = as_loop;
    }

    // A carried value must be used before it is produced again: an iteration may begin later than
    // scheduled, when its data is late, and then reads the last value produced.
    void keep_last_values() {
        for (const auto& [phi, made] : carried_values(made_, kernel_, block_))
            if (kernel_.op(made_.ops[static_cast<std::size_t>(made)]).kind != OpKind::phi)
                made_.problem.precedences.push_back({phi, made, 0, 0});
    }

    BlockProblem build() {
        const Block& block = kernel_.blocks[static_cast<std::size_t>(block_)];
        for (const Value v : block.ops) add_operation(v);
        for (const Value v : made_.ops) add_dependences(v);
        for (const Order& o : kernel_.orders) add_order(o);
        if (threads_sharing(kernel_, options_) == 1) note_exclusive();
        if (made_.problem.is_loop && waits_for_data(kernel_, block_)) keep_last_values();
        if (made_.problem.is_loop) {
            for (const Loop& loop : kernel_.loops)
                if (loop.header == block_)
                    made_.problem.least_interval =
                        std::max(made_.problem.least_interval, loop.asked_interval);
            const auto it = made_.index.find(block.condition);
            made_.problem.exit = it == made_.index.end() ? -1 : it->second;
        }
        return std::move(made_);
    }

private:
    void add_operation(Value v) {
        const Op& op = kernel_.op(v);
        if (is_source(op.kind) || (op.kind == OpKind::phi && !made_.problem.is_loop)) return;
        const Timing t = timing_of(kernel_, op, options_);
        made_.index[v] = static_cast<int>(made_.ops.size());
        made_.ops.push_back(v);
        made_.problem.operations.push_back({t.latency, t.delay_ns, t.ready_ns, resource_of(op)});
    }

    int resource_of(const Op& op) {
        if (is_stream(op.kind))
            return resource("stream " + kernel_.streams[static_cast<std::size_t>(op.stream)].name,
                            1);
        if (!is_memory(op.kind)) return -1;
        const Memory& m = kernel_.memories[static_cast<std::size_t>(op.memory)];
        // An external port accepts one request per cycle; a local memory has one write port.
        const bool external = m.has_port();
        const bool reads = op.kind == OpKind::load;
        const std::string name =
            external ? fmt::format("port of {}", m.c_name)
                     : fmt::format("{} port of {}", reads ? "read" : "write", m.c_name);
        return resource(name, !external && reads ? m.read_ports : 1);
    }

    int resource(const std::string& name, unsigned limit) {
        auto& all = made_.problem.resources;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].name == name) return static_cast<int>(i);
        all.push_back({name, limit});
        return static_cast<int>(all.size()) - 1;
    }

    void add_dependences(Value v) {
        const Op& op = kernel_.op(v);
        for (std::size_t k = 0; k < op.operands.size(); ++k) {
            const bool carried = op.kind == OpKind::phi;
            if (carried && op.from[k] != block_) continue;
            add_dependence(op.operands[k], v, carried ? 1 : 0);
        }
        add_dependence(op.predicate, v, 0);
    }

    void add_dependence(Value from, Value to, unsigned distance) {
        const auto it = made_.index.find(from);
        if (it == made_.index.end()) return;
        made_.problem.dependences.push_back({it->second, made_.index.at(to), distance});
    }

    void add_order(const Order& o) {
        const auto before = made_.index.find(o.before), after = made_.index.find(o.after);
        if (before == made_.index.end() || after == made_.index.end()) return;
        if (o.distance == 0 && is_apart(o.before, o.after)) return;
        if (o.nest >= 0 || (o.distance > 0 && !made_.problem.is_loop)) return;
        if (made_.problem.is_loop && may_pass(kernel_.op(o.before), kernel_.op(o.after))) return;
        made_.problem.precedences.push_back(
            {before->second, after->second, o.distance, gap(o.before, o.after)});
    }

    bool is_apart(Value a, Value b) {
        return is_memory(kernel_.op(a).kind) && is_memory(kernel_.op(b).kind) &&
               exclusions_.are_exclusive(a, b);
    }

    // A read and a write of a local memory use different ports of it.
    void note_exclusive() {
        const std::vector<Operation>& all = made_.problem.operations;
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t k = i + 1; k < all.size(); ++k)
                if (all[i].resource >= 0 && all[i].resource == all[k].resource &&
                    is_apart(made_.ops[i], made_.ops[k]))
                    made_.problem.exclusive.emplace(static_cast<int>(i), static_cast<int>(k));
    }

    // In a pipeline, accesses to different streams need no order: queues have the capacity for
    // iterations that run ahead (network_text.cpp). Everything else keeps program order.
    static bool may_pass(const Op& a, const Op& b) {
        return is_stream(a.kind) && is_stream(b.kind) && a.stream != b.stream;
    }

    // A local memory reads the old value in the cycle of a write; a port accepts one request at a
    // time. Nothing overlaps a lock or barrier.
    unsigned gap(Value before, Value after) const {
        const Op &a = kernel_.op(before), &b = kernel_.op(after);
        if (is_sync(a.kind) || is_sync(b.kind))
            return a.kind == OpKind::load ? timing_of(kernel_, a, options_).latency + 1 : 1;
        if (is_stream(a.kind) && is_stream(b.kind)) return 1;
        // A store must be issued before the token that lets another process read the data.
        if (is_stream(a.kind) || is_stream(b.kind)) return a.kind == OpKind::store ? 1 : 0;
        const bool local = !kernel_.memories[static_cast<std::size_t>(a.memory)].has_port();
        return local && a.kind == OpKind::load && b.kind == OpKind::store ? 0 : 1;
    }

    const Kernel& kernel_;
    const HlsOptions& options_;
    int block_;
    Exclusions exclusions_;
    BlockProblem made_;
};

bool can_pipeline(const Kernel& kernel, int block) {
    if (!is_self_loop(kernel, block)) return false;
    for (const Loop& loop : kernel.loops)
        if (loop.header == block && loop.must_be_plain) return false;
    const Block& b = kernel.blocks[static_cast<std::size_t>(block)];
    for (const Value v : b.ops)
        if (is_sync(kernel.op(v).kind) || kernel.op(v).pops == kAsks) return false;
    return b.condition != kNone && kernel.op(b.condition).block == block;
}

// An iteration begins when all its stream data is available, so that a pipeline without data can
// still drain. So all reads must be in the first cycle.
bool can_wait(const BlockProblem& bp, const Kernel& kernel, int block, const Schedule& s) {
    if (!waits_for_data(kernel, block)) return true;
    for (std::size_t i = 0; i < bp.ops.size(); ++i)
        if (kernel.op(bp.ops[i]).kind == OpKind::stream_read && s.cycle[i] > 0) return false;
    for (const auto& [phi, made] : carried_values(bp, kernel, block)) {
        const auto from = static_cast<std::size_t>(made);
        if (s.cycle[static_cast<std::size_t>(phi)] >
            s.cycle[from] + bp.problem.operations[from].latency)
            return false;
    }
    return true;
}

void keep(const BlockProblem& bp, const Schedule& s, BlockPlan& block, KernelPlan& plan) {
    const std::string wrong = verify(bp.problem, s);
    CHECK(wrong.empty());
    for (std::size_t i = 0; i < bp.ops.size(); ++i) {
        plan.cycle[static_cast<std::size_t>(bp.ops[i])] = s.cycle[i];
        plan.latency[static_cast<std::size_t>(bp.ops[i])] = bp.problem.operations[i].latency;
    }
    block.length = s.length;
    block.interval = s.interval;
}

// The pipeline of a self-loop; `made` says why there is none.
std::optional<Schedule> schedule_pipeline(const Kernel& kernel, const BlockProblem& bp, int block,
                                          unsigned most, BlockPlan& made) {
    const std::string wrong = check(bp.problem);
    CHECK(wrong.empty());
    made.bounds = bounds_of(bp.problem);
    const auto s = solve(bp.problem, most);
    if (!s) {
        made.limit = limit_of(kernel, bp.problem, bp.ops, made.bounds, made.bounds.interval());
        made.limit.why = fmt::format("no interval up to {} fits{}{}", most,
                                     made.limit.why.empty() ? "" : ": ", made.limit.why);
    }
    if (!s || can_wait(bp, kernel, block, *s)) return s;
    made.limit.why =
        "a stream is read late in its iteration: what is read depends on what was read "
        "before";
    return std::nullopt;
}

// The iterations of the loop that this block is; 0: not known.
std::uint64_t trip_count(const Kernel& kernel, int block) {
    for (const Loop& loop : kernel.loops)
        if (loop.header == block && loop.flattened_into < 0) return loop.trip_count;
    return 0;
}

// The interval that the program asks for; 0: it does not say.
unsigned asked_for(const Kernel& kernel, int block) {
    for (const Loop& loop : kernel.loops)
        if (loop.header == block && loop.flattened_into < 0) return loop.asked_interval;
    return 0;
}

// A program that asks for a smaller interval is told so.
void say_what_was_asked(const Kernel& kernel, int block, BlockPlan& made) {
    const unsigned asked = asked_for(kernel, block);
    if (asked > 0 && made.interval > asked)
        made.limit.why += fmt::format("; the program asks for {}", asked);
}

// Whether the pipeline takes no longer than one iteration after the other, or the program asks for
// its interval. Flattened loops are compared with the nest instead (flatten.h), and streams must
// not wait for a whole iteration.
bool is_no_slower(const Kernel& kernel, int block, const Schedule& pipeline, unsigned plain) {
    if (waits_for_data(kernel, block)) return true;
    for (const Loop& loop : kernel.loops)
        if (loop.header == block && (loop.flattened_into >= 0 || loop.asked_interval > 1))
            return true;
    const std::uint64_t trips = trip_count(kernel, block);
    if (trips == 0) return pipeline.interval <= plain;
    return (trips - 1) * pipeline.interval + pipeline.length <= trips * plain;
}

BlockPlan schedule_block(const Kernel& kernel, const HlsOptions& options, int block,
                         KernelPlan& plan, unsigned most) {
    BlockPlan made;
    const BlockProblem bp = Builder(kernel, options, block, false).build();
    const std::string wrong = check(bp.problem);
    CHECK(wrong.empty());
    const Schedule plain = *solve(bp.problem);
    if (options.pipeline && can_pipeline(kernel, block)) {
        const BlockProblem loop = Builder(kernel, options, block, true).build();
        const auto s = schedule_pipeline(kernel, loop, block, most, made);
        if (s && is_no_slower(kernel, block, *s, plain.length)) {
            keep(loop, *s, made, plan);
            made.limit = limit_of(kernel, loop.problem, loop.ops, made.bounds, made.interval);
            say_what_was_asked(kernel, block, made);
            return made;
        }
        if (s) made.limit.why = "a pipeline takes no fewer cycles";
    }
    keep(bp, plain, made, plan);
    return made;
}

KernelPlan empty_plan(const Kernel& kernel) {
    KernelPlan plan;
    plan.cycle.assign(kernel.ops.size(), 0);
    plan.latency.assign(kernel.ops.size(), 0);
    return plan;
}

}  // namespace

bool is_timed(const Kernel& kernel, const KernelPlan& plan, Value v) {
    const Op& op = kernel.op(v);
    if (is_source(op.kind)) return false;
    return op.kind != OpKind::phi || plan.block(op.block).interval > 0;
}

BlockPlan plan_block(const Kernel& kernel, const HlsOptions& options, int block, unsigned most) {
    KernelPlan plan = empty_plan(kernel);
    return schedule_block(kernel, options, block, plan, most);
}

KernelPlan schedule_kernel(const Kernel& kernel, const HlsOptions& options) {
    KernelPlan plan = empty_plan(kernel);
    for (std::size_t b = 0; b < kernel.blocks.size(); ++b)
        plan.blocks.push_back(
            schedule_block(kernel, options, static_cast<int>(b), plan, kMostInterval));
    return plan;
}

}  // namespace tapestry::hls
