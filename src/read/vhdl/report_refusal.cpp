// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/report_refusal.h"

#include <algorithm>

#include "base/codes/sources.h"
#include "read/vhdl/crash_place.h"
#include "read/vhdl/vhdl_text.h"

namespace tapestry {

namespace {

bool crashes(Ghdl& ghdl, const VhdlTop& top) {
    std::optional<Refusal> refusal;
    Diagnostics ignored;
    const auto text = ghdl.synthesize(top, Ghdl::Form::verilog, refusal, ignored);
    return text && refusal && refusal->kind == Refusal::Kind::crash;
}

CrashPlace place_in(Ghdl& ghdl, const VhdlTop& top) {
    std::map<std::string, std::string> libraries;  // by entity
    for (const VhdlFile& file : ghdl.files()) {
        VhdlNames names;
        add_names(file.path, ghdl.texts().at(file.path), names);
        for (const auto& entity : names.entities) libraries.emplace(entity.first, file.library);
    }
    CrashTrial trial;
    trial.crashes = [&](const std::string& entity) {
        return crashes(ghdl,
                       entity == top.entity ? top : VhdlTop{libraries[entity], entity, "", {}});
    };
    trial.crashes_with = [&](const std::string& entity, const std::string& path,
                             const std::string& text) {
        const auto file = std::ranges::find(ghdl.files(), path, &VhdlFile::path);
        return !ghdl.reads(file->library, text) || trial.crashes(entity);
    };
    return crash_place(top.entity, ghdl.texts(), trial);
}

}  // namespace

Reported report_refusal(Ghdl& ghdl, const VhdlTop& top, const Refusal& refusal,
                        Diagnostics& diagnostics) {
    switch (refusal.kind) {
        case Refusal::Kind::crash: {
            const CrashPlace at = place_in(ghdl, top);
            return diagnostics.report(code::vhdl_synthesis_crashed, at.place, at.entity,
                                      refusal.text);
        }
        case Refusal::Kind::generic_missing:
            return diagnostics.report(code::vhdl_generic_missing, refusal.place, refusal.text,
                                      top.entity, refusal.text);
        case Refusal::Kind::not_synthesizable:
            break;
    }
    return diagnostics.report(code::vhdl_not_synthesizable, refusal.place, top.entity,
                              refusal.text);
}

}  // namespace tapestry
