// SPDX-License-Identifier: Apache-2.0
#include "find/logic/design_logic.h"

#include <map>
#include <utility>

namespace tapestry {

DesignLogic::DesignLogic(const Design& design, std::vector<std::vector<InactiveReset>> resets)
    : design_(design),
      resets_(std::move(resets)),
      modules_(design.modules.size()),
      has_state_(design.modules.size(), kUnknown),
      ports_(design.modules.size()) {}

DesignLogic::~DesignLogic() = default;

ModuleLogic& DesignLogic::module(std::int32_t id) {
    auto& logic = modules_[static_cast<std::size_t>(id)];
    if (!logic) logic = std::make_unique<ModuleLogic>(*this, id);
    return *logic;
}

bool DesignLogic::has_state(std::int32_t id) {
    int& known = has_state_[static_cast<std::size_t>(id)];
    if (known != kUnknown) return known == kYes;
    known = kNo;  // terminates at recursive instantiation
    const Module& module = design_.modules[static_cast<std::size_t>(id)];
    bool any = false;
    for (const Process& process : module.processes)
        any = any || process.kind == Process::Kind::clocked;
    for (const Instance& instance : module.instances) any = any || has_state(instance.module);
    has_state_[static_cast<std::size_t>(id)] = any ? kYes : kNo;
    return any;
}

VarId DesignLogic::port(std::int32_t id, const std::string& name) {
    auto& names = ports_[static_cast<std::size_t>(id)];
    if (names.empty()) {
        const Module& module = design_.modules[static_cast<std::size_t>(id)];
        for (std::size_t v = 0; v < module.vars.size(); ++v) {
            const Var& var = module.vars[v];
            if (var.scope.empty() && !var.is_local) names.emplace(var.name, static_cast<VarId>(v));
        }
    }
    const auto found = names.find(name);
    return found == names.end() ? kNone : found->second;
}

bool DesignLogic::drives_member(std::int32_t id, const std::string& member) const {
    const Module& module = design_.modules[static_cast<std::size_t>(id)];
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

VarId DesignLogic::driven_member(std::int32_t id, const std::string& member, std::uint32_t width) {
    return drives_member(id, member) ? module(id).add_outer(member, width) : kNone;
}

std::vector<DesignLogic::Member> DesignLogic::members(std::int32_t id) {
    const Module& module_here = design_.modules[static_cast<std::size_t>(id)];
    std::map<std::string, std::uint32_t> found;  // full name -> width
    auto is_port = [&](const std::string& stem) {
        const VarId var = port(id, stem);
        return var != kNone && module_here.var(var).type != kNone &&
               design_.types[static_cast<std::size_t>(module_here.var(var).type)].kind ==
                   Type::Kind::interface;
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
