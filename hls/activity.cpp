// SPDX-License-Identifier: Apache-2.0
#include "hls/activity.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hls/states.h"

namespace tapestry::hls {

namespace {

// In which states a thread holds a lock: other threads may have to wait for the work done there.

class Locks {
public:
    Locks(const Kernel& kernel, const KernelPlan& plan, const StateTable& states)
        : kernel_(kernel), plan_(plan), states_(states), held_(kernel.blocks.size()) {
        for (bool again = true; again;) {
            again = false;
            for (std::size_t b = 0; b < held_.size(); ++b)
                for (const int next : kernel.blocks[b].next) again |= hold(b, next);
        }
    }

    std::vector<bool> by_state() const {
        std::vector<bool> locked;
        for (const State& s : states_.states) locked.push_back(s.block >= 0 && is_locked(s));
        return locked;
    }

private:
    bool hold(std::size_t from, int to) {
        const auto next = static_cast<std::size_t>(to);
        if (held_[next] || !is_held(static_cast<int>(from), ~0U, held_[from])) return false;
        return held_[next] = true;
    }

    // Whether a lock is held at `cycle` of a block, if `held` says so for its entry.
    bool is_held(int block, unsigned cycle, bool held) const {
        unsigned last = 0;
        for (const Value v : kernel_.blocks[static_cast<std::size_t>(block)].ops) {
            const OpKind kind = kernel_.op(v).kind;
            if (kind != OpKind::lock && kind != OpKind::unlock) continue;
            const unsigned start = plan_.start(v);
            if (start >= cycle || start < last) continue;
            last = start;
            held = kind == OpKind::lock;
        }
        return held;
    }

    bool is_locked(const State& s) const {
        const bool held = held_[static_cast<std::size_t>(s.block)];
        return s.is_pipeline ? held : is_held(s.block, s.cycle, held);
    }

    const Kernel& kernel_;
    const KernelPlan& plan_;
    const StateTable& states_;
    std::vector<bool> held_;  // on entry to a block
};

// By state: whether some path from a lock reaches the state before the matching unlock.
std::vector<bool> locked_states(const Kernel& kernel, const KernelPlan& plan,
                                const StateTable& states) {
    return Locks(kernel, plan, states).by_state();
}

std::string upper(std::string text) {
    for (char& ch : text) ch = static_cast<char>(std::toupper(static_cast<unsigned char>(ch)));
    return text;
}

class Table {
public:
    explicit Table(const ThreadContext& c) : c_(c), causes_(c.states.states.size()) {
        for (std::size_t v = 0; v < c.kernel.ops.size(); ++v)
            if (c.kernel.ops[v].block >= 0) note(static_cast<Value>(v));
        for (std::size_t s = 0; s < c.states.states.size(); ++s) add_state(s);
    }

    std::vector<Activity> made;

private:
    using Cause = std::pair<std::string, std::string>;  // kind, port

    // Notes the states that the operation can stall.
    void note(Value v) {
        const Op& op = c_.kernel.op(v);
        auto hold = [&](unsigned time, const std::string& kind, const std::string& port = "") {
            causes_[c_.states.of(c_.plan, op.block, time)].insert({{kind, port}, op.place.at});
        };
        if (op.kind == OpKind::lock) hold(c_.plan.start(v), "lock");
        if (op.kind == OpKind::barrier) hold(c_.plan.start(v), "barrier");
        if (op.kind == OpKind::unlock) hold(c_.plan.start(v), "drain");
        if (c_.shares() && (is_unit(op, c_.kernel) || is_local_load(op)))
            hold(c_.plan.ready(v), "result");
        if (is_stream(op.kind)) note_stream(v);
        if (!is_memory(op.kind)) return;
        const Memory& m = c_.kernel.memories[static_cast<std::size_t>(op.memory)];
        if (m.where == Memory::Where::local) return;
        hold(c_.plan.start(v), "request", m.name);
        if (op.kind == OpKind::load) hold(c_.plan.ready(v), "response", m.name);
    }

    bool is_local_load(const Op& op) const {
        return op.kind == OpKind::load &&
               !c_.kernel.memories[static_cast<std::size_t>(op.memory)].has_port();
    }

