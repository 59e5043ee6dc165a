// SPDX-License-Identifier: Apache-2.0
#include "find/streams/struct_port_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/letter_case.h"
#include "find/logic/leaves.h"
#include "find/module/handshake_words.h"
#include "find/streams/handshake_sides.h"
#include "find/streams/stream_finding.h"
#include "model/handshake_names.h"

namespace tapestry {

namespace {

// A part of a port or net: a struct member, or all of a plain one.
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

enum class Parts { ports, nets };

class StructStreams {
public:
    StructStreams(const Subject& on, Parts parts) : on_(on), of_(parts) {
        for (const VarId v : on.vars()) {
            const Direction direction = on.module.var(v).direction;
            const bool is_port = direction == Direction::input || direction == Direction::output;
            const bool is_net = direction == Direction::none && !on.module.var(v).is_parameter;
            if (parts == Parts::ports ? !is_port : !is_net) continue;
            if (!on.module.var(v).is_local && !on.is_array(v)) add_parts(v);
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

    static Direction against(Direction direction) {
        if (direction == Direction::none) return direction;
        return direction == Direction::input ? Direction::output : Direction::input;
    }

    void try_valid(const PortPart& valid, const ValidName& name) const {
        for (const std::string& word : ready_words(name.word)) {
            for (const std::string& partner : name.partners(word)) {
                const PortPart* ready = part_called(partner, against(valid.direction));
                if (!ready || ready->leaf.width != 1) continue;
                if (of_ == Parts::nets && !is_free_net(valid, *ready)) return;
                if (valid.in_structure || ready->in_structure) take(valid, *ready, name);
                return;
            }
        }
    }

    // Nets of one scope that different blocks drive, and of which no other rule has said anything.
    bool is_free_net(const PortPart& valid, const PortPart& ready) const {
        const Bit valid_bit{valid.var, 0, valid.leaf.lsb}, ready_bit{ready.var, 0, ready.leaf.lsb};
        if (on_.module.var(valid.var).scope != on_.module.var(ready.var).scope) return false;
        if (!why_no_handshake(on_, valid_bit, ready_bit).empty()) return false;
        const bool is_taken = std::any_of(
            on_.findings.taken.begin(), on_.findings.taken.end(), [&](const Finding& f) {
                return f.module == on_.id && f.is(TapKind::stream) && f.valid != kNone &&
                       f.ready != kNone && (is_among(f, valid_bit) || is_among(f, ready_bit));
            });
        return !is_taken && !is_rejected(valid.text) && !is_rejected(ready.text);
    }

    bool is_among(const Finding& f, Bit bit) const {
        return valid_net(on_.design, f) == bit || ready_net(on_.design, f) == bit;
    }

    // Rejections name pairs: `a.valid and a.ready`.
    bool is_rejected(const std::string& text) const {
        return std::any_of(
            on_.findings.rejected.begin(), on_.findings.rejected.end(), [&](const Rejection& r) {
                return r.module == on_.id && r.kind == TapKind::stream &&
                       (r.name.starts_with(text + " and ") || r.name.ends_with(" and " + text));
            });
    }

    void take(const PortPart& valid, const PortPart& ready, const ValidName& name) const {
        const auto word = handshake_word(valid.text);  // the net's whole name: w1_req
        const bool whole = of_ == Parts::nets && word && !word->stem.empty();
        Finding f = begin_stream(on_, valid.var, ready.var, whole ? word->stem : name.stem());
        f.valid_bit = Bit{valid.var, 0, valid.leaf.lsb};
        f.ready_bit = Bit{ready.var, 0, ready.leaf.lsb};
        if (is_taken(f)) return;
        f.observe = {{"valid", valid.text}, {"ready", ready.text}};
        add_payload(valid, name, f);
        f.confidence = of_ == Parts::ports ? 0.9 : 0.85;
        f.reason =
            fmt::format("'{}' and '{}' are named as a handshake and {}", valid.text, ready.text,
                        of_ == Parts::ports ? "their ports point in opposite directions"
                                            : "are driven from different sides");
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
    Parts of_;
    std::vector<PortPart> parts_;
};

}  // namespace

void find_struct_port_streams(const Subject& on) {
    if (on.id == on.design.top) StructStreams(on, Parts::ports).find();
}

void find_struct_net_streams(const Subject& on) { StructStreams(on, Parts::nets).find(); }

}  // namespace tapestry
