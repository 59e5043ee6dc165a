// SPDX-License-Identifier: Apache-2.0
#include "detect/call.h"

#include <fmt/format.h>

#include <map>

#include "base/verilog_text.h"
#include "detect/handshake_names.h"

namespace tapestry {

namespace {

struct Spelling {
    const char* start;
    const char* done;
    const char* ready;
    const char* protocol;
    double confidence;
};
// In the order of trust; the first that fits is taken.
constexpr Spelling kSpellings[] = {
    {"ap_start", "ap_done", "ap_ready", "ap_ctrl", 0.99},
    {"start", "done", "", "start_done", 0.9},
    {"start_i", "done_o", "", "start_done", 0.9},
    {"i_start", "o_done", "", "start_done", 0.9},
    {"start_in", "done_out", "", "start_done", 0.9},
    {"go", "done", "", "start_done", 0.85},
};

}  // namespace

void find_calls(const Design& design, std::int32_t module_id, const ModuleIndex& index,
                Clocking& clocking, Findings& findings) {
    const Module& module = index.module();
    std::map<std::string, VarId> inputs;
    std::map<std::string, VarId> outputs;
    for (VarId v = 0; v < static_cast<VarId>(module.vars.size()); ++v) {
        const Var& var = module.var(v);
        if (var.is_local || design.width_of(var.type) != 1) continue;
        if (var.direction == Direction::input) inputs[to_lower(var.name)] = v;
        if (var.direction == Direction::output) outputs[to_lower(var.name)] = v;
    }
    for (const Spelling& spelling : kSpellings) {
        const auto start = inputs.find(spelling.start);
        const auto done = outputs.find(spelling.done);
        if (start == inputs.end() || done == outputs.end()) continue;
        const auto ready = outputs.find(spelling.ready);
        const auto clock = clocking.completed(module_id, clocking.of_var(module_id, done->second));
        if (!clock) {
            findings.rejected.push_back(
                {module_id, "", "", TapKind::call, "no clock is found for it", module.place});
            return;
        }
        Finding f;
        f.own = CallPart{spelling.protocol, {}};
        f.module = module_id;
        f.place = module.place;
        f.clock = *clock;
        f.confidence = spelling.confidence;
        f.observe = {
            {"start", spelled(module.var(start->second).name)},
            {"ready", spelled(module.var((ready == outputs.end() ? done : ready)->second).name)},
            {"done", spelled(module.var(done->second).name)}};
        f.reason = fmt::format("the ports '{}' and '{}' are those of something that is called",
                               module.var(start->second).name, module.var(done->second).name);
        findings.taken.push_back(std::move(f));
        return;
    }
}

}  // namespace tapestry
