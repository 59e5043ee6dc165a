// SPDX-License-Identifier: Apache-2.0
#include "detect/queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/verilog_text.h"
#include "detect/circular_buffer.h"
#include "detect/condition.h"
#include "detect/handshake_names.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kDeepestQueue = 1ULL << 24;

class QueueSearch {
public:
    QueueSearch(const Design& design, std::int32_t module, const std::vector<ModuleIndex>& indexes,
                Clocking& clocking, Findings& findings)
        : design_(design),
          module_id_(module),
          indexes_(indexes),
          index_(indexes[static_cast<std::size_t>(module)]),
          module_(index_.module()),
          clocking_(clocking),
          findings_(findings),
          circular_(design, index_) {}

    void run() {
        if (module_.is_interface || by_ports() || by_streams()) return;
        by_memory();
    }

private:
    const Type* type_of(const Var& var) const {
        return var.type == kNone ? nullptr : &design_.types[static_cast<std::size_t>(var.type)];
    }
    std::string text(VarId v, bool inverted = false) const {
        return (inverted ? "!" : "") + spelled(module_.var(v).name);
    }

    // The queues of the Bluespec library: FIFO1, FIFOL1, FIFO2 hold that many, with a 0 behind it
    // when they have no data; SizedFIFO has its output register beside the array.
    std::uint64_t depth_of_library() const {
        const std::string& name = module_.source_name;
        for (const Var& var : module_.vars) {
            if (var.is_parameter && var.name == "p2depth") return var.value.to_u64().value_or(0);
        }
        if (name == "FIFO1" || name == "FIFO10" || name == "FIFOL1" || name == "FIFOL10") return 1;
        return name == "FIFO2" || name == "FIFO20" ? 2 : 0;
    }

    // The largest array that this module or an instance in it writes; else what parameters say.
    std::uint64_t depth_of(std::int32_t module_id, int level) const {
        const Module& module = design_.modules[static_cast<std::size_t>(module_id)];
        std::uint64_t depth = 0;
        for (const Assignment& a : module.assignments) {
            if (a.target == kNone) continue;
            const Type* type = type_of(module.var(a.target));
            if (type && type->kind == Type::Kind::unpacked_array)
                depth = std::max(depth, type->elements);
        }
        for (const Instance& instance : module.instances) {
            if (depth == 0 && level < 3)
                depth = std::max(depth, depth_of(instance.module, level + 1));
        }
        return depth;
    }
    std::uint64_t depth_of_parameters() const {
        for (const Var& var : module_.vars) {
            const std::string name = to_lower(var.name);
            const auto value = var.is_parameter ? var.value.to_u64() : std::nullopt;
            if (value && *value <= kDeepestQueue &&
                (name == "depth" || name == "fifo_depth" || name == "size"))
                return *value;
        }
        return depth_of_registers();
    }
    // A queue of a few registers: as many as are as wide as what is pushed.
    std::uint64_t depth_of_registers() const {
        std::uint32_t width = 1;
        for (const Var& var : module_.vars) {
            if (var.direction == Direction::input)
                width = std::max(width, design_.width_of(var.type));
        }
        std::uint64_t count = 0;
        for (VarId v = 0; v < static_cast<VarId>(module_.vars.size()); ++v) {
            if (width > 1 && !module_.var(v).is_local &&
                design_.width_of(module_.var(v).type) == width && index_.is_register(v))
                ++count;
        }
        return count;
    }

    struct Ports {
        std::map<QueueEnd, std::pair<VarId, bool>> of;  // variable, inverted
        bool complete() const { return of.size() == 4; }
    };

    bool by_ports() {
        Ports ports;
        for (VarId v = 0; v < static_cast<VarId>(module_.vars.size()); ++v) {
            const Var& var = module_.var(v);
            if (var.direction == Direction::none || var.is_local || design_.width_of(var.type) != 1)
                continue;
            const auto port = queue_port(to_lower(var.name));
            if (!port) continue;
            const bool strobe = port->end == QueueEnd::push || port->end == QueueEnd::pop;
            if (strobe != (var.direction == Direction::input)) continue;
            if (!ports.of.emplace(port->end, std::make_pair(v, port->inverted)).second)
                return false;
        }
        if (!ports.complete() || is_wrapper()) return false;
        if (const std::string why = why_lossy(); !why.empty()) return reject_module(why);
        return take_ports(ports);
    }

