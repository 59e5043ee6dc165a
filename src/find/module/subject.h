// SPDX-License-Identifier: Apache-2.0
// The input of a detector: one elaborated module with everything known about it, and the list that
// receives findings.
#pragma once

#include <string>
#include <vector>

#include "base/verilog_text.h"
#include "find/logic/observability.h"
#include "find/module/clocking.h"
#include "find/module/module_index.h"
#include "find/module/name_source.h"
#include "model/finding.h"

namespace tapestry {

struct Subject {
    Subject(const Design& the_design, ModuleId module_id,
            const IdTable<ModuleId, ModuleIndex>& all_indexes, Clocking& clocks,
            Observability& listens, const NameSource& source_names, Findings& results)
        : design(the_design),
          id(module_id),
          indexes(all_indexes),
          index(all_indexes[module_id]),
          module(index.module()),
          clocking(clocks),
          listening(listens),
          names(source_names),
          findings(results) {}

    const Design& design;
    ModuleId id;
    const IdTable<ModuleId, ModuleIndex>& indexes;  // of every module, to look into instances
    const ModuleIndex& index;                       // of this module
    const Module& module;
    Clocking& clocking;
    Observability& listening;
    const NameSource& names;
    Findings& findings;

    Ids<VarId> vars() const { return module.vars.ids(); }
    std::uint32_t width(VarId v) const { return design.width_of(module.var(v).type); }
    // nullptr if the variable has none.
    const Type* type_of(VarId v) const {
        const TypeId type = module.var(v).type;
        return type == kNone ? nullptr : &design.types[type];
    }
    bool is_array(VarId v) const {
        const Type* type = type_of(v);
        return !type || type->kind == Type::Kind::unpacked_array;
    }
    // The variable as an expression in the module.
    std::string text(VarId v) const { return spelled(module.var(v).name) + module.var(v).index; }

    void reject(TapKind kind, const std::string& scope, const std::string& name,
                const std::string& why, const SourcePlace& place) const {
        findings.rejected.push_back({id, scope, name, kind, why, place});
    }
    void reject(TapKind kind, VarId var, const std::string& name, const std::string& why) const {
        reject(kind, module.var(var).scope, name, why, module.var(var).place);
    }
};

}  // namespace tapestry
