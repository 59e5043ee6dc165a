// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/capacities.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "model/handshake_names.h"
#include "model/replicas.h"
#include "model/size_parameter.h"

namespace tapestry {

namespace {

constexpr int kDeepest = 8;  // wires that an expression is followed through
constexpr std::size_t kMostWindows = 2;
constexpr double kWorth = 0.5;  // of what a faster block saves

// Registers that count up and down, with the numbers that they are compared with or set to.
class Counters {
public:
    explicit Counters(const Module& module) : module_(module) {
        for (const AssignmentId i : module.assignments.ids())
            if (module.assignments[i].target != kNone)
                drivers_[module.assignments[i].target].push_back(i);
        for (const auto& [var, drivers] : drivers_)
            if (counts_both_ways(drivers, var)) bounds_[var];
        for (const auto& [var, drivers] : drivers_)
            for (const AssignmentId i : drivers) add_start(var, module.assignments[i]);
        for (const Expr& e : module.exprs) add_comparison(e);
    }

    // All bounds of all of them; a bound that is one less is that of a comparison with the last.
    std::set<std::uint64_t> sizes() const {
        std::set<std::uint64_t> all;
        for (const auto& [var, bounds] : bounds_)
            for (const std::uint64_t bound : bounds) all.insert({bound, bound + 1});
        return all;
    }

private:
    bool is_clocked(const Assignment& a) const {
        return a.process != kNone && module_.processes[a.process].kind == Process::Kind::clocked;
    }

    // Whether the expression, followed through wires, has what `is_it` looks for.
    template <class IsIt>
    bool has(ExprId id, int depth, IsIt is_it) const {
        const Expr& e = module_.expr(id);
        if (depth > kDeepest) return false;
        if (is_it(id, e)) return true;
        const auto drivers = e.op == Op::ref ? drivers_.find(e.var) : drivers_.end();
        if (drivers == drivers_.end())
            return std::any_of(e.args.begin(), e.args.end(),
                               [&](ExprId arg) { return has(arg, depth + 1, is_it); });
        return std::any_of(drivers->second.begin(), drivers->second.end(), [&](AssignmentId i) {
            const Assignment& a = module_.assignments[i];
            return !is_clocked(a) && has(a.value, depth + 1, is_it);
        });
    }

    bool mentions(ExprId id, VarId var) const {
        return has(id, 0, [&](ExprId, const Expr& e) { return e.op == Op::ref && e.var == var; });
    }

    bool has_step(ExprId id, VarId var, Op op) const {
        return has(id, 0,
                   [&](ExprId at, const Expr& e) { return e.op == op && mentions(at, var); });
    }

    bool counts_both_ways(const std::vector<AssignmentId>& drivers, VarId var) const {
        auto steps = [&](Op op) {
            return std::any_of(drivers.begin(), drivers.end(), [&](AssignmentId i) {
                const Assignment& a = module_.assignments[i];
                return is_clocked(a) && !a.to_element && has_step(a.value, var, op);
            });
        };
        return steps(Op::add) && steps(Op::subtract);
    }

    std::optional<std::uint64_t> number_of(ExprId id) const {
        const Expr& e = module_.expr(id);
        if (e.op == Op::constant) return e.value.to_u64();
        const bool wider = e.op == Op::extend || e.op == Op::sign_extend;
        return wider ? number_of(e.args.front()) : std::nullopt;
    }

    // What an expression may give where it gives a number: an `if` may be a choice in it.
    void add_numbers(ExprId id, std::set<std::uint64_t>& numbers) const {
        const Expr& e = module_.expr(id);
        const auto number = number_of(id);
        if (number && *number > 0) numbers.insert(*number);
        if (e.op != Op::conditional) return;
        add_numbers(e.args[1], numbers);
        add_numbers(e.args[2], numbers);
    }

    void add_start(VarId var, const Assignment& a) {
        const auto at = bounds_.find(var);
        if (at != bounds_.end() && is_clocked(a)) add_numbers(a.value, at->second);
    }

    void add_comparison(const Expr& e) {
        const bool compares = e.op == Op::equal || e.op == Op::not_equal ||
                              (e.op >= Op::less && e.op <= Op::greater_or_equal);
        if (!compares || e.args.size() != 2) return;
        for (const std::size_t side : {0u, 1u}) {
            const auto number = number_of(e.args[side]);
            if (!number || *number == 0) continue;
            for (auto& [var, bounds] : bounds_)
                if (mentions(e.args[1 - side], var)) bounds.insert(*number);
        }
    }

