// SPDX-License-Identifier: Apache-2.0
#include "experiment/registers.h"

#include <algorithm>
#include <set>

#include "base/verilog_text.h"
#include "experiment/vectors.h"

namespace tapestry {

namespace {

std::string text_of(const Var& var) {
    return var.scope.empty() ? spelled(var.name) : var.scope + "." + spelled(var.name);
}

void add_register(const Design& design, const Var& var, OwnRegisters& out) {
    const Type& type = design.types[static_cast<std::size_t>(var.type)];
    if (type.kind != Type::Kind::unpacked_array &&
        (design.width_of(var.type) == 0 || type.kind == Type::Kind::interface)) {
        out.complete = false;
        return;
    }
    const std::vector<std::string> vectors = vectors_of(design, var.type, text_of(var));
    out.texts.insert(out.texts.end(), vectors.begin(), vectors.end());
    if (!vectors.empty()) out.bits += bits_of(design, var.type);
}

// Single bits that come in: when one has changed, what it did at the last edge says nothing about
// the next one.
void add_input_bits(const Design& design, const Module& module,
                    const std::vector<StepClock>& clocks, OwnRegisters& out) {
    for (const Var& var : module.vars) {
        const bool clock = std::any_of(clocks.begin(), clocks.end(), [&](const StepClock& c) {
            return c.port == spelled(var.name);
        });
        const bool bit =
            var.direction == Direction::input && !var.is_local && design.width_of(var.type) == 1;
        if (bit && !clock) add_register(design, var, out);
    }
}

}  // namespace

OwnRegisters registers_of(const Design& design, const Module& module,
                          const std::vector<StepClock>& clocks) {
    OwnRegisters out;
    std::set<VarId> seen;
    for (const Assignment& a : module.assignments) {
        if (a.process == kNone ||
            module.processes[static_cast<std::size_t>(a.process)].kind != Process::Kind::clocked)
            continue;
        if (a.target == kNone) {
            out.complete = false;
        } else if (seen.insert(a.target).second) {
            const Var& var = module.var(a.target);
            // What lives in a block is made anew each time, unless it is assigned like a register.
            if (!var.is_local)
                add_register(design, var, out);
            else if (!a.blocking)
                out.complete = false;
        }
    }
    add_input_bits(design, module, clocks, out);
    return out;
}

}  // namespace tapestry
