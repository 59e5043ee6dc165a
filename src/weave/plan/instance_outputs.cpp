// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "model/expression_variables.h"
#include "weave/plan/hierarchy.h"

namespace tapestry {

InstanceOutputs::InstanceOutputs(const Design& design, const FindVar& find_var) {
    for (const Module& module : design.modules) {
        Outputs& outputs = by_module_.emplace_back();
        for (const InstanceId i : module.instances.ids()) {
            const Instance& instance = module.instances[i];
            for (const Connection& c : instance.connections) {
                if (c.direction != Direction::output || c.value == kNone) continue;
                const VarId port = find_var(instance.module, c.port);
                if (port != kNone) add(design, module, {i, &c, port}, outputs);
            }
        }
    }
}

void InstanceOutputs::add(const Design& design, const Module& module, const InstanceOutput& output,
                          Outputs& outputs) {
    const Instance& instance = module.instances[output.instance];
    const Var& port = design.modules[instance.module].var(output.port);
    const ExprId value = output.connection->value;
    const bool one_element = design.types[port.type].kind != Type::Kind::unpacked_array &&
                             !instance.is_array && module.expr(value).op != Op::concatenate;
    const auto bit = one_element ? bit_of(module, value, {}) : std::nullopt;
    if (bit) {
        outputs[{bit->var, static_cast<std::int64_t>(bit->element)}].push_back(output);
        return;
    }
    for (const VarId var : variables_of(module, value)) outputs[{var, kNone}].push_back(output);
}

std::vector<InstanceOutput> InstanceOutputs::at(ModuleId module, const Bit& bit) const {
    const Outputs& outputs = by_module_[module];
    std::vector<InstanceOutput> found;
    for (const std::int64_t element :
         {static_cast<std::int64_t>(bit.element), static_cast<std::int64_t>(kNone)}) {
        const auto driving = outputs.find({bit.var, element});
        if (driving != outputs.end())
            found.insert(found.end(), driving->second.begin(), driving->second.end());
    }
    std::stable_sort(
        found.begin(), found.end(),
        [](const InstanceOutput& a, const InstanceOutput& b) { return a.instance < b.instance; });
    return found;
}

}  // namespace tapestry