    const Module& module_;
    std::map<VarId, std::vector<AssignmentId>> drivers_;
    std::map<VarId, std::set<std::uint64_t>> bounds_;
};

// Whether a size that a counter is compared with is that of a queue: its depth, or one less.
bool is_depth(std::uint64_t size, const std::set<std::uint64_t>& depths) {
    return depths.contains(size) || depths.contains(size + 1);
}

// What gives a module its room, without its place. A queue may lie behind a window: a bound that is
// not its depth is how much may be under way.
std::optional<Capacity> room_of(const Design& design, ModuleId id, const Findings& findings) {
    const Module& module = design.modules[id];
    std::set<std::uint64_t> depths;
    for (const Finding& f : findings.taken)
        if (f.module == id && f.is(TapKind::queue) && f.queue().bus.name.empty())
            depths.insert(f.queue().depth);
    Capacity room;
    room.kind = ExperimentKind::depth;
    auto parameter = parameter_for(module, depths);
    if (!parameter) {
        parameter = parameter_for(module, Counters(module).sizes());
        if (parameter && !is_depth(parameter->value, depths)) room.kind = ExperimentKind::window;
    }
    if (!parameter) return std::nullopt;
    room.parameter = parameter->name;
    room.value = parameter->value;
    room.is_logarithm = parameter->is_logarithm;
    return room;
}

class Search {
public:
    Search(const Design& design, const Findings& findings) : design_(design) {
        for (const ModuleId i : design.modules.ids())
            rooms_.push_back(room_of(design, i, findings));
    }

    void below(ModuleId id, const std::string& path) {
        const Module& parent = design_.modules[id];
        for (const Instance& instance : parent.instances) {
            if (instance.module == kNone) continue;
            const std::string inside = path + "." + instance.full_name();
            if (const auto& room = rooms_[instance.module]) add(*room, parent, instance, inside);
            below(instance.module, inside);
        }
    }

    std::vector<Capacity> take() { return std::move(found_); }

private:
    std::string file_of(const Module& module) const {
        return module.place.file == kNone ? std::string() : design_.files[module.place.file];
    }

    void add(Capacity room, const Module& parent, const Instance& instance,
             const std::string& path) {
        const Module& module = design_.modules[instance.module];
        room.path = path;
        room.instance = instance.name;
        room.module = module.source_name;
        room.file = file_of(module);
        room.line = module.place.line;
        room.parent = parent.source_name;
        room.parent_file = file_of(parent);
        room.parent_line = parent.place.line;
        found_.push_back(std::move(room));
    }

    const Design& design_;
    IdTable<ModuleId, std::optional<Capacity>> rooms_;
    std::vector<Capacity> found_;
};

// Instances of one text, as one.
std::vector<Capacity> by_text(const std::vector<Capacity>& rooms) {
    std::vector<Capacity> texts;
    for (const Capacity& room : rooms) {
        const auto same = std::find_if(texts.begin(), texts.end(), [&](const Capacity& t) {
            return t.parent == room.parent && t.instance == room.instance;
        });
        if (same == texts.end())
            texts.push_back(room);
        else
            same->path = folded_path(same->path);
    }
    return texts;
}

bool is_of(const std::string& path, const Capacity& room) {
    return path == room.path || folded_path(path) == room.path || path.starts_with(room.path + ".");
}

// A queue that could save more than half of what the best block saves.
bool is_suspect(const Capacity& queue, const Analysis& analysis, double best) {
    return std::any_of(analysis.bottlenecks.begin(), analysis.bottlenecks.end(),
                       [&](const Verdict& b) {
                           return b.kind == BottleneckKind::queue && is_of(b.subject, queue) &&
                                  b.share > kWorth * best;
                       });
}

}  // namespace

std::vector<Capacity> find_capacities(const Design& design, const Findings& findings) {
    if (design.top == kNone) return {};
    Search search(design, findings);
    search.below(design.top, design.modules[design.top].source_name);
    return search.take();
}

std::vector<Capacity> choose_capacities(const std::vector<Capacity>& rooms,
                                        const Analysis& analysis,
                                        const std::vector<Experiment>& tried,
                                        const std::string& what) {
    double best = 0;
    for (const Experiment& e : tried)
        if (e.kind != ExperimentKind::design && e.saving) best = std::max(best, *e.saving);
    std::vector<Capacity> chosen;
    std::size_t windows = 0;
    for (const Capacity& room : by_text(rooms)) {
        const bool suspect = room.kind == ExperimentKind::window ? windows < kMostWindows
                                                                 : is_suspect(room, analysis, best);
        const bool asked = room.path == what || room.path.ends_with("." + what);
        if (what != "all" && !asked && (what != "suspects" || !suspect)) continue;
        if (room.kind == ExperimentKind::window) ++windows;
        chosen.push_back(room);
    }
    return chosen;
}

}  // namespace tapestry
