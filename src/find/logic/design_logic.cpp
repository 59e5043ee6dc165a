// SPDX-License-Identifier: Apache-2.0
#include "find/logic/design_logic.h"

#include <map>
#include <utility>

namespace tapestry {

DesignLogic::DesignLogic(const Design& design, IdTable<ModuleId, std::vector<InactiveReset>> resets)
    : design_(design),
      resets_(std::move(resets)),
      modules_(design.modules.size()),
      has_state_(design.modules.size(), kUnknown),
      ports_(design.modules.size()) {}

DesignLogic::~DesignLogic() = default;

ModuleLogic& DesignLogic::module(ModuleId id) {
    auto& logic = modules_[id];
    if (!logic) logic = std::make_unique<ModuleLogic>(*this, id);
    return *logic;
}

bool DesignLogic::has_state(ModuleId id) {
    int& known = has_state_[id];
    if (known != kUnknown) return known == kYes;
    known = kNo;  // terminates at recursive instantiation
    const Module& module = design_.modules[id];
    bool any = false;
    for (const Process& process : module.processes)
        any = any || process.kind == Process::Kind::clocked;
    for (const Instance& instance : module.instances) any = any || has_state(instance.module);
    has_state_[id] = any ? kYes : kNo;
    return any;
}

VarId DesignLogic::port(ModuleId id, const std::string& name) {
    auto& names = ports_[id];
    if (names.empty()) {
        const Module& module = design_.modules[id];
        for (const VarId v : module.vars.ids()) {
            const Var& var = module.vars[v];
            if (var.scope.empty() && !var.is_local) names.emplace(var.name, v);
        }
    }
    const auto found = names.find(name);
    return found == names.end() ? kNone : found->second;
}

bool DesignLogic::drives_member(ModuleId id, const std::string& member) const {
    const Module& module = design_.modules[id];
    for (const Assignment& a : module.assignments) {
        if (a.outer_target == member) return true;
    }
    const std::size_t dot = member.find('.');
    for (const Instance& instance : module.instances) {
        for (const Connection& c : instance.connections) {
            if (c.value == kNone || module.expr(c.value).text != member.substr(0, dot)) continue;
            if (drives_member(instance.module, c.port + member.substr(dot))) return true;
        }
    }
    return false;
}

VarId DesignLogic::driven_member(ModuleId id, const std::string& member, std::uint32_t width) {
    return drives_member(id, member) ? module(id).add_outer(member, width) : kNone;
}

std::vector<DesignLogic::Member> DesignLogic::members(ModuleId id) {
    const Module& module_here = design_.modules[id];
    std::map<std::string, std::uint32_t> found;  // full name -> width
    auto is_port = [&](const std::string& stem) {
        const VarId var = port(id, stem);
        return var != kNone && module_here.var(var).type != kNone &&
               design_.types[module_here.var(var).type].kind == Type::Kind::interface;
    };
    for (const Expr& e : module_here.exprs) {
        const std::size_t dot = e.text.find('.');
        if (e.op == Op::outer_ref && dot != std::string::npos && is_port(e.text.substr(0, dot)))
            found.emplace(e.text, e.width);
    }
    for (const Instance& instance : module_here.instances) {
        for (const Connection& c : instance.connections) {
            if (c.value == kNone || !is_port(module_here.expr(c.value).text)) continue;
            for (const Member& inner : members(instance.module)) {
                const std::string name = module(instance.module).outer_name(inner.var);
                if (name.starts_with(c.port + "."))
                    found.emplace(module_here.expr(c.value).text + name.substr(c.port.size()),
                                  inner.width);
            }
        }
    }
    std::vector<Member> all;
    for (const auto& [name, width] : found)
        all.push_back({module(id).add_outer(name, width), width, drives_member(id, name)});
    return all;
}

}  // namespace tapestry
