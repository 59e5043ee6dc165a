// SPDX-License-Identifier: Apache-2.0
#include "find/queues/queue_by_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "find/module/condition.h"
#include "find/queues/pointer_steps.h"
#include "find/queues/queue_finding.h"
#include "find/queues/queue_keeps.h"
#include "model/handshake_names.h"

namespace tapestry {

namespace {

bool is_visible(const std::string& outer, const std::string& inner) {
    return outer.empty() || outer == inner || inner.starts_with(outer + ".");
}

// The flag with that name in the buffer's scope that depends on the buffer's registers.
VarId named_flag(const Subject& on, const CircularBuffer& buffer, const std::string& word) {
    const std::string& scope = on.module.var(buffer.memory).scope;
    for (const VarId v : on.vars()) {
        const Var& var = on.module.var(v);
        const std::string name = in_lower_case(var.name);
        const bool named =
            name == word || name.ends_with("_" + word) || name.starts_with(word + "_");
        if (named && !var.is_local && !var.is_parameter && on.width(v) == 1 &&
            is_visible(var.scope, scope) && tells_of(on, buffer, v))
            return v;
    }
    return kNone;
}

std::uint64_t depth_of(const Subject& on, const CircularBuffer& buffer) {
    return on.type_of(buffer.memory)->elements;
}

// Full or empty as an expression: the flag of that name, the counter at its limit, or pointers that
// differ only in a wrap bit. Empty if there is none of these.
std::string state_text(const Subject& on, const CircularBuffer& buffer, const std::string& word,
                       std::uint64_t count) {
    const VarId flag = named_flag(on, buffer, word);
    if (flag != kNone) return on.text(flag);
    const std::uint64_t depth = depth_of(on, buffer);
    if (buffer.counter != kNone && on.width(buffer.counter) < 64 &&
        depth >> on.width(buffer.counter) == 0)
        return fmt::format("({} == {})", on.text(buffer.counter), count);
    const std::uint32_t bits = on.width(buffer.write_pointer);
    if (bits == on.width(buffer.read_pointer) && bits < 64 && depth << 1 == 1ULL << bits)
        return fmt::format("(({} ^ {}) == {})", on.text(buffer.write_pointer),
                           on.text(buffer.read_pointer), count);
    return {};
}

bool all_visible(const Subject& on, const std::vector<Guard>& guards, const std::string& scope) {
    bool visible = true;
    for (const Guard& guard : guards) {
        on.index.for_each_ref(guard, [&](VarId v, ExprId) {
            visible = visible && is_visible(on.module.var(v).scope, scope);
        });
    }
    return visible;
}

// When a pointer advances, as an expression of this module.
std::optional<std::string> steps_text(const Subject& on, const CircularBuffer& buffer,
                                      VarId pointer, const std::string& reset) {
    const auto steps = pointer_steps(on, pointer);
    if (!steps || steps->empty()) return std::nullopt;
    const std::string& scope = on.module.var(buffer.memory).scope;
    std::string all;
    for (const std::vector<Guard>& guards : *steps) {
        const auto rest = without_reset(on.index, guards, reset);
        const auto one = rest ? render(on.index, *rest, reset) : std::nullopt;
        if (!one || !all_visible(on, guards, scope)) return std::nullopt;
        all += all.empty() ? *one : " || " + *one;
    }
    return steps->size() == 1 ? all : "(" + all + ")";
}

std::string reason_of(const Module& module, const CircularBuffer& buffer) {
    return fmt::format("'{}' and '{}' are pointers into array '{}'{}",
                       module.var(buffer.write_pointer).name, module.var(buffer.read_pointer).name,
                       module.var(buffer.memory).name,
                       buffer.counter != kNone
                           ? ", and '" + module.var(buffer.counter).name + "' counts up and down"
                           : ", compared with each other");
}

// Sets the tap's observed expressions; returns the reason if one cannot be printed.
std::string observe(const Subject& on, const CircularBuffer& buffer, const std::string& reset,
                    Finding& f) {
    const auto push = steps_text(on, buffer, buffer.write_pointer, reset);
    const auto pop = steps_text(on, buffer, buffer.read_pointer, reset);
    if (!push || !pop)
        return "the conditions of its push and pop cannot be written as expressions of this module";
    const std::string full = state_text(on, buffer, "full", depth_of(on, buffer));
    const std::string empty = state_text(on, buffer, "empty", 0);
    if (full.empty() || empty.empty()) return "nothing says when it is full and when it is empty";
    f.observe = {{"push", *push},
                 {"full", fmt::format("{} && !({})", full, *push)},
                 {"pop", *pop},
                 {"empty", fmt::format("{} && !({})", empty, *pop)}};
    return {};
}

std::string why_not_one_clock(const std::optional<FindingClock>& push,
                              const std::optional<FindingClock>& pop) {
    if (!push || !pop) return "its clock is not a signal of this module";
    const bool same = push->clock_text == pop->clock_text && push->edge == pop->edge;
    return same ? "" : "its two ends have different clocks";
}

// True if the module is nothing but this queue, which is then called as the module is.
bool is_all_of(const Subject& on, const CircularBuffer& buffer) {
    const auto other = [&](const Finding& f) {
        return f.module == on.id && (!f.is(TapKind::stream) || !f.bus().name.empty());
    };
    if (!on.module.instances.empty() || std::ranges::any_of(on.findings.taken, other)) return false;
    std::set<ModuleCycle::Signal> counting = {{ModuleCycle::kOwn, buffer.write_pointer},
                                              {ModuleCycle::kOwn, buffer.read_pointer}};
    if (buffer.counter != kNone) counting.insert({ModuleCycle::kOwn, buffer.counter});
    ModuleCycle cycle(on.design, on.indexes, on.id);
    return passes_data(on, cycle, counting, {});
}

Finding begin_buffer(const Subject& on, const CircularBuffer& buffer, bool alone) {
    if (alone && is_all_of(on, buffer)) return begin_queue(on, "", on.module.place);
    const VarId named = buffer.counter != kNone ? buffer.counter : buffer.memory;
    return begin_queue(on, on.module.var(named).name, on.module.var(named).place);
}

void take_buffer(const Subject& on, const CircularBuffer& buffer, bool alone) {
    const auto clock = on.clocking.of_register(on.id, buffer.write_pointer);
    Finding f = begin_buffer(on, buffer, alone);
    std::string why = why_not_one_clock(clock, on.clocking.of_register(on.id, buffer.read_pointer));
    const VarId from = why.empty() ? set_back_from(on, buffer) : kNone;
    if (from != kNone) why = set_back_text(on, from);
    if (why.empty()) why = observe(on, buffer, clock->reset_text, f);
    if (!why.empty())
        return on.reject(TapKind::queue, buffer.memory, on.module.var(buffer.memory).name, why);
    f.scope = on.module.var(buffer.memory).scope;
    f.queue().depth = depth_of(on, buffer);
    f.confidence = 0.85;
    f.reason = reason_of(on.module, buffer);
    take_queue(on, std::move(f), clock, {buffer});
}

}  // namespace

void find_queues_by_memory(const Subject& on, const CircularBuffers& buffers) {
    for (const CircularBuffer& buffer : buffers.unpaired)
        on.reject(TapKind::queue, buffer.memory, on.module.var(buffer.memory).name,
                  "two counters address it, but nothing compares them: a buffer, not a queue");
    const bool alone = buffers.paired.size() == 1 && buffers.unpaired.empty();
    for (const CircularBuffer& buffer : buffers.paired) take_buffer(on, buffer, alone);
}

}  // namespace tapestry
