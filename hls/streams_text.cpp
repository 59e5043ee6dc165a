// SPDX-License-Identifier: Apache-2.0
// The stream ports of a process. A plain state waits at a read or write until the transfer happens.
// A pipeline begins an iteration only if all its input is available, and otherwise drains
// (`starved_X`); a write to a full stream stalls the whole pipeline. So results are never held back
// by missing input, as in the program.
#include <fmt/format.h>

#include "hls/thread_text.h"

namespace tapestry::hls {

namespace {

std::string any_of(const std::vector<std::string>& all) {
    if (all.empty()) return "1'b0";
    std::string text;
    for (const std::string& s : all) text += (text.empty() ? "(" : " || (") + s + ")";
    return text;
}

std::vector<Value> ops_of(const Kernel& kernel, std::size_t stream, OpKind kind) {
    std::vector<Value> found;
    for (std::size_t i = 0; i < kernel.ops.size(); ++i)
        if (kernel.ops[i].kind == kind && kernel.ops[i].block >= 0 &&
            kernel.ops[i].stream == static_cast<int>(stream))
            found.push_back(static_cast<Value>(i));
    return found;
}

// The condition under which a pipeline's read happens, if its data is available.
std::string begins(const ThreadContext& c, Value v) {
    const Op& op = c.kernel.op(v);
    std::string text = fmt::format("state == {}", c.state_name(op.block, 0));
    if (c.plan.block(op.block).interval > 1) text += " && slot == 0";
    text += " && stage[0]";
    if (op.predicate != kNone) text += " && " + c.names.at(op.predicate, op.block, c.plan.start(v));
    return text;
}

bool is_pipelined(const ThreadContext& c, Value v) {
    return c.plan.block(c.kernel.op(v).block).interval > 0;
}

class Writer {
public:
    explicit Writer(const ThreadContext& c) : c_(c) {}

    StreamsText write() {
        for (std::size_t i = 0; i < c_.kernel.streams.size(); ++i) {
            const Stream& s = c_.kernel.streams[i];
            if (s.is_register) {
                add_register(i);
                continue;
            }
            if (s.is_read) add_reads(i);
            if (s.is_written) add_writes(i);
        }
        finish();
        return made_;
    }

private:
    // When reads that consume a token are active, and which streams must have data.
    void add_reads(std::size_t i) {
        const std::string& name = c_.kernel.streams[i].name;
        std::vector<std::string> waits, begin, takes;
        for (const Value v : ops_of(c_.kernel, i, OpKind::stream_read)) {
            if (c_.kernel.op(v).pops == kAsks) {
                made_.text += fmt::format("    assign v{} = {}_valid;\n", v, name);
                continue;
            }
            const bool pipelined = is_pipelined(c_, v);
            const std::string when = pipelined ? begins(c_, v) : c_.acts(v, c_.plan.start(v));
            (pipelined ? begin : waits).push_back(when);
            takes.push_back(when + takes_text(i, c_.kernel.op(v).pops));
            made_.text += fmt::format("    assign v{} = {}_data;\n", v, name);
        }
        made_.text += fmt::format(
            "    wire stall_{0}_read = ({1}) && !{0}_valid;\n    wire {0}_takes = {2};\n", name,
            any_of(waits), any_of(takes));
        made_.stalls.push_back(fmt::format("stall_{}_read", name));
        reads_.push_back(name);
        if (!begin.empty()) add_starved(name, begin);
    }

    // A read waits for data; an end-of-stream token is consumed only by a read that asks for it.
    std::string takes_text(std::size_t i, unsigned pops) const {
        const Stream& s = c_.kernel.streams[i];
        if (pops == 2) return "";
        if (pops == 0) return fmt::format(" && !{}_valid", s.name);
        return fmt::format(" && !({0}_valid && {0}_data[{1}])", s.name, s.bits);
    }

    // With an interval of several cycles, the first cycle decides for all.
    void add_starved(const std::string& name, const std::vector<std::string>& begin) {
        const bool has_slots = c_.has_slots();
        made_.text +=
            fmt::format("    wire {0}_missing = ({1}) && !{0}_valid;\n", name, any_of(begin));
        if (has_slots)
            made_.text += fmt::format(
                "    reg {0}_void;\n    always @(posedge clk) if (slot == 0) {0}_void <= "
                "{0}_missing;\n"
                "    wire starved_{0} = slot == 0 ? {0}_missing : {0}_void && stage[0];\n",
                name);
        else
            made_.text += fmt::format("    wire starved_{0} = {0}_missing;\n", name);
        starved_.push_back(name);
    }

    void add_writes(std::size_t i) {
        const Stream& s = c_.kernel.streams[i];
        const std::vector<Value> writes = ops_of(c_.kernel, i, OpKind::stream_write);
        std::vector<std::string> wants;
        for (const Value v : writes) wants.push_back(c_.acts(v, c_.plan.start(v)));
        made_.text += fmt::format(
            "    wire {0}_wants = {1};\n    assign {0}_data = {2};\n"
            "    wire stall_{0}_write = {0}_wants && !{0}_ready;\n",
            s.name, any_of(wants), c_.chosen(writes, [&](Value v) { return c_.operand(v, 0); }));
        made_.stalls.push_back(fmt::format("stall_{}_write", s.name));
        writes_.push_back(s.name);
        tells_.push_back(s.name + "_wants");
    }

