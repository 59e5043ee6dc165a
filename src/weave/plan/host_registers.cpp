// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/host_registers.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/path_name.h"

namespace tapestry {

namespace {

constexpr std::size_t kMostHostVars = 64;  // that decide on one register: a port has some ten

// What decides on one register.
class HostOrigins {
public:
    using IsInstance = std::function<bool(InstanceId)>;
    HostOrigins(const Design& design, const ModuleIndex& top, const std::set<VarId>& resets,
                IsInstance is_of_waiting)
        : design_(design), top_(top), resets_(resets), is_of_waiting_(std::move(is_of_waiting)) {}

    // The first input of one bit in a condition; kNone if not only inputs decide.
    VarId input_of(VarId var) {
        follow(var);
        while (only_inputs_ && !open_.empty()) {
            const VarId next = open_.back();
            open_.pop_back();
            follow(next);
        }
        return only_inputs_ ? input_ : kNone;
    }

private:
    bool is_input(VarId v) const { return top_.module().var(v).direction == Direction::input; }

    bool is_of_waiting(VarId var) const {
        const auto& pins = top_.pins(var);
        return std::ranges::any_of(pins, [&](const ModuleIndex::Pin& pin) {
            const Instance& instance = top_.module().instances[pin.instance];
            return instance.connections[pin.connection].direction == Direction::output &&
                   is_of_waiting_(pin.instance);
        });
    }

    void follow(VarId var) {
        if (!seen_.insert(var).second) return;
        const VarId own = top_.is_register(var) ? var : VarId(kNone);
        const bool is_known = !top_.drivers(var).empty() || is_of_waiting(var);
        if (!is_known || seen_.size() > kMostHostVars) only_inputs_ = false;
        for (const AssignmentId id : top_.drivers(var)) {
            const Assignment& a = top_.assignment(id);
            if (a.to_element) only_inputs_ = false;
            // A register may keep its value; one that decides on itself is a machine or counts.
            const Expr& value = top_.module().expr(a.value);
            const bool keeps = value.op == Op::ref && value.var == var;
            if (!keeps) look(a.value, own, false);
            for (const Guard& guard : a.guards) {
                look(guard.condition, own, true);
                for (const ExprId match : guard.matches) look(match, own, false);
            }
        }
    }

    void look(ExprId id, VarId own, bool is_condition) {
        top_.for_each_ref(id, [&](VarId v, ExprId) {
            const Var& var = top_.module().var(v);
            if (v == own) only_inputs_ = false;
            if (var.is_parameter || v == own) return;
            if (!is_input(v)) return open_.push_back(v);
            const bool is_bit = design_.width_of(var.type) == 1;
            if (is_condition && is_bit && !resets_.contains(v) && input_ == kNone) input_ = v;
        });
    }

    const Design& design_;
    const ModuleIndex& top_;
    const std::set<VarId>& resets_;
    const IsInstance is_of_waiting_;
    std::set<VarId> seen_;
    std::vector<VarId> open_;
    bool only_inputs_ = true;
    VarId input_ = kNone;
};

}  // namespace

HostRegisters::HostRegisters(const Hierarchy& hierarchy, const Findings& findings)
    : hierarchy_(hierarchy), top_(hierarchy.module_of(NodeId(0))) {
    const ModuleId top = hierarchy.nodes()[NodeId(0)].module;
    if (findings.resets.has(top))
        resets_.insert(findings.resets[top].begin(), findings.resets[top].end());
}

VarId HostRegisters::input_of(const Net& net, const std::string& waiting) const {
    const bool is_top = hierarchy_.nodes()[net.node].parent == kNone;
    if (!is_top || !top_.is_register(net.bit.var)) return kNone;
    const auto is_of_waiting = [&](InstanceId instance) {
        for (const NodeId child : hierarchy_.children(net.node))
            if (hierarchy_.nodes()[child].instance == instance)
                return is_under(waiting, hierarchy_.nodes()[child].path);
        return false;
    };
    return HostOrigins(hierarchy_.design(), top_, resets_, is_of_waiting).input_of(net.bit.var);
}

}  // namespace tapestry