    // A module that holds queues and stores nothing itself: the queues inside are the finding.
    bool is_wrapper() const {
        const bool stores = std::any_of(
            module_.assignments.begin(), module_.assignments.end(),
            [&](const Assignment& a) { return a.target != kNone && index_.is_clocked(a); });
        const bool holds_queue = std::any_of(
            module_.instances.begin(), module_.instances.end(), [&](const Instance& instance) {
                return std::any_of(findings_.taken.begin(), findings_.taken.end(),
                                   [&](const Finding& f) {
                                       return f.module == instance.module && f.is(TapKind::queue);
                                   });
            });
        return !stores && holds_queue;
    }

    bool take_ports(const Ports& ports) {
        const auto [push, push_inverted] = ports.of.at(QueueEnd::push);
        const auto [full, full_inverted] = ports.of.at(QueueEnd::full);
        const auto [pop, pop_inverted] = ports.of.at(QueueEnd::pop);
        const auto [empty, empty_inverted] = ports.of.at(QueueEnd::empty);
        Finding f = begin("", module_.place);
        f.reason = fmt::format("the ports '{}', '{}', '{}' and '{}' are those of a queue",
                               module_.var(push).name, module_.var(full).name,
                               module_.var(pop).name, module_.var(empty).name);
        f.confidence = 0.97;
        std::string full_text = text(full, full_inverted);
        if (accepts_when_full(push, full, full_inverted, pop)) {
            full_text = fmt::format("{} && !{}", full_text, text(pop));
            f.reason += "; it accepts a push while full when it is popped in the same cycle";
        }
        f.observe = {{"push", text(push)},
                     {"full", full_text},
                     {"pop", text(pop)},
                     {"empty", text(empty, empty_inverted)}};
        const auto push_clock = clock_near(push, full);
        const auto pop_clock = clock_near(pop, empty);
        if (push_clock && pop_clock && push_clock->clock_text != pop_clock->clock_text) {
            take_two_clocks(f, *push_clock, *pop_clock);
            return true;
        }
        return take(std::move(f), push_clock ? push_clock : pop_clock);
    }

    std::optional<FindingClock> clock_near(VarId a, VarId b) {
        auto clock = clocking_.of_var(module_id_, b);
        return clock ? clock : clocking_.of_var(module_id_, a);
    }

    // Whether a write to the memory, or an increment, happens with push, full and pop all true.
    bool accepts_when_full(VarId push, VarId full, bool full_inverted, VarId pop) const {
        const std::map<VarId, bool> popped = {{push, true}, {full, !full_inverted}, {pop, true}};
        const std::map<VarId, bool> not_popped = {
            {push, true}, {full, !full_inverted}, {pop, false}};
        for (const Assignment& a : module_.assignments) {
            if (a.target == kNone || !a.to_element || !index_.is_clocked(a)) continue;
            const std::vector<Guard> guards = without_reset(a.guards);
            if (evaluate(index_, guards, popped) == true &&
                evaluate(index_, guards, not_popped) == false)
                return true;
        }
        return false;
    }

    std::vector<Guard> without_reset(const std::vector<Guard>& guards) const {
        std::vector<Guard> rest;
        for (const Guard& guard : guards) {
            bool reset = false;
            index_.for_each_ref(guard, [&](VarId var, ExprId) {
                reset = reset || is_reset_name(module_.var(var).name);
            });
            if (!reset) rest.push_back(guard);
        }
        return rest;
    }

    // A tap has one clock; a queue between two is measured as a stream at each of its ends.
    void take_two_clocks(const Finding& queue, const FindingClock& push_clock,
                         const FindingClock& pop_clock) {
        const auto& o = queue.observe;
        auto stream = [&](const std::string& name, const std::string& valid,
                          const std::string& ready, const FindingClock& clock) {
            Finding f = begin(name, module_.place);
            f.own = StreamPart{.protocol = "queue_end"};
            f.observe = {{"valid", valid}, {"ready", ready}};
            f.clock = clock;
            f.confidence = queue.confidence;
            f.reason = queue.reason +
                       "; its two ends have different clocks, so each is measured as a stream";
            findings_.taken.push_back(std::move(f));
        };
        stream("push", o[0].second, "!(" + o[1].second + ")", push_clock);
        stream("pop", "!(" + o[3].second + ")", o[2].second, pop_clock);
        findings_.rejected.push_back(
            {module_id_, "", "", TapKind::queue,
             "its two ends have different clocks; each end is measured as a stream",
             module_.place});
    }

