// SPDX-License-Identifier: Apache-2.0
#include "find/buses/call.h"

#include <fmt/format.h>

#include <map>

#include "model/handshake_names.h"
#include "model/hls_names.h"

namespace tapestry {

namespace {

struct Spelling {
    const char* start;
    const char* done;
    const char* ready;
    const char* protocol;
    double confidence;
};
// The most reliable first; the first match is taken.
constexpr Spelling kSpellings[] = {
    {"ap_start", "ap_done", "ap_ready", "ap_ctrl", 0.99},
    {"start", "done", "", "start_done", 0.9},
    {"start_i", "done_o", "", "start_done", 0.9},
    {"i_start", "o_done", "", "start_done", 0.9},
    {"start_in", "done_out", "", "start_done", 0.9},
    {"go", "done", "", "start_done", 0.85},
};

using PortsByName = std::map<std::string, VarId>;  // single bits, by name in lower case

PortsByName ports_of(const Subject& on, Direction direction) {
    PortsByName ports;
    for (VarId v = 0; v < on.var_count(); ++v) {
        const Var& var = on.module.var(v);
        if (!var.is_local && var.direction == direction && on.width(v) == 1)
            ports[in_lower_case(var.name)] = v;
    }
    return ports;
}

void take_call(const Subject& on, const Spelling& spelling, VarId start, VarId ready, VarId done) {
    const auto clock = on.clocking.completed(on.id, on.clocking.of_var(on.id, done));
    if (!clock)
        return on.reject(TapKind::call, "", "", "no clock is found for it", on.module.place);
    Finding f;
    f.own = CallPart{spelling.protocol, {}};
    f.module = on.id;
    f.place = on.module.place;
    f.clock = *clock;
    f.confidence = spelling.confidence;
    f.observe = {{"start", on.text(start)}, {"ready", on.text(ready)}, {"done", on.text(done)}};
    f.reason = fmt::format("the ports '{}' and '{}' are those of something that is called",
                           on.module.var(start).name, on.module.var(done).name);
    on.findings.taken.push_back(std::move(f));
}

}  // namespace

void find_calls(const Subject& on) {
    if (is_loop_control(on.module.source_name))
        return on.reject(TapKind::call, "", "", "it is a part of the loop around it",
                         on.module.place);
    const PortsByName inputs = ports_of(on, Direction::input);
    const PortsByName outputs = ports_of(on, Direction::output);
    for (const Spelling& spelling : kSpellings) {
        const auto start = inputs.find(spelling.start);
        const auto done = outputs.find(spelling.done);
        if (start == inputs.end() || done == outputs.end()) continue;
        const auto ready = outputs.find(spelling.ready);
        return take_call(on, spelling, start->second,
                         (ready == outputs.end() ? done : ready)->second, done->second);
    }
}

}  // namespace tapestry
