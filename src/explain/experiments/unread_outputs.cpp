// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/unread_outputs.h"

#include <algorithm>

namespace tapestry {

// The connection itself is the only mention of a wire that nothing reads.
bool UnreadOutputs::is_unread(ModuleId parent, const Connection& connection) {
    if (connection.value == kNone) return true;
    const Module& module = design_.modules[parent];
    const Expr& wire = module.expr(connection.value);
    if (wire.op != Op::ref) return false;
    const Var& var = module.var(wire.var);
    if (var.direction == Direction::output) return contain(parent, var.name);
    if (var.direction != Direction::none) return false;
    return std::count_if(module.exprs.begin(), module.exprs.end(), [&](const Expr& e) {
               return e.op != Op::outer_ref ? e.var == wire.var
                                            : e.text.find(var.name) != std::string::npos;
           }) <= 1;
}

bool UnreadOutputs::contain(ModuleId module, const std::string& port) {
    const auto key = std::make_pair(module, port);
    if (const auto at = known_.find(key); at != known_.end()) return at->second;
    known_[key] = false;
    bool any = false, all = true;
    for (const ModuleId parent : design_.modules.ids()) {
        for (const Instance& instance : design_.modules[parent].instances) {
            if (instance.module != module) continue;
            any = true;
            const auto at = std::find_if(instance.connections.begin(), instance.connections.end(),
                                         [&](const Connection& c) { return c.port == port; });
            if (at != instance.connections.end()) all = all && is_unread(parent, *at);
        }
    }
    return known_[key] = any && all;
}

}  // namespace tapestry