    bool by_streams() {
        std::vector<Finding*> in;
        std::vector<Finding*> out;
        for (Finding& f : findings_.taken) {
            if (f.module != module_id_ || !f.is(TapKind::stream) || f.valid == kNone ||
                !f.scope.empty() || !f.bus().name.empty())
                continue;
            if (f.protocol() == "full_n_write" || f.protocol() == "empty_n_read") return false;
            const Direction direction = module_.var(f.valid).direction;
            if (direction == Direction::input) in.push_back(&f);
            if (direction == Direction::output) out.push_back(&f);
        }
        if (in.size() != 1 || out.size() != 1 || is_wrapper()) return false;
        const std::string name = to_lower(module_.source_name);
        const bool named = name.find("fifo") != std::string::npos ||
                           name.find("queue") != std::string::npos ||
                           name.find("skid") != std::string::npos;
        const std::uint64_t memory = depth_of(module_id_, named ? 0 : 3);
        if (!named && (memory == 0 || circular_.all().empty())) return false;
        if (in[0]->clock.clock_text != out[0]->clock.clock_text) return false;
        std::string why = why_lossy();
        if (why.empty() && !keeps_all(*in[0], *out[0]))
            why =
                "it does not show that every beat it takes is stored; its ends are measured as "
                "streams";
        // A larger module may still have a queue somewhere inside.
        if (!why.empty()) return named && reject_module(why);
        Finding f = begin("", module_.place);
        f.observe = {{"push", in[0]->observe[0].second},
                     {"full", "!" + in[0]->observe[1].second},
                     {"pop", out[0]->observe[1].second},
                     {"empty", "!" + out[0]->observe[0].second}};
        f.confidence = named ? 0.9 : 0.85;
        f.reason =
            fmt::format("stream '{}' goes in, stream '{}' comes out, and {} lies between",
                        in[0]->name, out[0]->name, memory ? "an array" : "a buffer by its name");
        if (memory == 0) f.queue().depth = depth_of_parameters();
        if (f.queue().depth == 0) f.queue().depth = memory == 0 ? 2 : memory;
        return take(std::move(f), in[0]->clock);
    }

    // Why what is in the queue may differ from what went in less what came out; empty when nothing
    // says so.
    std::string why_lossy() const {
        const VarId from = circular_.set_back_from();
        if (from != kNone) return set_back_text(from);
        for (const Instance& instance : module_.instances) {
            const bool inner = std::any_of(findings_.rejected.begin(), findings_.rejected.end(),
                                           [&](const Rejection& r) {
                                               return r.module == instance.module &&
                                                      r.kind == TapKind::queue && r.name.empty();
                                           });
            if (inner) return fmt::format("the queue '{}' in it is not measured", instance.name);
        }
        return {};
    }

    std::string set_back_text(VarId from) const {
        return fmt::format(
            "its place is set back to '{}': what is in it is not what went in less what came out",
            module_.var(from).name);
    }

    bool reject_module(const std::string& why) {
        findings_.rejected.push_back({module_id_, "", "", TapKind::queue, why, module_.place});
        return true;
    }

    // Whether a beat that goes in while none comes out always moves the write pointer of a buffer.
    bool keeps_all(const Finding& in, const Finding& out) const {
        if (circular_.all().empty()) return true;
        const std::map<VarId, bool> values =
            with_implied(index_, {{in.valid, true}, {in.ready, true}, {out.ready, false}});
        return std::any_of(
            circular_.all().begin(), circular_.all().end(),
            [&](const CircularBuffer& buffer) { return moves(buffer.write_pointer, values); });
    }
    bool moves(VarId pointer, const std::map<VarId, bool>& values) const {
        const auto steps = circular_.steps(pointer);
        return steps && std::any_of(steps->begin(), steps->end(), [&](const auto& guards) {
                   return evaluate(index_, without_reset(guards), values) == true;
               });
    }

    // The flag of that name that follows from the buffer's registers, as the buffer's scope sees
    // it.
    VarId named_flag(const CircularBuffer& buffer, const std::string& word) const {
        const std::string& scope = module_.var(buffer.memory).scope;
        for (VarId v = 0; v < static_cast<VarId>(module_.vars.size()); ++v) {
            const Var& var = module_.var(v);
            const std::string name = to_lower(var.name);
            const bool named =
                name == word || name.ends_with("_" + word) || name.starts_with(word + "_");
            if (named && !var.is_local && !var.is_parameter && design_.width_of(var.type) == 1 &&
                is_visible(var.scope, scope) && circular_.tells_of(buffer, v))
                return v;
        }
        return kNone;
    }
    static bool is_visible(const std::string& outer, const std::string& inner) {
        return outer.empty() || outer == inner || inner.starts_with(outer + ".");
    }

