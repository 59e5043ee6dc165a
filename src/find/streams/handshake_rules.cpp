// SPDX-License-Identifier: Apache-2.0
#include "find/streams/handshake_rules.h"

#include <algorithm>

namespace tapestry {

namespace {

using Node = Diagram::Node;

// How one end uses the signal that it hears, in relation to the one it drives.
struct EndBehaviour {
    bool hears = false;
    std::optional<Gate> gate;    // of the heard signal by the driven one, as at its port
    std::optional<bool> moving;  // the active value of the heard signal, as it arrives
};

constexpr std::uint32_t kMostLanes = 64;

// Converts a value heard at one end to the value at its driver.
bool at_driver(const Signal& signal, bool heard) { return heard != signal.inverted; }

class Judge {
public:
    Judge(Observability& listening, const Meeting& meeting)
        : listening_(listening), meeting_(meeting) {}

    Judged run() {
        for (const Signal& x : meeting_.to_b) {
            for (const Signal& y : meeting_.to_a) {
                if (may_pair(x, y)) try_pair(x, y);
            }
        }
        drop_vectors();
        drop_sideband();
        return std::move(judged_);
    }

private:
    // At an instance, vector bits pair only with bits of the same position, single bits with single
    // bits.
    static bool may_pair(const Signal& x, const Signal& y) {
        auto fit = [](const Lane& one, const Lane& other) {
            if (one.width == 0 || other.width == 0) return one.width + other.width <= 1;
            return one.width == other.width && one.width <= kMostLanes && one.index == other.index;
        };
        return fit(x.from, y.to) && fit(x.to, y.from);
    }

    Diagram& diagram(const End& end) { return listening_.logic().module(end.module).diagram(); }

    EndBehaviour behaviour_of(const End& end, const Signal& in, const Signal& out) {
        EndBehaviour h;
        Diagram& d = diagram(end);
        h.hears = !listening_.heard(end.module, in.in, end.who).empty();
        if (!h.hears) return h;
        if (!d.depends_on(out.out, in.in)) {
            h.gate = listening_.gate(end.module, in.in, out.out, end.who);
            h.moving = moving(end, in, out.out, h.gate);
            return h;
        }
        // If the response depends combinationally on the request, only the response to an active
        // request counts.
        for (bool asked : {true, false}) {
            const Node answer = d.fixed(out.out, in.in, asked);
            const auto gate = listening_.gate(end.module, in.in, answer, end.who);
            if (!gate) continue;
            const auto value = moving(end, in, answer, gate);
            if (value && *value != asked) continue;
            h.gate = gate;
            h.moving = asked;
            return h;
        }
        h.moving = listening_.moving_value(end.module, in.in, Diagram::kTrue, end.who);
        return h;
    }

    std::optional<bool> moving(const End& end, const Signal& in, Node out,
                               const std::optional<Gate>& gate) {
        const Node condition = !gate         ? Diagram::kTrue
                               : gate->value ? out
                                             : diagram(end).negated(out);
        return listening_.moving_value(end.module, in.in, condition, end.who);
    }

    void try_pair(const Signal& x, const Signal& y) {
        const EndBehaviour a = behaviour_of(meeting_.a, y, x);  // hears y, drives x
        const EndBehaviour b = behaviour_of(meeting_.b, x, y);
        const bool tight_a = a.gate && a.gate->tight;
        const bool tight_b = b.gate && b.gate->tight;
        if (!a.hears || !b.hears) return;
        if (!a.gate && !b.gate) return try_phases(x, y);
        if (!tight_a && !tight_b) return;
        Handshake h{&meeting_, &x, &y, HandshakeRule::mutual, true, true, {}, {}};
        if (!agree(a, b, h)) return reject(x, y, "the two sides do not agree when it is active");
        h.x_data = data(h, true);
        h.y_data = data(h, false);
        if (a.gate && b.gate) {
            h.rule = tight_a && tight_b ? HandshakeRule::mutual : HandshakeRule::loose;
        } else if (const auto rule = one_sided(h, a, b)) {
            h.rule = *rule;
        } else {
            return reject(x, y, "only one side looks at both, and no data waits for it");
        }
        judged_.taken.push_back(std::move(h));
    }

