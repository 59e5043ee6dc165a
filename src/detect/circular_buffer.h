// SPDX-License-Identifier: Apache-2.0
// Circular buffers: arrays with a write and a read pointer and, often, a count beside them. A
// buffer holds pushes less pops only when its pointers step one at a time, so this is where that is
// looked at.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "detect/module_index.h"
#include "model/finding.h"

namespace tapestry {

struct CircularBuffer {
    VarId memory = kNone;
    VarId write_pointer = kNone;
    VarId read_pointer = kNone;
    VarId counter = kNone;  // a register that counts its pushes up and its pops down
};

class CircularBuffers {
public:
    CircularBuffers(const Design& design, const ModuleIndex& index);

    // Arrays with two pointers that know of each other, by a comparison or a count: without that
    // they address a buffer, not a queue.
    const std::vector<CircularBuffer>& all() const { return all_; }
    const std::vector<CircularBuffer>& unpaired() const { return unpaired_; }

    // The assignments that add one to a pointer, each as the guards under which it does so. Nothing
    // when one of them adds something else.
    using Steps = std::vector<std::vector<Guard>>;
    std::optional<Steps> steps(VarId pointer) const;

    // The register that a pointer (or count) of the module takes over, instead of stepping: what is
    // in the queue is then not what went in less what came out. kNone when there is none.
    VarId set_back_from() const;
    VarId set_back_from(const CircularBuffer& buffer) const;

    // Whether a variable follows from one of the buffer's registers through combinational wires.
    bool tells_of(const CircularBuffer& buffer, VarId var) const;
    bool is_memory(VarId var) const;

private:
    void find_pointers();
    void find_counters();
    bool counts(VarId v, Op op) const;
    bool adds_to_itself(ExprId id, VarId v, Op op, int depth) const;
    VarId pointer_in(ExprId index, int depth) const;
    bool is_kept(VarId v) const;
    bool compared(VarId a, VarId b) const;
    bool belongs(VarId counter, const CircularBuffer& buffer) const;
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
    std::vector<CircularBuffer> all_;
    std::vector<CircularBuffer> unpaired_;
};

}  // namespace tapestry