    // Full or empty: the flag of that name, the count at its end, or pointers with a wrap bit that
    // differ in nothing else. Empty when none of these is there.
    std::string state_text(const CircularBuffer& buffer, const std::string& word,
                           std::uint64_t count) const {
        const VarId flag = named_flag(buffer, word);
        if (flag != kNone) return text(flag);
        const std::uint64_t depth = type_of(module_.var(buffer.memory))->elements;
        auto width = [&](VarId v) { return design_.width_of(module_.var(v).type); };
        if (buffer.counter != kNone && width(buffer.counter) < 64 &&
            depth >> width(buffer.counter) == 0)
            return fmt::format("({} == {})", text(buffer.counter), count);
        const std::uint32_t bits = width(buffer.write_pointer);
        if (bits == width(buffer.read_pointer) && bits < 64 && depth << 1 == 1ULL << bits)
            return fmt::format("(({} ^ {}) == {})", text(buffer.write_pointer),
                               text(buffer.read_pointer), count);
        return {};
    }

    // When a pointer moves, as an expression of this module.
    std::optional<std::string> steps_text(const CircularBuffer& buffer, VarId pointer,
                                          const std::string& reset) const {
        const auto steps = circular_.steps(pointer);
        if (!steps || steps->empty()) return std::nullopt;
        const std::string& scope = module_.var(buffer.memory).scope;
        std::string all;
        for (const std::vector<Guard>& guards : *steps) {
            bool visible = true;
            for (const Guard& guard : guards) {
                index_.for_each_ref(guard, [&](VarId v, ExprId) {
                    visible = visible && is_visible(module_.var(v).scope, scope);
                });
            }
            const auto one = render(index_, without_reset(guards), reset);
            if (!one || !visible) return std::nullopt;
            all += all.empty() ? *one : " || " + *one;
        }
        return steps->size() == 1 ? all : "(" + all + ")";
    }

    std::optional<FindingClock> clock_of_register(VarId v) {
        for (std::int32_t id : index_.drivers(v)) {
            if (index_.is_clocked(index_.assignment(id)))
                return clocking_.of_process(module_id_, index_.assignment(id).process);
        }
        return std::nullopt;
    }

    void by_memory() {
        for (const CircularBuffer& buffer : circular_.unpaired())
            reject(buffer.memory,
                   "two counters address it, but nothing compares them: a buffer, not a queue");
        for (const CircularBuffer& buffer : circular_.all()) take_buffer(buffer);
    }

    void take_buffer(const CircularBuffer& buffer) {
        const auto clock = clock_of_register(buffer.write_pointer);
        const auto pop_clock = clock_of_register(buffer.read_pointer);
        if (!clock || !pop_clock)
            return reject(buffer.memory, "its clock is not a signal of this module");
        if (clock->clock_text != pop_clock->clock_text || clock->edge != pop_clock->edge)
            return reject(buffer.memory, "its two ends have different clocks");
        if (const VarId from = circular_.set_back_from(buffer); from != kNone)
            return reject(buffer.memory, set_back_text(from));
        const auto push = steps_text(buffer, buffer.write_pointer, clock->reset_text);
        const auto pop = steps_text(buffer, buffer.read_pointer, clock->reset_text);
        if (!push || !pop)
            return reject(buffer.memory,
                          "the conditions of its push and pop cannot be written as expressions of "
                          "this module");
        const std::uint64_t depth = type_of(module_.var(buffer.memory))->elements;
        const std::string full = state_text(buffer, "full", depth);
        const std::string empty = state_text(buffer, "empty", 0);
        if (full.empty() || empty.empty())
            return reject(buffer.memory, "nothing says when it is full and when it is empty");
        const VarId named = buffer.counter != kNone ? buffer.counter : buffer.memory;
        Finding f = begin(module_.var(named).name, module_.var(named).place);
        f.scope = module_.var(buffer.memory).scope;
        // The steps of the pointers are accepted pushes and pops: a refused one does not show.
        f.observe = {{"push", *push},
                     {"full", fmt::format("{} && !({})", full, *push)},
                     {"pop", *pop},
                     {"empty", fmt::format("{} && !({})", empty, *pop)}};
        f.queue().depth = depth;
        f.confidence = 0.85;
        f.reason = fmt::format(
            "'{}' and '{}' are pointers into array '{}'{}", module_.var(buffer.write_pointer).name,
            module_.var(buffer.read_pointer).name, module_.var(buffer.memory).name,
            buffer.counter != kNone
                ? ", and '" + module_.var(buffer.counter).name + "' counts up and down"
                : ", compared with each other");
        take(std::move(f), clock, {buffer});
    }

