// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/split_registers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "read/vhdl/inline_nets.h"

namespace tapestry {

namespace {

// A slice of a register that becomes a register of its own.
struct Piece {
    std::string name;
    std::uint32_t low = 0;
    std::uint32_t width = 0;
};

// The first bits of all innermost members of a signal.
void add_bounds(const NamedSignal& signal, std::uint32_t at, std::set<std::uint32_t>& bounds) {
    bounds.insert(at);
    for (const NamedSignal& field : signal.fields) {
        add_bounds(field, at, bounds);
        at += field.width;
    }
}

bool is_assigned_at(const NetTokens& tokens, std::size_t at) {
    return at + 1 < tokens.size() && (tokens[at + 1] == "<=" || tokens[at + 1] == "=");
}

// These bits of a net or of a constant such as 6'b010011; empty if unknown.
NetTokens bits_of(const std::string& value, const Piece& piece) {
    const std::uint32_t high = piece.low + piece.width - 1;
    if (is_net_name(value)) {
        if (piece.width == 1) return {value, "[", std::to_string(high), "]"};
        return {value, "[", std::to_string(high), ":", std::to_string(piece.low), "]"};
    }
    const std::size_t digits = value.find("'b");
    const std::optional<std::uint32_t> width = constant_width(value);
    if (!width || digits == std::string::npos || value.size() != digits + 2 + *width) return {};
    return {fmt::format("{}'b{}", piece.width,
                        value.substr(digits + 2 + (*width - 1 - high), piece.width))};
}

class Splitting {
public:
    Splitting(NetModule& module, const ModuleNames& names) : module_(module), names_(names) {
        for (const NetDeclaration& net : module.nets) {
            if (net.is_register && net.array.empty()) registers_[net.name] = net.width;
        }
        for (const NetStatement& s : module.statements) {
            if (s.kind == NetStatement::Kind::assign) registers_.erase(s.target);
        }
    }

    void run() {
        find_bundles();
        for (const NetStatement& s : module_.statements) {
            const auto type = bundles_.find(s.target);
            if (s.kind == NetStatement::Kind::assign && type != bundles_.end())
                find_in(s.value, *type->second);
        }
        std::erase_if(pieces_, [&](const auto& split) { return !can_split(split.first); });
        if (pieces_.empty()) return;
        split_statements();
        split_declarations();
    }

private:
    // Finds the signals with members, and the nets identical to one of them.
    void find_bundles() {
        for (const NetStatement& s : module_.statements) {
            if (s.kind != NetStatement::Kind::assign || !s.is_signal) continue;
            const auto known = names_.signals.find(s.target);
            if (known == names_.signals.end() || known->second.type->fields.empty()) continue;
            bundles_[s.target] = known->second.type;
            const bool is_copy = s.value.size() == 1 && is_made_up(s.value[0]);
            if (is_copy) bundles_[s.value[0]] = known->second.type;
        }
    }

    void find_in(const NetTokens& value, const NamedSignal& type) {
        std::set<std::uint32_t> bounds;
        add_bounds(type, 0, bounds);
        std::uint32_t low = 0;
        const std::vector<NetTokens> parts = parts_of(value);
        for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
            if (part->size() != 1) return;
            const std::string& only = part->front();
            const auto known = registers_.find(only);
            const std::uint32_t width =
                known != registers_.end() ? known->second : constant_width(only).value_or(0);
            if (width == 0) return;
            if (known != registers_.end()) cut(only, low, width, bounds);
            low += width;
        }
    }

    void cut(const std::string& name, std::uint32_t low, std::uint32_t width,
             const std::set<std::uint32_t>& bounds) {
        std::vector<Piece> pieces;
        for (std::uint32_t at = 0; at < width;) {
            const auto next = bounds.upper_bound(low + at);
            const std::uint32_t end = next == bounds.end() ? width : std::min(width, *next - low);
            pieces.push_back({fmt::format("{}_{}", name, pieces.size()), at, end - at});
            at = end;
        }
        // A register that is part of two signals is split only if both agree, which does not occur
        // in practice.
        if (pieces.size() > 1 && !pieces_.emplace(name, pieces).second) registers_.erase(name);
    }