    void add_register(std::size_t i) {
        const Stream& s = c_.kernel.streams[i];
        for (const Value v : ops_of(c_.kernel, i, OpKind::stream_read))
            made_.text += fmt::format("    assign v{} = {{1'b0, {}_value}};\n", v, s.name);
        if (!s.is_written) return;
        const std::vector<Value> writes = ops_of(c_.kernel, i, OpKind::stream_write);
        std::vector<std::string> puts;
        for (const Value v : writes) puts.push_back(c_.acts(v, c_.plan.start(v)));
        made_.text += fmt::format(
            "    wire {0}_wants = {1};\n    wire {2}{0}_token = {3};\n    assign {0}_put = "
            "{0}_wants && advance;\n"
            "    assign {0}_put_value = {0}_token[{4}:0];\n",
            s.name, any_of(puts), range(s.bits + 1),
            c_.chosen(writes, [&](Value v) { return c_.operand(v, 0); }), s.bits - 1);
        tells_.push_back(s.name + "_wants");
    }

    // Memory writes complete before any token or signal is sent.
    void add_drain() {
        std::vector<std::string> drained;
        for (const Memory& m : c_.kernel.memories)
            if (m.where == Memory::Where::external && m.is_written)
                drained.push_back("!" + m.name + "_drained");
        if (drained.empty() || tells_.empty()) return;
        made_.text +=
            fmt::format("    wire stall_drain = ({}) && ({});\n", any_of(tells_), any_of(drained));
        made_.drain = "stall_drain";
    }

    void finish() {
        add_drain();
        std::vector<std::string> starved, lacks;
        for (const std::string& name : starved_) {
            starved.push_back("starved_" + name);
            lacks.push_back(fmt::format("starved_{0} && !{0}_valid", name));
        }
        std::vector<std::string> waits = made_.stalls;
        if (is_elastic(c_)) {
            made_.text += fmt::format("    assign starved = {};\n", any_of(starved));
            // Data that came after the cycle in which an iteration may begin is taken by the next.
            waits.push_back(fmt::format("live == 0 && ({})", any_of(lacks)));
        }
        made_.text += fmt::format("    assign waits = {};\n", any_of(waits));
        for (const std::string& name : reads_)
            made_.text += fmt::format("    assign {0}_ready = {0}_takes && {1};\n", name,
                                      no_other_stall(fmt::format("stall_{}_read", name), name));
        for (const std::string& name : writes_)
            made_.text += fmt::format("    assign {0}_valid = {0}_wants && {1};\n", name,
                                      no_other_stall(fmt::format("stall_{}_write", name), ""));
        if (!made_.drain.empty()) made_.stalls.push_back(made_.drain);
    }

    // No stall other than `own` is active, and no stream other than `own_data` lacks data.
    std::string no_other_stall(const std::string& own, const std::string& own_data) const {
        std::string text = "!memory_stalls";
        for (const std::string& s : made_.stalls)
            if (s != own) text += " && !" + s;
        if (!made_.drain.empty()) text += " && !" + made_.drain;
        for (const std::string& s : starved_)
            if (!own_data.empty() && s != own_data) text += " && !starved_" + s;
        return text;
    }

    const ThreadContext& c_;
    StreamsText made_;
    std::vector<std::string> reads_, writes_, starved_;
    std::vector<std::string> tells_;  // conditions under which others are signalled
};

}  // namespace

bool is_elastic(const ThreadContext& c) {
    for (std::size_t b = 0; b < c.plan.blocks.size(); ++b)
        if (c.plan.blocks[b].interval > 0 && waits_for_data(c.kernel, static_cast<int>(b)))
            return true;
    return false;
}

StreamsText streams_text(const ThreadContext& c) { return Writer(c).write(); }

std::string stream_declarations(const Kernel& kernel) {
    std::string text;
    for (const Stream& s : kernel.streams) {
        const std::string bits = range(s.bits + 1), value = range(s.bits);
        if (s.is_register && s.is_read)
            text += fmt::format(",\n    input  wire {}{}_value", value, s.name);
        if (s.is_register && s.is_written)
            text += fmt::format(",\n    output wire {0}_put,\n    output wire {1}{0}_put_value",
                                s.name, value);
        if (s.is_register || (!s.is_read && !s.is_written)) continue;
        text +=
            s.is_read
                ? fmt::format(
                      ",\n    input  wire {0}_valid,\n    output wire {0}_ready,\n    input  wire "
                      "{1}{0}_data",
                      s.name, bits)
                : fmt::format(
                      ",\n    output wire {0}_valid,\n    input  wire {0}_ready,\n    output wire "
                      "{1}{0}_data",
                      s.name, bits);
    }
    return text;
}

}  // namespace tapestry::hls
