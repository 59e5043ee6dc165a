// SPDX-License-Identifier: Apache-2.0
#include "find/detect/detect.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/codes/plan.h"
#include "find/detect/detectors.h"
#include "find/logic/array_elements.h"
#include "find/logic/flop_modules.h"
#include "find/logic/observability.h"
#include "find/machines/busy_flag.h"
#include "find/machines/pipeline.h"
#include "find/machines/pragma_machines.h"
#include "find/machines/state_waits.h"
#include "find/module/clocking.h"
#include "find/module/distinct_names.h"
#include "find/taps/custom.h"

namespace tapestry {

namespace {

// Modules reachable from `module` in post-order: children before parents.
void add_reachable(const Design& design, ModuleId module, IdTable<ModuleId, bool>& reachable,
                   std::vector<ModuleId>& order) {
    if (module == kNone || reachable[module]) return;
    reachable[module] = true;
    for (const Instance& instance : design.modules[module].instances) {
        add_reachable(design, instance.module, reachable, order);
    }
    order.push_back(module);
}

bool has_clock(const Design& design, const IdTable<ModuleId, bool>& reachable) {
    for (const ModuleId i : design.modules.ids()) {
        if (!reachable[i]) continue;
        for (const Process& process : design.modules[i].processes) {
            if (process.kind == Process::Kind::clocked) return true;
        }
    }
    return false;
}

bool is_input(const Module& module, const std::string& name) {
    return std::ranges::any_of(module.vars, [&](const Var& var) {
        return var.name == name && var.direction == Direction::input;
    });
}

// The inputs that answer what a module asks for; none if it takes beats, which tell what it does.
std::set<std::string> answers_to(const Subject& on, const std::vector<PortHandshake>& known) {
    std::set<std::string> answers;
    for (const PortHandshake& ports : known) {
        if (ports.module != on.module.source_name) continue;
        if (is_input(on.module, ports.valid)) return {};
        answers.insert(ports.ready);
    }
    return answers;
}

}  // namespace

Result<Findings> detect(const Design& elaborated, const NameSource& names,
                        const std::vector<CustomTap>& taps, Diagnostics& diagnostics,
                        const std::vector<PragmaSite>& pragmas) {
    const std::optional<Design> in_place = with_flops_in_place(elaborated);
    const std::optional<Design> apart = with_elements_apart(in_place ? *in_place : elaborated);
    const Design& design = apart ? *apart : in_place ? *in_place : elaborated;
    IdTable<ModuleId, bool> reachable(design.modules.size(), false);
    std::vector<ModuleId> order;
    add_reachable(design, design.top, reachable, order);
    if (!has_clock(design, reachable)) {
        const Module& top = design.modules[design.top];
        const std::string file = top.place.file == kNone ? "" : design.files[top.place.file];
        return diagnostics.report(code::no_clock, {file, top.place.line}, top.source_name);
    }
    IdTable<ModuleId, ModuleIndex> indexes;
    for (const Module& module : design.modules) indexes.emplace_back(module);
    Clocking clocking(design, indexes);
    DesignLogic logic(design, clocking.inactive_resets());
    Observability listening(logic);
    Findings findings;
    for (const std::vector<InactiveReset>& of_module : clocking.inactive_resets()) {
        std::vector<VarId>& resets = findings.resets.emplace_back();
        for (const InactiveReset& reset : of_module) resets.push_back(reset.var);
    }
    for (ModuleId id : order) {
        const Subject subject(design, id, indexes, clocking, listening, names, findings);
        if (subject.module.is_interface) continue;
        for (const Detector& detector : kDetectors) detector.find(subject);
    }
    const std::vector<PortHandshake> known = port_handshakes(design, findings);
    for (ModuleId id : order)
        find_shared_handshakes({design, id, indexes, clocking, listening, names, findings}, known);
    const bool is_silent =
        std::ranges::all_of(findings.taken, [](const Finding& f) { return f.is(TapKind::fsm); });
    for (const ModuleId id : order) {
        const Subject subject(design, id, indexes, clocking, listening, names, findings);
        if (subject.module.is_interface) continue;
        reject_silent_queue(subject);
        if (!is_silent) {
            find_asking_pipeline(subject, answers_to(subject, known));
            continue;
        }
        find_pipeline(subject);
        find_busy_flag(subject);
    }
    give_distinct_names(design, findings.taken);
    find_state_waits(indexes, logic, findings);
    if (const auto done =
            add_custom_taps(design, taps, reachable, indexes, clocking, findings, diagnostics);
        !done)
        return done.failure();
    add_pragma_machines(design, pragmas, reachable, clocking, findings, diagnostics);
    return findings;
}

}  // namespace tapestry