    // A request that is held until it is answered and then ends, whatever the response does later.
    void try_phases(const Signal& x, const Signal& y) {
        for (bool x_asks : {true, false}) {
            for (int values = 0; values < 4; ++values) {
                Handshake h{&meeting_,         &x, &y, HandshakeRule::phases, (values & 1) == 0,
                            (values & 2) == 0, {}, {}};
                if (!keeps(h, x_asks) || !ends(h, x_asks)) continue;
                (x_asks ? h.x_data : h.y_data) = data(h, x_asks);
                if ((x_asks ? h.x_data : h.y_data).empty()) continue;
                judged_.taken.push_back(std::move(h));
                return;
            }
        }
    }

    // The active value of each signal: the gating value at its driver, the moving value at its
    // receiver.
    static bool agree(const EndBehaviour& a, const EndBehaviour& b, Handshake& h) {
        auto settle = [](std::optional<bool> gate, std::optional<bool> moving, bool& active) {
            if (gate && moving && *gate != *moving) return false;
            if (!gate && !moving) return false;
            active = gate ? *gate : *moving;
            return true;
        };
        auto moves = [](const Signal& s, std::optional<bool> value) {
            return value ? std::optional(at_driver(s, *value)) : std::nullopt;
        };
        auto gates = [](const std::optional<Gate>& gate) {
            return gate ? std::optional(gate->value) : std::nullopt;
        };
        return settle(gates(a.gate), moves(*h.x, b.moving), h.x_active) &&
               settle(gates(b.gate), moves(*h.y, a.moving), h.y_active);
    }

    // The condition, at the end that drives `mine` and hears `other`, that both have these values.
    Node where(const End& end, const Signal& mine, bool my_value, const Signal& other,
               bool other_value) {
        Diagram& d = diagram(end);
        const Node heard = d.literal(other.in, at_driver(other, true) == other_value);
        return d.both(my_value ? mine.out : d.negated(mine.out), heard);
    }

    // The payload of x (or y): wide signals used only while it is active, or held until then.
    std::vector<const Signal*> data(const Handshake& h, bool with_x) {
        const Signal& valid = with_x ? *h.x : *h.y;
        const Signal& ready = with_x ? *h.y : *h.x;
        const bool valid_active = with_x ? h.x_active : h.y_active;
        const bool ready_active = with_x ? h.y_active : h.x_active;
        const End& from = with_x ? meeting_.a : meeting_.b;
        const End& to = with_x ? meeting_.b : meeting_.a;
        const Node offered = diagram(to).literal(valid.in, at_driver(valid, true) == valid_active);
        const Node waits = where(from, valid, valid_active, ready, !ready_active);
        std::vector<const Signal*> found;
        for (const Signal& s : with_x ? meeting_.to_b : meeting_.to_a) {
            if (s.width() < 2 || !s.is_first_bit() || &s == &valid) continue;
            auto only_where = [&](Node condition) {
                return listening_.only_where(to.module, s.in, condition, {to.who.except, true});
            };
            if (only_where(offered) || (!only_where(diagram(to).negated(offered)) &&
                                        listening_.holds_where(from.module, s.out, waits)))
                found.push_back(&s);
        }
        return found;
    }

    std::optional<HandshakeRule> one_sided(const Handshake& h, const EndBehaviour& a,
                                           const EndBehaviour& b) {
        // The end that tests both signals offers x, or y.
        const bool offers_x = a.gate && !h.x_data.empty();
        if (a.gate && offers_x && keeps(h, true)) return HandshakeRule::ack;
        if (b.gate && !h.y_data.empty() && keeps(h, false)) return HandshakeRule::ack;
        if (b.gate && !h.x_data.empty() && keeps(h, true)) return HandshakeRule::stall;
        if (a.gate && !h.y_data.empty() && keeps(h, false)) return HandshakeRule::stall;
        return std::nullopt;
    }

