// SPDX-License-Identifier: Apache-2.0
#include "find/queues/queue.h"

#include <algorithm>

#include "find/module/counting.h"
#include "find/queues/circular_buffer.h"
#include "find/queues/queue_by_memory.h"
#include "find/queues/queue_by_ports.h"
#include "find/queues/queue_by_states.h"
#include "find/queues/queue_by_streams.h"
#include "find/queues/queue_finding.h"

namespace tapestry {

namespace {

// An array that is written at an edge, beside a register that counts up and down, or one that
// counts in a module called so.
bool looks_like_a_queue(const Subject& on) {
    const bool stores = std::ranges::any_of(on.module.assignments, [&](const Assignment& a) {
        return a.to_element && a.target != kNone && on.index.is_clocked(a);
    });
    if (!stores) return false;
    for (const VarId v : on.vars()) {
        if (on.module.var(v).is_local || !is_kept(on, v)) continue;
        const bool up = counts(on, v, Op::add), down = counts(on, v, Op::subtract);
        if ((up && down) || ((up || down) && is_named_queue(on.module))) return true;
    }
    return false;
}

bool is_told(const Subject& on) {
    return std::ranges::any_of(
               on.findings.taken,
               [&](const Finding& f) { return f.module == on.id && f.is(TapKind::queue); }) ||
           std::ranges::any_of(on.findings.rejected, [&](const Rejection& r) {
               return r.module == on.id && r.kind == TapKind::queue;
           });
}

}  // namespace

void find_queues(const Subject& on) {
    const CircularBuffers buffers = find_circular_buffers(on);
    // A module that is a queue as a whole is not searched for inner queues.
    if (find_queue_by_ports(on, buffers) || find_queue_by_states(on, buffers) ||
        find_queue_by_streams(on, buffers))
        return;
    find_queues_by_memory(on, buffers);
}

void reject_silent_queue(const Subject& on) {
    if (!is_told(on) && looks_like_a_queue(on))
        reject_queue(on,
                     "it keeps data like a queue, but nothing shows which of its signals put one "
                     "in and take one out");
}

}  // namespace tapestry
