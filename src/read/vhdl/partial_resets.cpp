// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/partial_resets.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "base/text.h"

namespace tapestry {

namespace {

std::string_view between(std::string_view text, std::string_view open, std::string_view close) {
    const std::size_t from = text.find(open);
    if (from == std::string_view::npos) return {};
    text.remove_prefix(from + open.size());
    return trimmed(text.substr(0, text.find(close)));
}

bool is_assign(const NetStatement& s) { return s.kind == NetStatement::Kind::assign; }

// `condition ? then : otherwise`, of which each is one token.
struct Choice {
    std::string condition, then, otherwise;
};
std::optional<Choice> choice_of(const NetTokens& t) {
    if (t.size() != 5 || t[1] != "?" || t[3] != ":") return std::nullopt;
    return Choice{t[0], t[2], t[4]};
}

std::string bits_text(const NetSlice& s) {
    return *s.high == s.low ? fmt::format("[{}]", s.low) : fmt::format("[{}:{}]", *s.high, s.low);
}

class PartialReset {
public:
    PartialReset(NetModule& module, std::string edge, const ClockEdge& clock)
        : module_(module), edge_(std::move(edge)), clock_(clock) {
        for (const NetStatement& s : module.statements)
            if (is_assign(s)) value_of_.emplace(s.target, &s);
    }

    // Changes nothing unless all of it is understood.
    void finish() {
        if (!find_choice() || !find_members() || members_.empty()) return;
        std::vector<NetStatement> added;
        for (const Member& m : members_) add_register(m, added);
        std::erase_if(module_.statements, [&](const NetStatement& s) {
            return is_assign(s) && replaced_.contains(s.target);
        });
        module_.statements.insert(module_.statements.end(), added.begin(), added.end());
        for (NetDeclaration& net : module_.nets)
            for (const Member& m : members_)
                if (net.name == m.name) net.is_register = true;
    }

private:
    // One member of the register: reset to a value, or kept where there is none.
    struct Member {
        std::string name;
        std::string reset;
        std::string reset_value;
        NetSlice bits;
        std::string place;
    };

    // edge ? next : register
    bool find_choice() {
        for (const auto& [target, s] : value_of_) {
            const std::optional<Choice> choice = choice_of(s->value);
            if (!choice || choice->condition != edge_) continue;
            if (!chosen_.empty() || !is_net_name(choice->then)) return false;
            chosen_ = target;
            next_ = choice->then;
            held_ = choice->otherwise;
        }
        replaced_ = {edge_, chosen_};
        return !chosen_.empty();
    }

    // reset ? value : part of the choice
    bool find_members() {
        std::map<std::string, NetSlice> parts;
        for (const auto& [target, s] : value_of_) {
            const std::optional<NetSlice> slice = slice_of(s->value);
            if (slice && slice->name == chosen_ && slice->high) parts.emplace(target, *slice);
        }
        for (const auto& [target, s] : value_of_) {
            const std::optional<Choice> choice = choice_of(s->value);
            const auto part = choice ? parts.find(choice->otherwise) : parts.end();
            if (part == parts.end()) continue;
            const bool keeps = is_held(choice->then, part->second);
            if (!keeps && !constant_width(choice->then)) return false;
            members_.push_back(
                {target, choice->condition, keeps ? "" : choice->then, part->second, s->place});
            replaced_.insert({target, part->first});
        }
        return members_.size() == parts.size();
    }

    bool is_held(const std::string& net, const NetSlice& bits) const {
        const auto known = value_of_.find(net);
        if (known == value_of_.end()) return false;
        const std::optional<NetSlice> slice = slice_of(known->second->value);
        return slice && slice->name == held_ && slice->high == bits.high && slice->low == bits.low;
    }

    void add_register(const Member& m, std::vector<NetStatement>& added) {
        const std::string next = next_ + bits_text(m.bits);
        const std::string at =
            fmt::format("always @({} {}", clock_.is_rising ? "posedge" : "negedge", clock_.clock);
        if (!m.reset_value.empty()) {
            add_process(m,
                        fmt::format("{} or posedge {}) if ({}) {} <= {}; else {} <= {};", at,
                                    m.reset, m.reset, m.name, m.reset_value, m.name, next),
                        added);
            return;
        }
        NetStatement hold;
        hold.kind = NetStatement::Kind::assign;
        hold.place = m.place;
        hold.target = m.name.substr(0, m.name.find('_')) + "_data";
        hold.value = net_tokens(fmt::format("{} ? {} : {}", m.reset, m.name, next));
        NetDeclaration net;
        net.name = hold.target;
        net.width = *m.bits.high - m.bits.low + 1;
        net.is_vector = net.width > 1;
        module_.nets.push_back(net);
        add_process(m, fmt::format("{}) {} <= {};", at, m.name, net.name), added);
        added.push_back(std::move(hold));
    }

    static void add_process(const Member& m, const std::string& text,
                            std::vector<NetStatement>& added) {
        NetStatement process;
        process.kind = NetStatement::Kind::process;
        process.place = m.place;
        process.value = net_tokens(text);
        added.push_back(std::move(process));
    }

    NetModule& module_;
    const std::string edge_;
    const ClockEdge& clock_;
    std::map<std::string, const NetStatement*> value_of_;
    std::string chosen_, next_, held_;
    std::vector<Member> members_;
    std::set<std::string> replaced_;
};

}  // namespace

ClockEdges clock_edges_left(std::string_view vhdl) {
    ClockEdges edges;
    std::string module;
    for (const std::string_view line : lines_of(vhdl)) {
        const std::string_view text = trimmed(line);
        if (text.starts_with("architecture ")) module = between(text, " of ", " is");
        for (const bool is_rising : {true, false}) {
            const std::string_view clock = between(
                text, is_rising ? "<= '1' when rising_edge (" : "<= '1' when falling_edge (", ")");
            if (clock.empty()) continue;
            const std::string net(trimmed(text.substr(0, text.find("<="))));
            std::string_view plain = clock;
            if (plain.starts_with("wrap_")) plain.remove_prefix(5);
            edges[module][net] = {net_name(std::string(plain)), is_rising};
        }
    }
    return edges;
}

void finish_registers(NetModule& module, const std::map<std::string, ClockEdge>& edges) {
    for (const auto& [net, clock] : edges) PartialReset(module, net, clock).finish();
}

}  // namespace tapestry
