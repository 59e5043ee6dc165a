// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/pragma_sites.h"

#include <algorithm>
#include <set>

#include "base/path_name.h"
#include "base/verilog_text.h"

namespace tapestry {

namespace {

// In VHDL the name includes its scopes: g[0].tapestry_pragma_1_block.tapestry_pragma_1.
bool is_added(const Var& var) { return var.name.find(kPragmaPrefix) != std::string::npos; }

void add_refs(const Module& module, ExprId id, std::set<VarId>& refs) {
    if (id == kNone) return;
    const Expr& expr = module.expr(id);
    if (expr.op == Op::ref && expr.var != kNone) refs.insert(expr.var);
    for (const ExprId arg : expr.args) add_refs(module, arg, refs);
}

std::set<VarId> refs_of(const Module& module, const Assignment& a) {
    std::set<VarId> refs;
    add_refs(module, a.value, refs);
    for (const Guard& guard : a.guards) {
        add_refs(module, guard.condition, refs);
        for (const ExprId match : guard.matches) add_refs(module, match, refs);
    }
    return refs;
}

// The name of the VHDL block around the signal (vhdl_states.cpp).
std::string in_its_block(const PragmaBlock& block) {
    return block.signal + "_block." + block.signal;
}

// The block that a variable is the signal of.
const PragmaBlock* block_of(const Module& module, const Var& var,
                            const std::vector<PragmaBlock>& blocks) {
    const auto at = std::find_if(blocks.begin(), blocks.end(), [&](const PragmaBlock& b) {
        if (b.module.empty()) return ends_with_name(var.name, in_its_block(b));
        return b.signal == var.name && b.module == module.source_name;
    });
    return at == blocks.end() ? nullptr : &*at;
}

// Takes the signals of one module.
class SiteTaker {
public:
    SiteTaker(Module& module, ModuleId id) : module_(module), id_(id) {}

    void take(const std::vector<PragmaBlock>& blocks, std::vector<PragmaSite>& sites) {
        for (const VarId v : module_.vars.ids()) {
            const Var& var = module_.var(v);
            const PragmaBlock* block = is_added(var) ? block_of(module_, var, blocks) : nullptr;
            if (!block) continue;
            PragmaSite& site = sites.emplace_back();
            site.block = *block;
            site.module = id_;
            site.signal = v;
            site.module_name = module_.source_name;
            site.scope = var.scope;
            site.line = var.place.line;
            name_site(var, site);
            find_reads(site);
        }
        take_out();
    }

private:
    bool is_ours(const Assignment& a) const {
        return a.target != kNone && is_added(module_.var(a.target));
    }

    static void name_site(const Var& var, PragmaSite& site) {
        const PragmaBlock& block = site.block;
        const bool is_vhdl = block.module.empty();
        const std::string before =
            is_vhdl ? var.name.substr(0, var.name.size() - in_its_block(block).size()) : "";
        const std::string inside = is_vhdl ? before + block.signal + "_block." : "";
        site.name = before + block.name;
        site.signal_text = spelled(var.name);
        if (!block.held_signal.empty()) site.held_text = spelled(inside + block.held_signal);
    }

    bool is_of(const Assignment& a, Process::Kind kind) const {
        return a.process != kNone && module_.processes[a.process].kind == kind;
    }
    bool is_clocked(const Assignment& a) const { return is_of(a, Process::Kind::clocked); }
    bool is_combinational(const Assignment& a) const {
        return !is_clocked(a) && !is_of(a, Process::Kind::initial);
    }

    // Registers and inputs on which the signal depends through nets. If one of them is assigned
    // with `=` at its clock edge, the observed value is a race.
    void find_reads(PragmaSite& site) const {
        std::set<VarId> seen = {site.signal};
        std::vector<VarId> todo = {site.signal};
        while (!todo.empty()) {
            const VarId at = todo.back();
            todo.pop_back();
            for (const Assignment& a : module_.assignments) {
                if (a.target != at) continue;
                site.is_raced = site.is_raced || (is_clocked(a) && a.blocking);
                if (!is_combinational(a)) continue;
                for (const VarId ref : refs_of(module_, a)) {
                    if (seen.insert(ref).second) todo.push_back(ref);
                }
            }
        }
        for (const VarId v : seen) {
            const Var& var = module_.var(v);
            if (!is_added(var) && !var.is_local && !var.is_parameter) site.reads.push_back(v);
        }
    }

    void take_out() {
        std::set<ProcessId> processes;
        for (const Assignment& a : module_.assignments) {
            if (is_ours(a) && a.process != kNone) processes.insert(a.process);
        }
        std::erase_if(module_.assignments, [&](const Assignment& a) {
            return is_ours(a) || processes.contains(a.process);
        });
        for (Var& var : module_.vars) var.is_local = var.is_local || is_added(var);
    }

    Module& module_;
    ModuleId id_;
};

}  // namespace

std::vector<PragmaSite> take_pragma_sites(Design& design, const std::vector<PragmaBlock>& blocks) {
    std::vector<PragmaSite> sites;
    if (blocks.empty()) return sites;
    for (const ModuleId i : design.modules.ids())
        SiteTaker(design.modules[i], i).take(blocks, sites);
    return sites;
}

}  // namespace tapestry
