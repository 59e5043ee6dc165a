// SPDX-License-Identifier: Apache-2.0
#include "find/queues/queue_keeps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "find/module/condition.h"
#include "find/queues/pointer_steps.h"

namespace tapestry {

namespace {

bool holds_queue(const Findings& findings, const Instance& instance) {
    return std::any_of(findings.taken.begin(), findings.taken.end(), [&](const Finding& f) {
        return f.module == instance.module && f.is(TapKind::queue);
    });
}

bool is_rejected_queue(const Findings& findings, const Instance& instance) {
    return std::any_of(findings.rejected.begin(), findings.rejected.end(), [&](const Rejection& r) {
        return r.module == instance.module && r.kind == TapKind::queue && r.name.empty();
    });
}

bool moves(const Subject& on, VarId pointer, const std::map<VarId, bool>& values) {
    const auto steps = pointer_steps(on, pointer);
    const auto clock = on.clocking.of_register(on.id, pointer);
    return steps && clock && std::any_of(steps->begin(), steps->end(), [&](const auto& guards) {
               const auto rest = without_reset(on.index, guards, clock->reset_text);
               return rest && evaluate(on.index, *rest, values) == true;
           });
}

// Follows copies back to where the data came in.
class DataWay {
public:
    DataWay(const Subject& on, ModuleCycle& cycle, const std::set<ModuleCycle::Signal>& counting,
            const std::vector<VarId>& strobes)
        : on_(on), cycle_(cycle), counting_(counting), strobes_(strobes) {}

    bool leads_in(std::optional<std::vector<ModuleCycle::Signal>> left) const {
        std::set<ModuleCycle::Signal> seen;
        bool stored = false;
        bool came_in = false;
        while (left && !left->empty()) {
            const ModuleCycle::Signal signal = left->back();
            left->pop_back();
            if (counting_.contains(signal) || !seen.insert(signal).second) continue;
            stored = stored || cycle_.index(signal).is_register(signal.var);
            came_in = came_in || is_data(signal);
            const auto from = cycle_.copied_from(signal);
            if (!from) return false;
            left->insert(left->end(), from->begin(), from->end());
        }
        return left && stored && came_in;
    }

    // Elaboration writes the members of a structure in one piece.
    bool leads_in(ExprId value) const {
        const Expr& e = on_.module.expr(value);
        if (e.op != Op::concatenate) return leads_in(cycle_.copied_by(value));
        return std::ranges::any_of(e.args, [&](ExprId part) { return leads_in(part); });
    }

private:
    bool is_data(const ModuleCycle::Signal& signal) const {
        return signal.level == ModuleCycle::kOwn &&
               on_.module.var(signal.var).direction == Direction::input &&
               std::find(strobes_.begin(), strobes_.end(), signal.var) == strobes_.end();
    }

    const Subject& on_;
    ModuleCycle& cycle_;
    const std::set<ModuleCycle::Signal>& counting_;
    const std::vector<VarId>& strobes_;
};

}  // namespace

bool passes_data(const Subject& on, ModuleCycle& cycle,
                 const std::set<ModuleCycle::Signal>& counting, const std::vector<VarId>& strobes) {
    const DataWay way(on, cycle, counting, strobes);
    for (const VarId v : on.vars()) {
        if (on.module.var(v).direction != Direction::output) continue;
        if (way.leads_in(cycle.copied_from({ModuleCycle::kOwn, v}))) return true;
        for (const AssignmentId id : on.index.drivers(v)) {
            if (way.leads_in(on.index.assignment(id).value)) return true;
        }
    }
    return false;
}

bool is_wrapper(const Subject& on) {
    const bool stores = std::any_of(
        on.module.assignments.begin(), on.module.assignments.end(),
        [&](const Assignment& a) { return a.target != kNone && on.index.is_clocked(a); });
    return !stores && std::any_of(on.module.instances.begin(), on.module.instances.end(),
                                  [&](const Instance& i) { return holds_queue(on.findings, i); });
}

std::string why_lossy(const Subject& on, const CircularBuffers& buffers) {
    const VarId from = set_back_from(on, buffers);
    if (from != kNone) return set_back_text(on, from);
    for (const Instance& instance : on.module.instances) {
        if (is_rejected_queue(on.findings, instance))
            return fmt::format("the queue '{}' in it is not measured", instance.name);
    }
    return {};
}

std::string set_back_text(const Subject& on, VarId from) {
    return fmt::format(
        "its place is set back to '{}': what is in it is not what went in less what came out",
        on.module.var(from).name);
}

bool keeps_all(const Subject& on, const CircularBuffers& buffers, const Finding& in,
               const Finding& out) {
    if (buffers.paired.empty()) return true;
    const std::map<VarId, bool> values =
        with_implied(on.index, {{in.valid, true}, {in.ready, true}, {out.ready, false}});
    return std::any_of(buffers.paired.begin(), buffers.paired.end(),
                       [&](const CircularBuffer& b) { return moves(on, b.write_pointer, values); });
}

}  // namespace tapestry
