// SPDX-License-Identifier: Apache-2.0
#include "find/streams/interface_stream.h"

#include <fmt/format.h>

#include <algorithm>

#include "find/streams/stream_finding.h"
#include "model/handshake_names.h"

namespace tapestry {

namespace {

// The variable of this module directly connected to a member of an interface.
VarId joined_net(const Subject& on, const std::string& member) {
    for (const Assignment& a : on.module.assignments) {
        if (a.process != kNone || !a.whole) continue;
        const Expr& value = on.module.expr(a.value);
        if (a.outer_target == member && value.op == Op::ref) return value.var;
        if (a.target != kNone && value.op == Op::outer_ref && value.text == member) return a.target;
    }
    return kNone;
}

struct Signals {
    const Var* valid = nullptr;
    const Var* ready = nullptr;
    const Var* last = nullptr;
    const Var* keep = nullptr;
    const Var* data = nullptr;
};

Signals signals_of(const Module& definition) {
    Signals found;
    for (const Var& var : definition.vars) {
        const std::string lower = in_lower_case(var.name);
        if (lower == "valid" || lower == "tvalid" || lower == "vld") found.valid = &var;
        if (lower == "ready" || lower == "tready" || lower == "rdy") found.ready = &var;
        if (lower == "last" || lower == "tlast") found.last = &var;
        if (lower == "keep" || lower == "tkeep") found.keep = &var;
        if (lower == "data" || lower == "tdata") found.data = &var;
    }
    return found;
}

// An interface of the module, as an instance or a port.
struct Place {
    std::string name;  // its instance or port, with the index
    std::string scope;
    SourcePlace place;
};

void observe(const Subject& on, const Signals& signals, Finding& f) {
    const std::string valid = f.name + "." + signals.valid->name;
    const std::string ready = f.name + "." + signals.ready->name;
    f.valid = joined_net(on, valid);
    f.ready = joined_net(on, ready);
    if (f.valid == kNone || f.ready == kNone) f.valid = f.ready = kNone;
    f.observe = {{"valid", valid}, {"ready", ready}};
    if (signals.last) f.observe.emplace_back("last", f.name + "." + signals.last->name);
    const auto take = [&](const Var* var, const auto& add) {
        if (var) add(f, f.name + "." + var->name, on.design.width_of(var->type));
    };
    take(signals.data, add_data);
    take(signals.keep, add_keep);
}

void take_interface(const Subject& on, const Module& definition, const Place& at) {
    const Signals signals = signals_of(definition);
    if (!signals.valid || !signals.ready) return;
    const auto clock = on.clocking.of_interface(on.id, at.name.substr(0, at.name.find('[')));
    if (!clock)
        return on.reject(TapKind::stream, at.scope, at.name, "no clock is found for it", at.place);
    Finding f;
    f.own = StreamPart{.protocol = in_lower_case(signals.valid->name) == "tvalid" ? "axi_stream"
                                                                                  : "valid_ready"};
    f.module = on.id;
    f.scope = at.scope;
    f.name = at.name;
    f.place = at.place;
    f.clock = *clock;
    f.interface_instance = at.name;
    observe(on, signals, f);
    f.confidence = 0.97;
    f.reason = fmt::format("interface '{}' has '{}' and '{}'", definition.source_name,
                           signals.valid->name, signals.ready->name);
    on.findings.taken.push_back(std::move(f));
}

// The interface that the testbench connects to a port of the top.
const Module* interface_of_port(const Subject& on, const std::string& port) {
    for (const Module& parent : on.design.modules) {
        for (const Instance& instance : parent.instances) {
            if (instance.module != on.id) continue;
            for (const Connection& c : instance.connections) {
                if (c.port != port || c.value == kNone) continue;
                const std::string name = parent.expr(c.value).text;
                for (const Instance& other : parent.instances) {
                    if (other.name == name) return &on.design.modules[other.module];
                }
            }
        }
    }
    return nullptr;
}

void take_instances(const Subject& on, const Instance& instance) {
    const Module& definition = on.design.modules[instance.module];
    if (!definition.is_interface) return;
    if (!instance.is_array)
        return take_interface(on, definition, {instance.name, instance.scope, instance.place});
    const std::int64_t step = instance.left <= instance.right ? 1 : -1;
    for (std::int64_t i = instance.left; i != instance.right + step; i += step) {
        const std::string name = fmt::format("{}[{}]", instance.name, i);
        take_interface(on, definition, {name, instance.scope, instance.place});
    }
}

}  // namespace

void find_interface_streams(const Subject& on) {
    for (const Instance& instance : on.module.instances) take_instances(on, instance);
    if (on.design.top != on.id) return;
    for (const VarId v : on.vars()) {
        const Var& var = on.module.var(v);
        const Type* type = on.type_of(v);
        if (!type || type->kind != Type::Kind::interface) continue;
        if (const Module* definition = interface_of_port(on, var.name))
            take_interface(on, *definition, {var.name, var.scope, var.place});
    }
}

}  // namespace tapestry
