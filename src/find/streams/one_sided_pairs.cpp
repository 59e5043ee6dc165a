// SPDX-License-Identifier: Apache-2.0
#include "find/streams/one_sided_pairs.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

namespace tapestry {

namespace {

bool mentions(const std::string& text, const std::string& name) {
    auto belongs = [&](std::size_t at) {
        return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                                    text[at] == '_' || text[at] == '$');
    };
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        if ((at == 0 || !belongs(at - 1)) && !belongs(at + name.size())) return true;
    }
    return false;
}

bool looks_at(const Finding& f, const std::string& name) {
    return std::any_of(f.observe.begin(), f.observe.end(),
                       [&](const auto& port) { return mentions(port.second, name); });
}

class OneSidedPairs {
public:
    OneSidedPairs(const Subject& on, const IsFree& is_free)
        : on_(on),
          listening_(on.listening),
          logic_(on.listening.logic().module(on.id)),
          is_free_(is_free) {}

    std::vector<OneSidedPair> find() {
        std::vector<OneSidedPair> pairs;
        for (const VarId x : on_.vars()) {
            if (!is_bit_port(on_, x) || on_.module.var(x).direction != Direction::input) continue;
            const Diagram::Node in = logic_.value(Bit{x, 0, 0});
            if (!diagram().is_literal(in) || !is_free_(x)) continue;
            std::vector<Gated> of_input = partners_of(x, diagram().literal_of(in).variable);
            mark_tightest(of_input);
            if (diagram().overflowed()) return {};
            for (const Gated& gated : of_input)
                pairs.insert(pairs.end(), gated.pairs.begin(), gated.pairs.end());
        }
        return pairs;
    }

private:
    // An output, where it lets an input be heard, and the pairs that they may be.
    struct Gated {
        Diagram::Node open = Diagram::kFalse;
        std::vector<OneSidedPair> pairs;
    };

    Diagram& diagram() { return logic_.diagram(); }

    std::vector<Gated> partners_of(VarId x, Diagram::Variable in) {
        std::vector<Gated> found;
        for (const VarId y : on_.vars()) {
            if (!is_bit_port(on_, y) || on_.module.var(y).direction != Direction::output ||
                !is_free_(y))
                continue;
            if (auto gated = gated_by(x, in, y)) found.push_back(std::move(*gated));
        }
        return found;
    }

    void mark_tightest(std::vector<Gated>& all) {
        for (Gated& gated : all) {
            const bool is_tightest = std::all_of(all.begin(), all.end(), [&](const Gated& other) {
                return diagram().both(gated.open, diagram().negated(other.open)) == Diagram::kFalse;
            });
            for (OneSidedPair& pair : gated.pairs) pair.is_tightest = is_tightest;
        }
    }

    std::optional<Gated> gated_by(VarId x, Diagram::Variable in, VarId y) {
        Diagram::Node out = logic_.value(Bit{y, 0, 0});
        if (diagram().depends_on(out, in)) out = diagram().fixed(out, in, true);
        const auto gate = listening_.gate(on_.id, in, out);
        if (!gate || !gate->tight) return std::nullopt;
        const Diagram::Node open = gate->value ? out : diagram().negated(out);
        const auto moving = listening_.moving_value(on_.id, in, open);
        // A register of a pipeline takes the input at either value: names say which is which.
        if (!moving)
            return Gated{open,
                         {{x, y, true, gate->value, kNone, true},
                          {y, x, gate->value, true, kNone, true},
                          {x, y, false, gate->value, kNone, true},
                          {y, x, gate->value, false, kNone, true}}};
        auto with = [&](bool value) { return diagram().both(open, diagram().literal(in, value)); };
        if (const VarId data = taken_only(with(*moving)); data != kNone)
            return Gated{open, {{x, y, *moving, gate->value, data}}};
        if (const VarId data = kept(with(!*moving)); data != kNone)
            return Gated{open, {{y, x, gate->value, *moving, data}}};
        return Gated{
            open,
            {{x, y, *moving, gate->value, kNone, true}, {y, x, gate->value, *moving, kNone, true}}};
    }

    VarId taken_only(Diagram::Node where) {
        return vector_port(Direction::input, [&](Diagram::Node bit) {
            return diagram().is_literal(bit) &&
                   !listening_.heard(on_.id, diagram().literal_of(bit).variable).empty() &&
                   listening_.only_where(on_.id, diagram().literal_of(bit).variable, where);
        });
    }
    VarId kept(Diagram::Node where) {
        return vector_port(Direction::output, [&](Diagram::Node bit) {
            return bit > Diagram::kTrue && listening_.holds_where(on_.id, bit, where);
        });
    }
    // The first port wider than a bit whose first bit fits.
    template <class Fits>
    VarId vector_port(Direction way, Fits fits) {
        for (const Observability::Port& port : listening_.ports(on_.id)) {
            if (port.direction == way && port.leaf.width > 1 &&
                fits(logic_.value(Bit{port.var, port.leaf.element, port.leaf.lsb})))
                return port.var;
        }
        return kNone;
    }

    const Subject& on_;
    Observability& listening_;
    ModuleLogic& logic_;
    const IsFree& is_free_;
};