    // True if every assignment to it is a net or a constant.
    bool can_split(const std::string& name) const {
        if (!registers_.contains(name)) return false;
        for (const NetStatement& s : module_.statements) {
            if (s.kind == NetStatement::Kind::assign || s.kind == NetStatement::Kind::instance)
                continue;
            for (std::size_t i = 0; i < s.value.size(); ++i) {
                if (s.value[i] != name || !is_assigned_at(s.value, i)) continue;
                const bool is_plain = i + 3 < s.value.size() && s.value[i + 3] == ";" &&
                                      !bits_of(s.value[i + 2], pieces_.at(name)[0]).empty();
                if (!is_plain || s.kind == NetStatement::Kind::other) return false;
            }
        }
        return true;
    }

    void split_statements() {
        std::vector<NetStatement> statements;
        for (NetStatement& s : module_.statements) {
            if (s.kind == NetStatement::Kind::assign && bundles_.contains(s.target))
                put_pieces(s.value);
            const std::string split = assigned_in(s);
            if (split.empty()) {
                statements.push_back(std::move(s));
                continue;
            }
            for (const Piece& piece : pieces_.at(split))
                statements.push_back(only_of(s, split, piece));
        }
        for (const auto& [name, pieces] : pieces_) {
            NetStatement whole;
            whole.kind = NetStatement::Kind::assign;
            whole.target = name;
            whole.value = {"{", name, "}"};
            put_pieces(whole.value);
            statements.push_back(std::move(whole));
        }
        module_.statements = std::move(statements);
    }

    // Replaces the register by its pieces in a concatenation.
    void put_pieces(NetTokens& value) const {
        if (value.empty() || value.front() != "{") return;
        NetTokens out;
        for (const std::string& token : value) {
            const auto split = pieces_.find(token);
            if (split == pieces_.end()) {
                out.push_back(token);
                continue;
            }
            for (auto piece = split->second.rbegin(); piece != split->second.rend(); ++piece) {
                if (piece != split->second.rbegin()) out.emplace_back(",");
                out.push_back(piece->name);
            }
        }
        value = std::move(out);
    }

    // The split register that the statement assigns.
    std::string assigned_in(const NetStatement& s) const {
        if (s.kind != NetStatement::Kind::process && s.kind != NetStatement::Kind::initial)
            return {};
        for (std::size_t i = 0; i < s.value.size(); ++i) {
            if (pieces_.contains(s.value[i]) && is_assigned_at(s.value, i)) return s.value[i];
        }
        return {};
    }

    static NetStatement only_of(NetStatement s, const std::string& name, const Piece& piece) {
        NetTokens out;
        for (std::size_t i = 0; i < s.value.size(); ++i) {
            if (s.value[i] != name || !is_assigned_at(s.value, i)) {
                out.push_back(s.value[i]);
                continue;
            }
            const NetTokens bits = bits_of(s.value[i + 2], piece);
            out.insert(out.end(), {piece.name, s.value[i + 1]});
            out.insert(out.end(), bits.begin(), bits.end());
            i += 2;
        }
        s.value = std::move(out);
        return s;
    }

    void split_declarations() {
        std::vector<NetDeclaration> added;
        for (NetDeclaration& net : module_.nets) {
            const auto split = pieces_.find(net.name);
            if (split == pieces_.end()) continue;
            net.is_register = false;
            for (const Piece& piece : split->second) {
                NetDeclaration declared;
                declared.name = piece.name;
                declared.width = piece.width;
                declared.is_vector = piece.width > 1;
                declared.is_register = true;
                added.push_back(std::move(declared));
            }
        }
        module_.nets.insert(module_.nets.end(), added.begin(), added.end());
    }

    NetModule& module_;
    const ModuleNames& names_;
    std::map<std::string, const NamedSignal*> bundles_;
    std::map<std::string, std::uint32_t> registers_;    // width
    std::map<std::string, std::vector<Piece>> pieces_;  // from the lowest up, by register
};

}  // namespace

void split_registers(NetModule& module, const ModuleNames& names) {
    Splitting(module, names).run();
}

}  // namespace tapestry
