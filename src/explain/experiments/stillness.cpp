// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/stillness.h"

#include <algorithm>

#include "base/verilog_text.h"

namespace tapestry {

namespace {

bool runs_on(const Module& module, VarId clock) {
    return std::all_of(module.processes.begin(), module.processes.end(), [&](const Process& p) {
        return p.kind != Process::Kind::clocked ||
               std::any_of(p.edges.begin(), p.edges.end(),
                           [&](const EdgeEvent& event) { return event.var == clock; });
    });
}

}  // namespace

const StepSite* Stillness::site_of(ModuleId module) const {
    return module == kNone ? nullptr : sites_(design_.modules[module].source_name);
}

// The wire that clocks an instance; kNone when there is more than one, or an expression.
VarId Stillness::clock_of(const Module& module, const Instance& instance) const {
    const StepSite* site = site_of(instance.module);
    if (!site || site->clocks.size() != 1 || instance.is_array) return kNone;
    for (const Connection& c : instance.connections) {
        if (spelled(c.port) != site->clocks.front().port || c.value == kNone) continue;
        const Expr& value = module.expr(c.value);
        return value.op == Op::ref ? value.var : kNone;
    }
    return kNone;
}

std::vector<StepEnd> Stillness::ends_of(ModuleId id, InstanceId instance, VarId clock,
                                        const std::string& port) {
    const Module& module = design_.modules[id];
    const Ends ends = neighbours_.of(id, instance, port);
    const std::vector<StepEnd> unknown = {StepEnd{}};
    if (!ends.known) return unknown;
    std::vector<StepEnd> out;
    if (ends.own) {
        if (!runs_on(module, clock)) return unknown;
        out.push_back({StepEnd::Kind::own});
    }
    for (const InstanceId other : ends.instances) {
        const Instance& end = module.instances[other];
        if (clock_of(module, end) != clock) return unknown;
        out.push_back(
            {StepEnd::Kind::instance, spelled_name(end), design_.modules[end.module].source_name});
    }
    const StepSite* own = site_of(id);
    for (const VarId var : ends.ports) {
        const bool same_clock = own && own->clocks.size() == 1 &&
                                own->clocks.front().port == spelled(module.var(clock).name);
        if (!same_clock) return unknown;
        out.push_back({StepEnd::Kind::port, spelled(module.var(var).name)});
    }
    return out.empty() ? unknown : out;
}

std::vector<StepStill> Stillness::of(ModuleId id) {
    std::vector<StepStill> all;
    const Module& module = design_.modules[id];
    for (const InstanceId i : module.instances.ids()) {
        const Instance& instance = module.instances[i];
        const StepSite* site = site_of(instance.module);
        const VarId clock = clock_of(module, instance);
        if (!site || clock == kNone || site->levels.empty()) continue;
        StepStill still{spelled_name(instance), site->module, {}};
        const Module& child = design_.modules[instance.module];
        for (const StepLevel& level : site->levels) {
            const std::string port = level.port.substr(0, level.port.find_first_of(".["));
            const auto var = std::find_if(child.vars.begin(), child.vars.end(), [&](const Var& v) {
                return v.direction != Direction::none && spelled(v.name) == port;
            });
            still.levels.push_back(var == child.vars.end() ? std::vector<StepEnd>{StepEnd{}}
                                                           : ends_of(id, i, clock, var->name));
        }
        all.push_back(std::move(still));
    }
    return all;
}

std::string spelled_name(const Instance& instance) {
    const std::string name = spelled(instance.name);
    return instance.scope.empty() ? name : instance.scope + "." + name;
}

void keep_common(std::vector<StepStill>& stills, const std::vector<StepStill>& others) {
    std::erase_if(stills, [&](const StepStill& still) {
        return std::find(others.begin(), others.end(), still) == others.end();
    });
}

}  // namespace tapestry
