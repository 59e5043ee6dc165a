// SPDX-License-Identifier: Apache-2.0
#include "find/streams/struct_port_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/letter_case.h"
#include "find/logic/leaves.h"
#include "find/streams/stream_finding.h"
#include "model/handshake_names.h"

namespace tapestry {

namespace {

// A part of a port: a struct member, or a whole plain port.
struct PortPart {
    VarId var = kNone;
    Leaf leaf;
    Direction direction = Direction::none;
    bool in_structure = false;
    std::string name;  // in lower case, without direction words: bytes_valid, tl_a_ready
    std::string text;  // as the module writes it: bytes_o.valid
};

std::string part_name(const Var& var, const Leaf& leaf, bool in_structure) {
    const std::string name = in_lower_case(var.name);
    const std::string port = in_structure ? record_stem(name) : without_direction(name);
    std::string member = in_lower_case(leaf.text);
    std::replace(member.begin(), member.end(), '.', '_');
    return port.empty() && !member.empty() ? member.substr(1) : port + member;
}

class StructPorts {
public:
    explicit StructPorts(const Subject& on) : on_(on) {
        for (const VarId v : on.vars()) {
            const Direction direction = on.module.var(v).direction;
            const bool is_port = direction == Direction::input || direction == Direction::output;
            if (is_port && !on.module.var(v).is_local && !on.is_array(v)) add_parts(v);
        }
    }

    void find() const {
        for (const PortPart& part : parts_) {
            const auto name = split_valid(part.name);
            if (part.leaf.width == 1 && name) try_valid(part, *name);
        }
    }

private:
    void add_parts(VarId v) {
        const Var& var = on_.module.var(v);
        const bool in_structure = on_.type_of(v)->kind == Type::Kind::structure;
        for (const Leaf& leaf : leaves_of(on_.design, var.type))
            parts_.push_back({v, leaf, var.direction, in_structure,
                              part_name(var, leaf, in_structure), on_.text(v) + leaf.text});
    }

    const PortPart* part_called(const std::string& name, Direction direction) const {
        const auto at = std::find_if(parts_.begin(), parts_.end(), [&](const PortPart& part) {
            return part.name == name && part.direction == direction;
        });
        return at == parts_.end() ? nullptr : &*at;
    }

    void try_valid(const PortPart& valid, const ValidName& name) const {
        const Direction against =
            valid.direction == Direction::input ? Direction::output : Direction::input;
        for (const std::string& word : ready_words(name.word)) {
            for (const std::string& partner : name.partners(word)) {
                const PortPart* ready = part_called(partner, against);
                if (!ready || ready->leaf.width != 1) continue;
                if (valid.in_structure || ready->in_structure) take(valid, *ready, name);
                return;
            }
        }
    }

    void take(const PortPart& valid, const PortPart& ready, const ValidName& name) const {
        Finding f = begin_stream(on_, valid.var, ready.var, name.stem());
        f.valid_bit = Bit{valid.var, 0, valid.leaf.lsb};
        f.ready_bit = Bit{ready.var, 0, ready.leaf.lsb};
        if (is_taken(f)) return;
        f.observe = {{"valid", valid.text}, {"ready", ready.text}};
        add_payload(valid, name, f);
        f.confidence = 0.9;
        f.reason = fmt::format(
            "'{}' and '{}' are named as a handshake and their ports point in opposite directions",
            valid.text, ready.text);
        take_stream(on_, std::move(f), valid.var);
    }

    // True if it is already taken as a channel of a bus.
    bool is_taken(const Finding& f) const {
        return std::any_of(on_.findings.taken.begin(), on_.findings.taken.end(),
                           [&](const Finding& known) {
                               return known.module == on_.id && known.valid_bit == f.valid_bit &&
                                      known.ready_bit == f.ready_bit;
                           });
    }

    // Signals in the direction of valid with the same stem: last, and the data, or else the widest.
    void add_payload(const PortPart& valid, const ValidName& name, Finding& f) const {
        const PortPart* widest = nullptr;
        auto rank = [](const PortPart& part) {
            return std::pair(part.name.find("dat") != std::string::npos, part.leaf.width);
        };
        for (const PortPart& part : parts_) {
            const bool beside = part.var == valid.var && part.leaf.element == 0 &&
                                part.name.starts_with(name.prefix + name.letters);
            if (!beside || &part == &valid || split_valid(part.name)) continue;
            if (part.leaf.width == 1 && part.name.ends_with("last"))
                f.observe.emplace_back("last", part.text);
            if (part.leaf.width > 1 && (!widest || rank(*widest) < rank(part))) widest = &part;
        }
        if (widest) add_data(f, widest->text, widest->leaf.width);
    }

    const Subject& on_;
    std::vector<PortPart> parts_;
};

}  // namespace

void find_struct_port_streams(const Subject& on) {
    if (on.id == on.design.top) StructPorts(on).find();
}

}  // namespace tapestry
