// SPDX-License-Identifier: Apache-2.0
// Rings: arrays with a write and a read pointer and, often, a count beside them. A ring holds
// pushes less pops only when its pointers step one at a time, so this is where that is looked at.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "detect/module_index.h"
#include "model/finding.h"

namespace tapestry {

struct Ring {
    VarId memory = kNone;
    VarId write_pointer = kNone;
    VarId read_pointer = kNone;
    VarId counter = kNone;  // a register that counts its pushes up and its pops down
};

class Rings {
public:
    Rings(const Design& design, const ModuleIndex& index);

    // Arrays with two pointers that know of each other, by a comparison or a count: without that
    // they address a buffer, not a queue.
    const std::vector<Ring>& all() const { return all_; }
    const std::vector<Ring>& buffers() const { return buffers_; }

    // The assignments that add one to a pointer, each as the guards under which it does so. Nothing
    // when one of them adds something else.
    using Steps = std::vector<std::vector<Guard>>;
    std::optional<Steps> steps(VarId pointer) const;

    // The register that a pointer (or count) of the module takes over, instead of stepping: what is
    // in the queue is then not what went in less what came out. kNone when there is none.
    VarId set_back_from() const;
    VarId set_back_from(const Ring& ring) const;

    // Whether a variable follows from one of the ring's registers through combinational wires.
    bool tells_of(const Ring& ring, VarId var) const;
    bool is_memory(VarId var) const;

private:
    void find_pointers();
    void find_counters();
    bool counts(VarId v, Op op) const;
    bool adds_to_itself(ExprId id, VarId v, Op op, int depth) const;
    VarId pointer_in(ExprId index, int depth) const;
    bool is_kept(VarId v) const;
    bool compared(VarId a, VarId b) const;
    bool belongs(VarId counter, const Ring& ring) const;
    bool step_guards(ExprId id, VarId pointer, std::vector<Guard>& guards, int depth) const;
    bool wire_step_guards(VarId wire, VarId pointer, std::vector<Guard>& guards, int depth) const;
    VarId set_from(VarId pointer) const;
    VarId taken_over(ExprId id, VarId pointer, int depth) const;
    bool copies(VarId from, VarId to) const;
    void add_sources(VarId var, int depth, std::set<VarId>& sources) const;
    std::set<VarId> sources(VarId var) const;
    bool is_one_bit(VarId v) const;
    bool is_low_part(const Expr& e) const;
    const Expr& stripped(ExprId id) const;

    const Design& design_;
    const ModuleIndex& index_;
    const Module& module_;
    std::vector<VarId> counters_;
    std::vector<Ring> all_;
    std::vector<Ring> buffers_;
};

}  // namespace tapestry