    void note_stream(Value v) {
        const Op& op = c_.kernel.op(v);
        const Stream& s = c_.kernel.streams[static_cast<std::size_t>(op.stream)];
        auto& causes = causes_[c_.states.of(c_.plan, op.block, c_.plan.start(v))];
        const bool reads = op.kind == OpKind::stream_read;
        if (!s.is_register) causes.insert({{reads ? "read" : "write", s.name}, op.place.at});
        if (!reads && drains()) causes.insert({{"drain", ""}, op.place.at});
    }

    // A kernel that writes external memory waits for its writes to complete before it signals
    // others.
    bool drains() const {
        for (const Memory& m : c_.kernel.memories)
            if (m.where == Memory::Where::external && m.is_written) return true;
        return false;
    }

    void add_state(std::size_t s) {
        const State& state = c_.states.states[s];
        for (const auto& [cause, place] : causes_[s]) add_wait(s, cause, place);
        if (state.is_pipeline && c_.names.stages(state.block) > 1) {
            made.push_back({state.name + "_EMPTIES", "empties", "", "overhead", s, state.place.at,
                            "!stage[0]"});
            add_starts({state.name + "_FILLS", "fills", "", "overhead", s, state.place.at,
                        fmt::format("fresh[{}:0] != 0", c_.names.stages(state.block) - 2)});
        }
        const bool works = state.block >= 0;
        if (works && c_.shares())
            made.push_back(
                {state.name + "_WAITS_TURN", "turn", "", "wait_sync", s, state.place.at, "1'b0"});
        add_starts(
            {state.name, "works", "", works ? "busy" : state.category, s, state.place.at, ""});
    }

    // In a flattened nest, one activity for each loop. The outermost comes first, because an
    // iteration of it also begins one of every loop inside.
    void add_starts(const Activity& activity) {
        const State& state = c_.states.states[activity.state];
        std::vector<const Loop*> around;
        for (const Loop& l : c_.kernel.loops)
            if (state.is_pipeline && l.header == state.block && l.begins != kNone)
                around.push_back(&l);
        const bool are_told = std::all_of(around.begin(), around.end(), [&](const Loop* l) {
            return c_.plan.ready(l->begins) == 0;
        });
        auto level = static_cast<unsigned>(around.size());
        for (const Loop* l : are_told ? around : std::vector<const Loop*>{}) {
            Activity begins = activity;
            begins.name += fmt::format("_BEGINS{}_{}", l->place.at.line, level);
            begins.condition =
                (activity.condition.empty() ? "" : activity.condition + " && ") + begins_text(*l);
            begins.begins = l->place.at;
            begins.around = level--;
            made.push_back(begins);
        }
        made.push_back(activity);
        made.back().around = level;
    }

    // Whether the iteration in the first stage begins an iteration of the loop.
    std::string begins_text(const Loop& l) const {
        const std::string now = c_.names.at(l.begins, l.header, 0);
        if (c_.plan.block(l.header).interval == 1) return now;
        return fmt::format("(slot == 0 ? {} : {})", now, c_.names.at(l.begins, l.header, 1));
    }

    void add_wait(std::size_t s, const Cause& cause, const Place& place) {
        const auto& [kind, port] = cause;
        const State& state = c_.states.states[s];
        // A pipeline that lacks input data does not stall; it starts no iteration.
        const std::string condition = kind == "read" && state.is_pipeline
                                          ? "advance && starved_" + port
                                      : port.empty() ? "stall_" + kind
                                                     : fmt::format("stall_{}_{}", port, kind);
        made.push_back({state.name + "_" + tail_of(kind, port), kind, port, category_of(kind), s,
                        place.line ? place : state.place.at, condition});
    }

    static std::string tail_of(const std::string& kind, const std::string& port) {
        if (kind == "request") return upper(port) + "_BUSY";
        if (kind == "read") return "STARVED_" + upper(port);
        if (kind == "write") return "BLOCKED_" + upper(port);
        return "WAITS_" + upper(kind == "response" ? port : kind);
    }

    static const char* category_of(const std::string& kind) {
        if (kind == "response" || kind == "read") return "wait_recv";
        if (kind == "result") return "busy";
        return kind == "request" || kind == "drain" || kind == "write" ? "wait_send" : "wait_sync";
    }