    // True if the offer is held until it is accepted.
    bool keeps(const Handshake& h, bool x) {
        const End& end = x ? meeting_.a : meeting_.b;
        const Signal& valid = x ? *h.x : *h.y;
        const Signal& ready = x ? *h.y : *h.x;
        const bool valid_active = x ? h.x_active : h.y_active;
        const bool ready_active = x ? h.y_active : h.x_active;
        return listening_.holds_where(end.module, valid.out,
                                      where(end, valid, valid_active, ready, !ready_active));
    }

    // True if the request ends when it is answered.
    bool ends(const Handshake& h, bool x) {
        const End& end = x ? meeting_.a : meeting_.b;
        const Signal& valid = x ? *h.x : *h.y;
        const Signal& ready = x ? *h.y : *h.x;
        const bool valid_active = x ? h.x_active : h.y_active;
        const bool ready_active = x ? h.y_active : h.x_active;
        return listening_.turns_where(end.module, valid.out,
                                      where(end, valid, valid_active, ready, ready_active));
    }

    // Two bits of a vector with the same partner are an index or data, not two handshakes.
    void drop_vectors() {
        auto alike = [](const Signal* s, const Signal* t) {
            return s != t && s->width() > 1 && s->port.var == t->port.var &&
                   s->port.element == t->port.element && s->driver == t->driver;
        };
        std::erase_if(judged_.taken, [&](const Handshake& h) {
            return std::any_of(judged_.taken.begin(), judged_.taken.end(),
                               [&](const Handshake& other) {
                                   return (other.y == h.y && alike(other.x, h.x)) ||
                                          (other.x == h.x && alike(other.y, h.y));
                               });
        });
    }

    // A signal that is tested only while another signal of the same sender is active is its
    // sideband.
    void drop_sideband() {
        std::vector<const Signal*> lesser;
        for (const Handshake& h : judged_.taken) {
            for (const Handshake& other : judged_.taken) {
                if (other.y == h.y && other.x != h.x &&
                    follows(meeting_.b, *h.x, *other.x, other.x_active, h.x_active))
                    lesser.push_back(h.x);
                if (other.x == h.x && other.y != h.y &&
                    follows(meeting_.a, *h.y, *other.y, other.y_active, h.y_active))
                    lesser.push_back(h.y);
            }
        }
        std::erase_if(judged_.taken, [&](const Handshake& h) {
            return std::find(lesser.begin(), lesser.end(), h.x) != lesser.end() ||
                   std::find(lesser.begin(), lesser.end(), h.y) != lesser.end();
        });
    }

    bool follows(const End& end, const Signal& s, const Signal& leader, bool leader_active,
                 bool s_active) {
        Diagram& d = diagram(end);
        const Node leads = d.literal(leader.in, at_driver(leader, true) == leader_active);
        const Node itself = d.literal(s.in, at_driver(s, true) == s_active);
        return listening_.only_where(end.module, s.in, leads, end.who) &&
               !listening_.only_where(end.module, leader.in, itself, end.who);
    }

    void reject(const Signal& x, const Signal& y, const std::string& reason) {
        judged_.rejected.push_back({&meeting_, &x, &y, reason});
    }

    Observability& listening_;
    const Meeting& meeting_;
    Judged judged_;
};

}  // namespace

const char* to_word(HandshakeRule rule) {
    switch (rule) {
        case HandshakeRule::mutual:
            return "each side waits for the other";
        case HandshakeRule::loose:
            return "each side looks at the other only while it is active";
        case HandshakeRule::ack:
            return "what is asked for stays until it is answered";
        case HandshakeRule::stall:
            return "what is offered stays until it is taken";
        case HandshakeRule::phases:
            return "what is asked for stays until it is answered, then ends";
        case HandshakeRule::shared:
            return "they are one at another instance of the module";
    }
    return "";
}

Judged judge(Observability& listening, const Meeting& meeting) {
    return Judge(listening, meeting).run();
}

}  // namespace tapestry
