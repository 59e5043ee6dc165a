// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "hls/thread_text.h"

namespace tapestry::hls {

namespace {

bool has_pipeline(const ThreadContext& c) {
    for (const BlockPlan& b : c.plan.blocks)
        if (b.interval > 0) return true;
    return false;
}

unsigned widest(const ThreadContext& c, bool slots) {
    unsigned most = 1;
    for (std::size_t b = 0; b < c.plan.blocks.size(); ++b) {
        const unsigned interval = c.plan.blocks[b].interval;
        if (interval == 0) continue;
        most = std::max(most, slots ? log2_up(interval) : c.names.stages(static_cast<int>(b)));
    }
    return most;
}

std::string go_to(const ThreadContext& c, int block) {
    std::string text = fmt::format("{} <= {};", c.kept("state"), c.state_name(block, 0));
    if (c.plan.block(block).interval == 0) return text;
    const unsigned stages = widest(c, false);
    text += fmt::format(" {1} <= {0}'d1; {2} <= {0}'d1;", stages, c.kept("stage"), c.kept("fresh"));
    if (c.has_slots()) text += fmt::format(" {} <= {}'d0;", c.kept("slot"), widest(c, true));
    return text;
}

// The value of the block's condition in its last cycle.
std::string condition(const ThreadContext& c, int b) {
    const BlockPlan& plan = c.plan.block(b);
    const unsigned last = plan.interval ? plan.interval - 1 : plan.length - 1;
    return c.names.at(c.kernel.blocks[static_cast<std::size_t>(b)].condition, b, last);
}

std::string leave(const ThreadContext& c, int b) {
    const Block& block = c.kernel.blocks[static_cast<std::size_t>(b)];
    if (block.next.empty()) return c.kept("state") + " <= DONE;";
    if (block.next.size() == 1) return go_to(c, block.next[0]);
    return fmt::format("if ({}) begin {} end else begin {} end", condition(c, b),
                       go_to(c, block.next[0]), go_to(c, block.next[1]));
}

std::string plain_states(const ThreadContext& c, int b) {
    std::string text;
    const unsigned length = c.plan.block(b).length;
    for (unsigned k = 0; k < length; ++k) {
        const std::string next =
            k + 1 < length ? fmt::format("{} <= {};", c.kept("state"), c.state_name(b, k + 1))
                           : leave(c, b);
        text +=
            fmt::format("            {}: if (advance) begin {} end\n", c.state_name(b, k), next);
    }
    return text;
}

struct LoopEnds {
    std::string again;  // another iteration starts
    int exit = 0;       // the block after the loop
};

LoopEnds ends_of(const ThreadContext& c, int b) {
    const Block& block = c.kernel.blocks[static_cast<std::size_t>(b)];
    const bool on_true = block.next[0] == b;
    const std::string value = condition(c, b);
    return {on_true ? value : "!" + value, block.next[on_true ? 1 : 0]};
}

std::string shifted(const std::string& name, unsigned stages, const std::string& in) {
    return stages == 1 ? in : fmt::format("{{{}[{}:0], {}}}", name, stages - 2, in);
}

std::string widened(const std::string& text, unsigned from, unsigned to) {
    return from == to ? text : fmt::format("{{{}'d0, {}}}", to - from, text);
}

// Wires for whether another iteration starts after this cycle, and whether the last one has ended.
std::string loop_wires(const ThreadContext& c, int b) {
    const unsigned interval = c.plan.block(b).interval, stages = c.names.stages(b);
    const LoopEnds ends = ends_of(c, b);
    std::string last = fmt::format("state == {}", c.state_name(b, 0));
    if (interval > 1) last += fmt::format(" && slot == {}'d{}", widest(c, true), interval - 1);
    const std::string held =
        stages == 1 ? "" : fmt::format(" && stage[{}:0] == {}'d0", stages - 2, stages - 1);
    const std::string late = is_elastic(c) ? "starved || " : "";
    return fmt::format(
        "    wire again_{0} = {4}(stage[0] && {1});\n    wire leaves_{0} = {2} && !again_{0}{3};\n",
        b, ends.again, last, held, late);
}

std::string pipeline_state(const ThreadContext& c, int b) {
    const unsigned interval = c.plan.block(b).interval, stages = c.names.stages(b);
    const unsigned all = widest(c, false), slot_bits = widest(c, true);
    const std::string again = fmt::format("again_{}", b);
    std::string text = fmt::format("            {}: if (advance) begin\n", c.state_name(b, 0));
    std::string indent = "                ";
    if (interval > 1) {
        text += fmt::format("{0}{3} <= slot == {1}'d{2} ? {1}'d0 : slot + {1}'d1;\n", indent,
                            slot_bits, interval - 1, c.kept("slot"));
        text += fmt::format("{}if (slot == {}'d{}) begin\n", indent, slot_bits, interval - 1);
        indent += "    ";
    }
    const bool elastic = is_elastic(c);
    text += fmt::format("{}{} <= {};\n", indent, c.kept("stage"),
                        widened(shifted(elastic ? "live" : "stage", stages, again), stages, all));
    text += fmt::format("{}{} <= {};\n", indent, c.kept("fresh"),
                        widened(shifted(elastic ? "begun" : "fresh", stages,
                                        elastic ? "fresh[0] && starved" : "1'b0"),
                                stages, all));
    text += fmt::format("{}if (leaves_{}) begin {} end\n", indent, b, go_to(c, ends_of(c, b).exit));
    if (interval > 1) text += "                end\n";
    return text + "            end\n";
}

// Assigns a register of every thread that shares the datapath.
std::string set_all(const ThreadContext& c, const std::string& name, const std::string& value) {
    std::string text;
    for (unsigned t = 0; t < c.sharing(); ++t)
        text += fmt::format("            {}{} <= {};\n", name,
                            c.shares() ? fmt::format("_of[{}]", t) : "", value);
    return text;
}

std::string start_text(const ThreadContext& c) {
    if (!c.shares())
        return "        end else case (state)\n" +
               fmt::format("            IDLE: if (start) begin {} end\n", go_to(c, 0));
    // All threads start at once, whoever's turn it is. No edge leads back to the first block.
    return "        end else if (start) begin\n" + set_all(c, "state", c.state_name(0, 0)) +
           "        end else case (state)\n";
}

std::string state_machine(const ThreadContext& c) {
    std::string text = "    always @(posedge clk) begin\n        if (rst) begin\n";
    text += set_all(c, "state", "IDLE");
    if (has_pipeline(c))
        for (const char* name : {"stage", "fresh"})
            text += set_all(c, name, fmt::format("{}'d0", widest(c, false)));
    if (c.has_slots()) text += set_all(c, "slot", fmt::format("{}'d0", widest(c, true)));
    text += start_text(c);
    for (std::size_t b = 0; b < c.plan.blocks.size(); ++b)
        text += c.plan.blocks[b].interval ? pipeline_state(c, static_cast<int>(b))
                                          : plain_states(c, static_cast<int>(b));
    return text +
           fmt::format(
               "            DONE: {0} <= IDLE;\n            default: {0} <= IDLE;\n        "
               "endcase\n    end\n",
               c.kept("state")) +
           (c.shares() ? "" : "    assign done = state == DONE;\n");
}

// Assignments to the phis of block `to` when it is entered from `from`.
std::string phi_moves(const ThreadContext& c, int from, int to) {
    if (c.plan.block(to).interval > 0) return {};
    std::string text;
    for (const Value v : c.kernel.blocks[static_cast<std::size_t>(to)].ops) {
        const Op& op = c.kernel.op(v);
        if (op.kind != OpKind::phi) break;
        for (std::size_t k = 0; k < op.operands.size(); ++k) {
            if (op.from[k] != from) continue;
            const BlockPlan& plan = c.plan.block(from);
            const std::string value = plan.interval
                                          ? c.names.at_exit(op.operands[k], from)
                                          : c.names.at(op.operands[k], from, plan.length - 1);
            if (value != fmt::format("r{}", v))
                text += fmt::format(" {} <= {};", c.kept(fmt::format("r{}", v)), value);
            break;
        }
    }
    return text;
}

std::string moves_on_leaving(const ThreadContext& c, int b) {
    const Block& block = c.kernel.blocks[static_cast<std::size_t>(b)];
    if (block.next.empty()) {
        if (block.result == kNone) return {};
        return fmt::format(" result <= {};",
                           c.names.at(block.result, b, c.plan.block(b).length - 1));
    }
    const std::string first = phi_moves(c, b, block.next[0]);
    if (block.next.size() == 1) return first;
    const std::string second = phi_moves(c, b, block.next[1]);
    if (first.empty() && second.empty()) return {};
    return fmt::format(" if ({}) begin{} end else begin{} end", condition(c, b), first, second);
}

std::string plain_registers(const ThreadContext& c, int b) {
    const Block& block = c.kernel.blocks[static_cast<std::size_t>(b)];
    std::string text;
    for (unsigned k = 0; k < c.plan.block(b).length; ++k) {
        std::string moves;
        for (const Value v : block.ops)
            if (is_timed(c.kernel, c.plan, v) && c.names.has_register(v) && c.plan.ready(v) == k)
                moves += fmt::format(" {} <= v{};", c.kept(fmt::format("r{}", v)), v);
        if (k + 1 == c.plan.block(b).length) moves += moves_on_leaving(c, b);
        if (!moves.empty())
            text += fmt::format("            {}: begin{} end\n", c.state_name(b, k), moves);
    }
    return text;
}

// Where iterations may begin late, a register keeps the value of the latest iteration, so it loads
// only when its stage is valid.
std::string only_live(const ThreadContext& c, int b, Value v) {
    if (!waits_for_data(c.kernel, b)) return {};
    return fmt::format(" if ({})", c.stage_bit(c.plan.ready(v) / c.plan.block(b).interval));
}

std::string block_pipeline_registers(const ThreadContext& c, int b) {
    const unsigned interval = c.plan.block(b).interval;
    std::string text;
    for (const Value v : c.kernel.blocks[static_cast<std::size_t>(b)].ops) {
        if (!is_timed(c.kernel, c.plan, v)) continue;
        std::string moves;
        for (unsigned n = 1; n <= c.names.versions(v); ++n)
            moves += fmt::format("{} {} <= {};", n == 1 ? only_live(c, b, v) : "",
                                 c.kept(fmt::format("r{}_{}", v, n)),
                                 n == 1 ? fmt::format("v{}", v) : fmt::format("r{}_{}", v, n - 1));
        if (c.names.has_register(v))
            moves += fmt::format(" if ({}) {} <= v{};", c.stage_bit(c.plan.ready(v) / interval),
                                 c.kept(fmt::format("r{}", v)), v);
        if (moves.empty()) continue;
        if (interval > 1)
            moves = fmt::format(" if (slot == {}) begin{} end", c.plan.ready(v) % interval, moves);
        text += fmt::format("               {}\n", moves);
    }
    const std::string phis = phi_moves(c, b, ends_of(c, b).exit);
    if (!phis.empty()) text += fmt::format("                if (leaves_{}) begin{} end\n", b, phis);
    if (text.empty()) return {};
    return fmt::format("            {}: begin\n{}            end\n", c.state_name(b, 0), text);
}

}  // namespace

std::string control_text(const ThreadContext& c) {
    std::string text;
    for (std::size_t b = 0; b < c.plan.blocks.size(); ++b)
        if (c.plan.blocks[b].interval > 0) text += loop_wires(c, static_cast<int>(b));
    text +=
        state_machine(c) + fmt::format("\n    always @(posedge clk) begin\n        if ({}) begin\n",
                                       c.shares() ? "start" : "state == IDLE");
    for (const Argument& a : c.kernel.arguments)
        text += fmt::format("            arg_{0} <= {0};\n", a.name);
    text += "        end\n        if (advance) case (state)\n";
    for (std::size_t b = 0; b < c.plan.blocks.size(); ++b)
        text += c.plan.blocks[b].interval ? block_pipeline_registers(c, static_cast<int>(b))
                                          : plain_registers(c, static_cast<int>(b));
    return text + "            default: ;\n        endcase\n    end\n";
}

}  // namespace tapestry::hls