// A port of the module that is a port of an instance, or its inverse.
struct OuterPort {
    VarId var = kNone;
    bool inverted = false;
};

// The variable that an expression is, itself or inverted.
OuterPort plain_or_inverse(const Subject& on, ExprId value) {
    bool inverted = false;
    for (; on.module.expr(value).op == Op::not_ && on.module.expr(value).width == 1;
         value = on.module.expr(value).args[0])
        inverted = !inverted;
    const Expr& e = on.module.expr(value);
    return e.op == Op::ref ? OuterPort{e.var, inverted} : OuterPort();
}

// The port that a connection leads to, also over a wire: `assign out_push = ~out_empty;`.
OuterPort port_at(const Subject& on, ExprId value, Direction way) {
    const OuterPort net = plain_or_inverse(on, value);
    if (net.var == kNone || on.module.var(net.var).direction == way) return net;
    for (const Assignment& a : on.module.assignments) {
        if (a.process != kNone || !a.whole || !a.guards.empty() || a.target == kNone) continue;
        const OuterPort source = plain_or_inverse(on, a.value);
        const VarId from = way == Direction::input ? a.target : source.var;
        const VarId to = way == Direction::input ? source.var : a.target;
        if (from == net.var && to != kNone && on.module.var(to).direction == way)
            return {to, net.inverted != source.inverted};
    }
    return {};
}

// The ports of an instance that are ports of the module.
std::map<VarId, OuterPort> ports_of_parent(const Subject& on, const Instance& instance) {
    std::map<VarId, OuterPort> ports;
    const ModuleIndex& below = on.indexes[instance.module];
    for (const Connection& c : instance.connections) {
        const VarId inner = c.value == kNone ? kNone : below.find(c.port);
        if (inner == kNone) continue;
        const OuterPort outer = port_at(on, c.value, below.module().var(inner).direction);
        if (outer.var != kNone &&
            on.module.var(outer.var).direction == below.module().var(inner).direction)
            ports.emplace(inner, outer);
    }
    return ports;
}

// The same pair, as the module around it names it.
OneSidedPair outside_of(const std::map<VarId, OuterPort>& ports, OneSidedPair pair) {
    const OuterPort valid = ports.at(pair.valid), ready = ports.at(pair.ready);
    const auto data = ports.find(pair.data);
    pair.valid = valid.var;
    pair.ready = ready.var;
    pair.valid_active = pair.valid_active != valid.inverted;
    pair.ready_active = pair.ready_active != ready.inverted;
    pair.data = data != ports.end() && !data->second.inverted ? data->second.var : kNone;
    return pair;
}

void add_pairs_below(const Subject& on, const Instance& instance, const IsFree& is_free,
                     std::vector<OneSidedPair>& pairs) {
    const std::map<VarId, OuterPort> ports = ports_of_parent(on, instance);
    const Subject below(on.design, instance.module, on.indexes, on.clocking, on.listening, on.names,
                        on.findings);
    const auto is_free_below = [&](VarId v) {
        return ports.contains(v) && is_free(ports.at(v).var);
    };
    const auto bits = std::count_if(ports.begin(), ports.end(), [&](const auto& port) {
        return is_bit_port(below, port.first) && is_free_below(port.first);
    });
    if (bits < 2) return;
    for (const OneSidedPair& inner : edge_pairs(below, is_free_below)) {
        const OneSidedPair pair = outside_of(ports, inner);
        const auto known = std::find_if(pairs.begin(), pairs.end(), [&](const auto& other) {
            return other.valid == pair.valid && other.ready == pair.ready;
        });
        // The instance may show the data that the module, which only wires it, does not.
        if (known == pairs.end())
            pairs.push_back(pair);
        else if (known->needs_names && !pair.needs_names)
            *known = pair;
    }
}

}  // namespace

bool is_bit_port(const Subject& on, VarId v) {
    const Direction way = on.module.var(v).direction;
    return (way == Direction::input || way == Direction::output) && !on.is_array(v) &&
           on.width(v) == 1;
}

bool is_seen(const Subject& on, ModuleId module, const std::string& name) {
    if (std::any_of(on.findings.taken.begin(), on.findings.taken.end(),
                    [&](const Finding& f) { return f.module == module && looks_at(f, name); }))
        return true;
    const ModuleIndex& index = on.indexes[module];
    const Module& here = index.module();
    for (const Instance& instance : here.instances) {
        if (instance.module == kNone) continue;
        for (const Connection& c : instance.connections) {
            if (c.value == kNone || here.expr(c.value).op != Op::ref) continue;
            if (here.var(here.expr(c.value).var).name == name &&
                is_seen(on, instance.module, c.port))
                return true;
        }
    }
    return false;
}

std::vector<OneSidedPair> one_sided_pairs(const Subject& on, const IsFree& is_free) {
    return OneSidedPairs(on, is_free).find();
}

std::vector<OneSidedPair> edge_pairs(const Subject& on, const IsFree& is_free) {
    std::vector<OneSidedPair> pairs = one_sided_pairs(on, is_free);
    for (const Instance& instance : on.module.instances) {
        if (instance.module != kNone && !instance.is_array)
            add_pairs_below(on, instance, is_free, pairs);
    }
    return pairs;
}

}  // namespace tapestry
