// SPDX-License-Identifier: Apache-2.0
#include "hls/states.h"

#include <fmt/format.h>

#include <map>

namespace tapestry::hls {

namespace {

// A wait for other threads takes precedence over work, work over nothing.
std::string category_of(const Kernel& kernel, const State& state) {
    for (const Value v : state.ops)
        if (kernel.op(v).kind == OpKind::lock || kernel.op(v).kind == OpKind::barrier)
            return "wait_sync";
    return "busy";
}

// The operation with the largest weight gives a state its line: accesses and arithmetic before
// auxiliary operations; in flattened nests, operations of the innermost loop.
int weight(const Op& op) {
    if (op.around > 0) return 0;
    if (is_sync(op.kind)) return 4;
    if (is_memory(op.kind) || is_stream(op.kind)) return 3;
    if (is_float(op.kind) || op.kind == OpKind::mul) return 2;
    return op.kind == OpKind::phi ? 0 : 1;
}

void choose_place(const Kernel& kernel, State& state) {
    int best = -1;
    for (const Value v : state.ops) {
        const Op& op = kernel.op(v);
        if (op.place.at.line == 0 || weight(op) <= best) continue;
        best = weight(op);
        state.place = op.place;
    }
    if (best < 0) state.place = kernel.blocks[static_cast<std::size_t>(state.block)].place;
    if (state.place.at.line == 0) state.place = kernel.place;
}

// Names are unique and contain the line: LINE12_0 is the first state of line 12.
void name_states(StateTable& table) {
    std::map<std::string, int> used;
    for (State& s : table.states) {
        if (s.block < 0) continue;
        const std::string stem =
            fmt::format("{}{}", s.is_pipeline ? "LOOP" : "LINE", s.place.at.line);
        s.name = fmt::format("{}_{}", stem, used[stem]++);
    }
}

}  // namespace

std::size_t StateTable::of(const KernelPlan& plan, int block, unsigned cycle) const {
    return first[static_cast<std::size_t>(block)] + (plan.block(block).interval ? 0 : cycle);
}

StateTable make_states(const Kernel& kernel, const KernelPlan& plan) {
    StateTable table;
    State idle;
    idle.name = "IDLE";
    idle.category = "idle";
    idle.place = kernel.place;
    table.states.push_back(idle);
    for (std::size_t b = 0; b < kernel.blocks.size(); ++b) {
        const BlockPlan& block = plan.blocks[b];
        table.first.push_back(table.states.size());
        State state;
        state.block = static_cast<int>(b);
        state.is_pipeline = block.interval > 0;
        table.states.insert(table.states.end(), block.interval ? 1 : block.length, state);
        for (const Value v : kernel.blocks[b].ops)
            if (is_timed(kernel, plan, v))
                table.states[table.of(plan, static_cast<int>(b), plan.start(v))].ops.push_back(v);
        for (std::size_t i = table.first[b]; i < table.states.size(); ++i) {
            State& s = table.states[i];
            s.cycle = static_cast<unsigned>(i - table.first[b]);
            s.category = category_of(kernel, s);
            choose_place(kernel, s);
            // A cycle in which nothing starts waits for the operations started before it.
            if (s.ops.empty() && s.cycle > 0) s.place = table.states[i - 1].place;
        }
    }
    State done = idle;
    done.name = "DONE";
    done.category = "overhead";
    table.states.push_back(done);
    name_states(table);
    return table;
}

}  // namespace tapestry::hls
