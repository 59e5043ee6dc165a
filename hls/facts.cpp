// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "hls/activity.h"
#include "hls/kernel_text.h"

namespace tapestry::hls {

namespace {

using nlohmann::json;

std::string text_of(const Place& place) { return fmt::format("{}:{}", place.file, place.line); }

void add_place(json& to, const SourcePlace& place) {
    if (place.at.line == 0) return;
    to["source"] = text_of(place.at);
    for (const Place& p : place.inlined_at) to["inlined_at"].push_back(text_of(p));
}

bool is_arithmetic(OpKind kind) { return kind >= OpKind::add && kind <= OpKind::sle; }

json state_facts(const ThreadContext& c, const State& s) {
    json j = {{"name", s.name}, {"category", s.category}};
    add_place(j, s.place);
    unsigned integer = 0, floating = 0;
    for (const Value v : s.ops) {
        const OpKind kind = c.kernel.op(v).kind;
        floating += float_operations_of(kind);
        if (is_arithmetic(kind)) ++integer;
    }
    j["integer_operations"] = integer;
    j["float_operations"] = floating;
    return j;
}

json stage_facts(const ThreadContext& c, int b) {
    json stages = json::array();
    const unsigned interval = c.plan.block(b).interval;
    for (unsigned s = 0; s < c.names.stages(b); ++s) {
        json lines = json::array();
        for (const Value v : c.kernel.blocks[static_cast<std::size_t>(b)].ops) {
            if (!is_timed(c.kernel, c.plan, v) || c.plan.start(v) / interval != s) continue;
            json op = {{"operation", name_of(c.kernel.op(v).kind)}, {"cycle", c.plan.start(v)}};
            add_place(op, c.kernel.op(v).place);
            lines.push_back(op);
        }
        stages.push_back({{"stage", s}, {"operations", lines}});
    }
    return stages;
}

// A flattened loop has no pipeline of its own: it is part of its inner loop's.
json loop_facts(const ThreadContext& c, const Loop& loop) {
    const BlockPlan& plan = c.plan.block(loop.header);
    const bool is_flattened = loop.flattened_into >= 0;
    json j = {{"state", c.state_name(loop.header, 0)},
              {"nesting", loop.depth},
              {"pipelined", plan.interval > 0 && !is_flattened}};
    add_place(j, loop.place);
    if (is_flattened)
        j["flattened_into"] =
            text_of(c.kernel.loops[static_cast<std::size_t>(loop.flattened_into)].place.at);
    if (plan.interval == 0 || is_flattened) {
        const std::string& why = loop.why_plain.empty() ? plan.limit.why : loop.why_plain;
        if (!why.empty()) j["why"] = why;
        return j;
    }
    j["flattened"] = json::array();
    for (const Loop* l : flattened_into(c.kernel, loop))
        j["flattened"].push_back(text_of(l->place.at));
    j["interval"] = plan.interval;
    j["depth"] = plan.length;
    j["resource_bound"] = plan.bounds.resource;
    j["recurrence_bound"] = plan.bounds.recurrence;
    j["exit_bound"] = plan.bounds.exit;
    j["why"] = plan.limit.why;
    j["advice"] = plan.limit.advice;
    j["more_at_once"] = plan.limit.is_more_at_once;
    j["limit_lines"] = json::array();
    for (const auto& [place, weight] : plan.limit.lines)
        j["limit_lines"].push_back({{"source", text_of(place)}, {"weight", weight}});
    j["stages"] = stage_facts(c, loop.header);
    return j;
}

// The C function. A target region is named after its function and line, as in matmul_l6.
std::string function_of(const Kernel& k) {
    const std::size_t line = k.symbol.empty() ? std::string::npos : k.c_name.rfind("_l");
    return k.c_name.substr(0, line);
}

}  // namespace

json facts_of(const ThreadContext& c) {
    const Kernel& k = c.kernel;
    json j = {{"kernel", k.name},
              {"function", function_of(k)},
              {"part_of", k.part_of},
              {"module", k.threads > 1 ? k.name + "_thread" : k.name},
              {"register", "state"},
              {"threads", k.threads},
              {"threads_per_datapath", c.sharing()},
              {"clock_ns", c.options.clock_ns},
              {"locks", k.locks}};
    add_place(j, k.place);
    for (const State& s : c.states.states) j["states"].push_back(state_facts(c, s));
    j["activities"] = activity_facts(c);
    j["loops"] = json::array();
    for (const Loop& l : k.loops) j["loops"].push_back(loop_facts(c, l));
    j["process"] = k.is_process;
    j["streams"] = json::array();
    for (const Stream& s : k.streams)
        j["streams"].push_back({{"name", s.name},
                                {"bits", s.bits},
                                {"register", s.is_register},
                                {"read", s.is_read},
                                {"written", s.is_written}});
    j["ports"] = json::array();
    j["memories"] = json::array();
    for (const Memory& m : k.memories) {
        if (m.where == Memory::Where::external)
            j["ports"].push_back({{"name", m.name},
                                  {"array", m.c_name},
                                  {"bytes", m.word_bytes},
                                  {"written", m.is_written}});
        else
            j["memories"].push_back({{"name", m.name},
                                     {"array", m.c_name},
                                     {"bytes", m.word_bytes},
                                     {"words", m.words}});
    }
    for (const Argument& a : k.arguments) {
        json argument = {{"name", a.name}, {"bits", a.width}};
        if (a.memory >= 0) argument["port"] = k.memories[static_cast<std::size_t>(a.memory)].name;
        j["arguments"].push_back(argument);
    }
    return j;
}

namespace {

void add_source(json& to, const Place& place) {
    if (place.line > 0) to["source"] = text_of(place);
}

json named_state(std::size_t code, const std::string& name, const std::string& category,
                 const Place& place) {
    json j = {{"code", fmt::format("{}", code)}, {"name", name}, {"category", category}};
    add_source(j, place);
    return j;
}

json port_signals(const Kernel& k) {
    json signals = json::array();
    for (const Memory& m : k.memories) {
        if (m.where != Memory::Where::external) continue;
        for (const char* part : {"req", "resp"}) {
            json signal = {
                {"signal", fmt::format("{}_{}", m.name, part)},
                {"name", fmt::format("{} {}", m.c_name,
                                     part == std::string("req") ? "requests" : "answers")}};
            add_source(signal, k.place.at);
            signals.push_back(signal);
        }
    }
    return signals;
}

}  // namespace

json source_facts_of(const ThreadContext& c) {
    const Kernel& k = c.kernel;
    json machine = {{"signal", "state"}, {"states", json::array()}};
    json activity = {{"signal", "activity"}, {"states", json::array()}};
    add_source(machine, k.place.at);
    add_source(activity, k.place.at);
    for (std::size_t i = 0; i < c.states.states.size(); ++i) {
        const State& s = c.states.states[i];
        machine["states"].push_back(named_state(i, s.name, s.category, s.place.at));
    }
    const std::vector<Activity> all = activities_of(c);
    for (std::size_t i = 0; i < all.size(); ++i)
        activity["states"].push_back(named_state(i, all[i].name, all[i].category, all[i].place));
    json module = {{"module", k.threads > 1 ? k.name + "_thread" : k.name},
                   {"name", k.name},
                   {"signals", c.shares() ? json::array() : port_signals(k)}};
    add_source(module, k.place.at);
    if (!c.shares()) module["signals"].push_back(machine);
    module["signals"].push_back(activity);
    return module;
}

}  // namespace tapestry::hls
