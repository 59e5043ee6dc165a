// SPDX-License-Identifier: Apache-2.0
#include "find/streams/handshake_ends.h"

#include <utility>

namespace tapestry {

namespace {

constexpr std::uint32_t kWidestPort = 64;

class MeetingSearch {
public:
    MeetingSearch(Observability& listening, ModuleId module)
        : listening_(listening),
          logic_(listening.logic().module(module)),
          diagram_(logic_.diagram()),
          id_(module) {}

    std::vector<Meeting> run() {
        const auto& instances = logic_.module().instances;
        for (const InstanceId i : instances.ids()) {
            if (is_block(instances[i])) add_inputs(i);
        }
        for (const InstanceId i : instances.ids()) {
            if (is_block(instances[i])) add_outputs(i);
        }
        std::vector<Meeting> all;
        for (auto& [key, meeting] : found_) {
            if (!meeting.to_a.empty() && !meeting.to_b.empty()) all.push_back(std::move(meeting));
        }
        return all;
    }

private:
    bool is_block(const Instance& instance) {
        return !instance.is_array && listening_.logic().has_state(instance.module);
    }

    End end_of(InstanceId instance, InstanceId other) const {
        if (instance == kNone) return {kNone, id_, {other, false}};
        return {instance, logic_.module().instances[instance].module, {}};
    }

    void add(InstanceId from, InstanceId to, Signal signal) {
        const bool ordered = from != kNone && (to == kNone || from < to);
        const auto key = ordered ? std::make_pair(from, to) : std::make_pair(to, from);
        Meeting& meeting = found_[key];
        if (meeting.a.module == kNone) {
            meeting.a = end_of(key.first, key.second);
            meeting.b = end_of(key.second, key.first);
        }
        (ordered ? meeting.to_b : meeting.to_a).push_back(std::move(signal));
    }

    template <class Visit>
    void for_each_bit(InstanceId instance, Direction direction, Visit visit) {
        const ModuleId child = logic_.module().instances[instance].module;
        for (const Observability::Port& port : listening_.ports(child)) {
            if (port.direction != direction) continue;
            const std::uint32_t bits = port.leaf.width > kWidestPort ? 1 : port.leaf.width;
            for (std::uint64_t i = 0; i < bits; ++i)
                visit(child, Bit{port.var, port.leaf.element, port.leaf.lsb + i}, port.leaf.width,
                      i);
        }
    }

    // The signals at the inputs of an instance: from another instance by a wire, or from the
    // module's logic.
    void add_inputs(InstanceId to) {
        for_each_bit(to, Direction::input,
                     [&](ModuleId child, Bit bit, std::uint32_t width, std::uint64_t index) {
                         ModuleLogic& inner = listening_.logic().module(child);
                         const Diagram::Node seen = inner.value(bit);
                         const Diagram::Node driven = logic_.pin(to, bit);
                         if (!inner.diagram().is_literal(seen) || driven <= Diagram::kTrue) return;
                         Signal signal;
                         signal.in = inner.diagram().literal_of(seen).variable;
                         signal.to = {width, index};
                         if (!diagram_.is_literal(driven)) return add_own(to, bit, driven, signal);
                         // Data from a wire may still be accompanied by a control signal of the
                         // module.
                         if (width > 1 && index == 0 && is_pin(driven))
                             add_own(to, bit, driven, signal);
                         const auto [variable, holds] = diagram_.literal_of(driven);
                         const Atom& atom = logic_.atom(variable);
                         if (atom.kind == Atom::Kind::state)
                             return add_own(to, bit, driven, signal);
                         if (atom.kind != Atom::Kind::pin || atom.instance == to) return;
                         ModuleLogic& driver = listening_.logic().module(
                             logic_.module().instances[atom.instance].module);
                         signal.from = lane_of(driver.id(), atom.bit);
                         signal.port = atom.bit;
                         signal.far_port = bit;
                         signal.driver = atom.instance;
                         signal.inverted = !holds;
                         signal.out = driver.value(atom.bit);
                         add(atom.instance, to, signal);
                     });
    }

    bool is_pin(Diagram::Node literal) const {
        return logic_.atom(diagram_.literal_of(literal).variable).kind == Atom::Kind::pin;
    }

    Lane lane_of(ModuleId child, Bit bit) {
        for (const Observability::Port& port : listening_.ports(child)) {
            const Leaf& leaf = port.leaf;
            if (port.var == bit.var && leaf.element == bit.element && bit.position >= leaf.lsb &&
                bit.position < leaf.lsb + leaf.width)
                return {leaf.width, bit.position - leaf.lsb};
        }
        return {1, 0};
    }

    void add_own(InstanceId to, Bit bit, Diagram::Node driven, Signal signal) {
        signal.port = bit;
        signal.out = driven;
        add(kNone, to, signal);
    }

    // The outputs of an instance that the module's own logic hears.
    void add_outputs(InstanceId from) {
        for_each_bit(from, Direction::output,
                     [&](ModuleId child, Bit bit, std::uint32_t width, std::uint64_t index) {
                         const Diagram::Node seen = logic_.output(from, bit);
                         if (!diagram_.is_literal(seen)) return;
                         Signal signal;
                         signal.in = diagram_.literal_of(seen).variable;
                         const bool data = width > 1 && index == 0;
                         if (listening_.heard(id_, signal.in, {from, data}).empty()) return;
                         signal.port = bit;
                         signal.driver = from;
                         signal.from = {width, index};
                         signal.out = listening_.logic().module(child).value(bit);
                         add(from, kNone, signal);
                     });
    }

    Observability& listening_;
    ModuleLogic& logic_;
    Diagram& diagram_;
    ModuleId id_;
    std::map<std::pair<InstanceId, InstanceId>, Meeting> found_;
};

}  // namespace

std::vector<Meeting> meetings(Observability& listening, ModuleId module) {
    return MeetingSearch(listening, module).run();
}

}  // namespace tapestry