    const ThreadContext& c_;
    std::vector<std::map<Cause, Place>> causes_;  // by state, with the first access that waits
};

// The operations that start in one visit of a plain state, or in one iteration of a pipeline.
nlohmann::json starts_of(const ThreadContext& c, const State& state, unsigned around) {
    struct Starts {
        unsigned integer = 0, floating = 0, read = 0, written = 0;
        unsigned conditional = 0;  // of these floating ones: the program may not need the result
    };
    std::map<std::string, Starts> lines;
    for (const Value v : state.ops) {
        const Op& op = c.kernel.op(v);
        if (op.around > around) continue;
        const Place& at = op.place.at.line ? op.place.at : state.place.at;
        Starts& s = lines[fmt::format("{}:{}", at.file, at.line)];
        s.floating += float_operations_of(op.kind);
        if (op.is_conditional) s.conditional += float_operations_of(op.kind);
        if (op.kind >= OpKind::add && op.kind <= OpKind::sle) ++s.integer;
        if (op.kind == OpKind::load || op.kind == OpKind::stream_read) s.read += op.width / 8;
        if (op.kind == OpKind::store || op.kind == OpKind::stream_write) s.written += op.width / 8;
    }
    nlohmann::json starts = nlohmann::json::array();
    for (const auto& [source, s] : lines)
        if (s.integer + s.floating + s.read + s.written > 0)
            starts.push_back({{"source", source},
                              {"integer_operations", s.integer},
                              {"float_operations", s.floating},
                              {"conditional_float_operations", s.conditional},
                              {"bytes_read", s.read},
                              {"bytes_written", s.written}});
    return starts;
}

// The name in C of the array or stream behind a port.
std::string c_name_of(const Kernel& kernel, const std::string& port) {
    for (const Memory& m : kernel.memories)
        if (m.name == port) return m.c_name;
    return port;
}

}  // namespace

std::vector<Activity> activities_of(const ThreadContext& c) { return Table(c).made; }

std::string activity_text(const ThreadContext& c) {
    const std::vector<Activity> all = activities_of(c);
    const unsigned bits = std::max(1U, log2_up(all.size()));
    std::string text = fmt::format(
        "    // What the thread does, for whoever measures it: hls.json has the names.\n"
        "    reg [{}:0] activity;\n    always @* begin\n        case (state)\n",
        bits - 1);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool first = i == 0 || all[i - 1].state != all[i].state;
        if (first)
            text += fmt::format("            {}: activity = ", c.states.states[all[i].state].name);
        text += all[i].condition.empty()
                    ? fmt::format("{}'d{};\n", bits, i)
                    : fmt::format("({}) ? {}'d{} : ", all[i].condition, bits, i);
    }
    return text +
           fmt::format("            default: activity = {}'d0;\n        endcase\n    end\n", bits);
}

nlohmann::json activity_facts(const ThreadContext& c) {
    nlohmann::json facts = nlohmann::json::array();
    const std::vector<Activity> all = activities_of(c);
    const std::vector<bool> locked = locked_states(c.kernel, c.plan, c.states);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const State& state = c.states.states[all[i].state];
        nlohmann::json fact = {{"code", i},
                               {"name", all[i].name},
                               {"kind", all[i].kind},
                               {"category", all[i].category},
                               {"state", state.name}};
        if (!all[i].port.empty()) fact["port"] = c_name_of(c.kernel, all[i].port);
        if (all[i].place.line > 0)
            fact["source"] = fmt::format("{}:{}", all[i].place.file, all[i].place.line);
        if (all[i].begins.line > 0)
            fact["begins"] = fmt::format("{}:{}", all[i].begins.file, all[i].begins.line);
        if (locked[all[i].state]) fact["locked"] = true;
        const bool starts = all[i].kind == "works" || all[i].kind == "fills";
        if (starts && state.block >= 0) {
            fact["starts"] = starts_of(c, state, all[i].around);
            fact["around"] = all[i].around;
            fact["interval"] = std::max(1U, c.plan.block(state.block).interval);
        }
        facts.push_back(fact);
    }
    return facts;
}

}  // namespace tapestry::hls