    Finding begin(const std::string& name, const SourcePlace& place) const {
        Finding f;
        f.own = QueuePart{};
        f.module = module_id_;
        f.name = name;
        f.place = place;
        return f;
    }

    bool take(Finding f, std::optional<FindingClock> clock) {
        return take(std::move(f), std::move(clock), circular_.all());
    }
    bool take(Finding f, std::optional<FindingClock> clock,
              const std::vector<CircularBuffer>& buffers) {
        clock = clocking_.completed(module_id_, clock);
        if (!clock) {
            findings_.rejected.push_back(
                {module_id_, f.scope, f.name, TapKind::queue, "no clock is found for it", f.place});
            return true;
        }
        if (f.queue().depth == 0) f.queue().depth = depth_of_library();
        if (f.queue().depth == 0) f.queue().depth = depth_of(module_id_, 0);
        if (f.queue().depth == 0) f.queue().depth = depth_of_parameters();
        f.clock = *clock;
        if (!add_flush(f, buffers)) {
            findings_.rejected.push_back({module_id_, f.scope, f.name, TapKind::queue,
                                          "it can be emptied by a condition that cannot be written "
                                          "as an expression of this module",
                                          f.place});
            return true;
        }
        findings_.taken.push_back(std::move(f));
        return true;
    }

    // The registers that say where the queue stands: its pointers and its count.
    static std::set<VarId> position_registers(const std::vector<CircularBuffer>& buffers) {
        std::set<VarId> registers;
        for (const CircularBuffer& buffer : buffers) {
            registers.insert({buffer.write_pointer, buffer.read_pointer});
            if (buffer.counter != kNone) registers.insert(buffer.counter);
        }
        return registers;
    }

    // A queue that is emptied by more than its reset (flush, clear) holds nothing afterwards, as
    // after a reset; without this its occupancy would be too high from then on. False when the
    // condition cannot be written.
    bool add_flush(Finding& f, const std::vector<CircularBuffer>& buffers) const {
        const std::set<VarId> registers = position_registers(buffers);
        std::set<std::string> flushes;
        for (const Assignment& a : module_.assignments) {
            if (!registers.contains(a.target) || !index_.is_clocked(a) ||
                module_.expr(a.value).op != Op::constant)
                continue;
            const std::vector<Guard> guards = without_reset(a.guards);
            bool wraps = false;  // a pointer that goes back to 0 at its end
            for (const Guard& guard : guards) {
                index_.for_each_ref(guard,
                                    [&](VarId v, ExprId) { wraps = wraps || v == a.target; });
            }
            if (guards.empty() || wraps) continue;
            const auto text = render(index_, guards, f.clock.reset_text);
            if (!text) return false;
            flushes.insert("(" + *text + ")");
        }
        for (const std::string& flush : flushes) {
            f.clock.reset_text += (f.clock.reset_text.empty() ? "" : " || ") + flush;
        }
        if (!flushes.empty()) f.reason += "; being flushed counts as a reset";
        return true;
    }

    void reject(VarId v, const std::string& why) {
        findings_.rejected.push_back({module_id_, module_.var(v).scope, module_.var(v).name,
                                      TapKind::queue, why, module_.var(v).place});
    }

    const Design& design_;
    std::int32_t module_id_;
    const std::vector<ModuleIndex>& indexes_;
    const ModuleIndex& index_;
    const Module& module_;
    Clocking& clocking_;
    Findings& findings_;
    const CircularBuffers circular_;
};

}  // namespace

void find_queues(const Design& design, std::int32_t module, const std::vector<ModuleIndex>& indexes,
                 Clocking& clocking, Findings& findings) {
    QueueSearch(design, module, indexes, clocking, findings).run();
}

}  // namespace tapestry
