// SPDX-License-Identifier: Apache-2.0
#include "find/detect/detect.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/codes/plan.h"
#include "find/detect/detectors.h"
#include "find/logic/array_elements.h"
#include "find/logic/flop_modules.h"
#include "find/logic/observability.h"
#include "find/machines/pipeline.h"
#include "find/machines/pragma_machines.h"
#include "find/machines/state_waits.h"
#include "find/module/clocking.h"
#include "find/module/distinct_names.h"
#include "find/taps/custom.h"

namespace tapestry {

namespace {

// Modules reachable from `module` in post-order: children before parents.
void add_reachable(const Design& design, std::int32_t module, std::vector<bool>& reachable,
                   std::vector<std::int32_t>& order) {
    if (module == kNone || reachable[static_cast<std::size_t>(module)]) return;
    reachable[static_cast<std::size_t>(module)] = true;
    for (const Instance& instance : design.modules[static_cast<std::size_t>(module)].instances) {
        add_reachable(design, instance.module, reachable, order);
    }
    order.push_back(module);
}

bool has_clock(const Design& design, const std::vector<bool>& reachable) {
    for (std::size_t i = 0; i < design.modules.size(); ++i) {
        if (!reachable[i]) continue;
        for (const Process& process : design.modules[i].processes) {
            if (process.kind == Process::Kind::clocked) return true;
        }
    }
    return false;
}

}  // namespace

Result<Findings> detect(const Design& elaborated, const NameSource& names,
                        const std::vector<CustomTap>& taps, Diagnostics& diagnostics,
                        const std::vector<PragmaSite>& pragmas) {
    const std::optional<Design> in_place = with_flops_in_place(elaborated);
    const std::optional<Design> apart = with_elements_apart(in_place ? *in_place : elaborated);
    const Design& design = apart ? *apart : in_place ? *in_place : elaborated;
    std::vector<bool> reachable(design.modules.size(), false);
    std::vector<std::int32_t> order;
    add_reachable(design, design.top, reachable, order);
    if (!has_clock(design, reachable)) {
        const Module& top = design.modules[static_cast<std::size_t>(design.top)];
        const std::string file =
            top.place.file == kNone ? "" : design.files[static_cast<std::size_t>(top.place.file)];
        return diagnostics.report(code::no_clock, {file, top.place.line}, top.source_name);
    }
    std::vector<ModuleIndex> indexes;
    for (const Module& module : design.modules) indexes.emplace_back(module);
    Clocking clocking(design, indexes);
    DesignLogic logic(design, clocking.inactive_resets());
    Observability listening(logic);
    Findings findings;
    for (const std::vector<InactiveReset>& of_module : clocking.inactive_resets()) {
        std::vector<VarId>& resets = findings.resets.emplace_back();
        for (const InactiveReset& reset : of_module) resets.push_back(reset.var);
    }
    for (std::int32_t id : order) {
        const Subject subject(design, id, indexes, clocking, listening, names, findings);
        if (subject.module.is_interface) continue;
        for (const Detector& detector : kDetectors) detector.find(subject);
    }
    const std::vector<PortHandshake> known = port_handshakes(design, findings);
    for (std::int32_t id : order)
        find_shared_handshakes({design, id, indexes, clocking, listening, names, findings}, known);
    const bool is_silent =
        std::ranges::all_of(findings.taken, [](const Finding& f) { return f.is(TapKind::fsm); });
    for (std::int32_t id : order) {
        const Subject subject(design, id, indexes, clocking, listening, names, findings);
        if (subject.module.is_interface) continue;
        reject_silent_queue(subject);
        if (is_silent) find_pipeline(subject);
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
