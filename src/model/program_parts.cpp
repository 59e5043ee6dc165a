// SPDX-License-Identifier: Apache-2.0
#include "model/program_parts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tapestry {

using SortedJson = nlohmann::json;

namespace {

constexpr const char* kFact = "program_parts";

SortedJson function_json(const ProgramFunction& f) {
    SortedJson threads = SortedJson::array(), states = SortedJson::array();
    for (const ProgramThread& t : f.threads)
        threads.push_back({{"path", t.path}, {"name", t.name}});
    for (const ProgramState& s : f.states)
        states.push_back({{"place", s.place},
                          {"loop", s.is_loop},
                          {"time", static_cast<int>(s.time)},
                          {"locked", s.is_locked}});
    return {{"name", f.name}, {"ports", f.ports}, {"threads", threads}, {"states", states}};
}

ProgramFunction function_of(const SortedJson& j) {
    ProgramFunction f;
    f.name = j.at("name");
    f.ports = j.value("ports", f.ports);
    for (const SortedJson& t : j.at("threads")) f.threads.push_back({t.at("path"), t.at("name")});
    for (const SortedJson& s : j.at("states")) {
        const int time =
            std::clamp(s.at("time").get<int>(), 0, static_cast<int>(ProgramTime::memory));
        f.states.push_back(
            {s.at("place"), s.at("loop"), static_cast<ProgramTime>(time), s.at("locked")});
    }
    return f;
}

}  // namespace

void keep_program(const ProgramParts& parts, RunFacts& facts) {
    SortedJson functions = SortedJson::array();
    for (const ProgramFunction& f : parts.functions) functions.push_back(function_json(f));
    const SortedJson kept = {{"all_at_once", parts.all_at_once}, {"functions", functions}};
    facts.facts.emplace_back(kFact, kept.dump());
}

// A run may be untrusted: a malformed fact means no program.
std::optional<ProgramParts> kept_program(const RunFacts& facts) {
    const SortedJson kept = SortedJson::parse(facts.find(kFact).value_or(""), nullptr, false);
    ProgramParts parts;
    try {
        if (!kept.is_object()) return std::nullopt;
        parts.all_at_once = kept.at("all_at_once");
        for (const SortedJson& f : kept.at("functions")) parts.functions.push_back(function_of(f));
    } catch (const SortedJson::exception&) {
        return std::nullopt;
    }
    return parts;
}

}  // namespace tapestry
