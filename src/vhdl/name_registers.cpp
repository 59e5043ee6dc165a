// SPDX-License-Identifier: Apache-2.0
#include "vhdl/name_registers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "vhdl/inline_nets.h"

namespace tapestry {

namespace {

class Naming {
public:
    explicit Naming(NetModule& module) : module_(module) {
        for (const NetDeclaration& port : module.ports) ports_[port.name] = port.direction;
    }

    std::map<std::string, std::string> run() {
        // A signal's own name comes before that of a port it is led to.
        for (const bool signals : {true, false}) {
            for (const NetStatement& s : module_.statements) {
                if (s.kind != NetStatement::Kind::assign) continue;
                if (s.is_signal) places_[s.target] = s.place;
                if (s.is_signal == signals) take(s);
            }
        }
        name_parts();
        drop();
        rename();
        return std::move(places_);
    }

private:
    void take(const NetStatement& s) {
        const bool copies = s.value.size() == 1 && is_made_up(s.value[0]);
        const auto port = ports_.find(s.target);
        const bool may = s.is_signal || (port != ports_.end() && port->second == "output");
        if (!copies || !may || names_.contains(s.value[0]) || is_made_up(s.target)) return;
        names_[s.value[0]] = s.target;
        dropped_.insert(s.target);
    }

    // Registers that a signal is put together from, as the elements of an array: n7_q of
    // fills = {n7_q, n8_q} is fills[3:2].
    void name_parts() {
        std::map<std::string, std::uint32_t> registers;  // width
        for (const NetDeclaration& net : module_.nets) {
            if (net.is_register && net.array.empty()) registers[net.name] = net.width;
        }
        for (const NetStatement& s : module_.statements) {
            if (s.kind == NetStatement::Kind::assign) registers.erase(s.target);
        }
        for (const NetStatement& s : module_.statements) {
            if (s.kind != NetStatement::Kind::assign) continue;
            const auto named = names_.find(s.target);
            if (named != names_.end() || s.is_signal)
                name_parts_of(named != names_.end() ? named->second : s.target, s.value, registers);
        }
    }

    void name_parts_of(const std::string& signal, const NetTokens& value,
                       const std::map<std::string, std::uint32_t>& registers) {
        std::uint32_t low = 0;
        const std::vector<NetTokens> parts = parts_of(value);
        for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
            const auto known = registers.find(part->size() == 1 ? part->front() : "");
            if (known == registers.end()) return;
            const std::uint32_t high = low + known->second - 1;
            if (!names_.contains(known->first))
                names_[known->first] =
                    "\\" + vhdl_name(signal) +
                    (high == low ? fmt::format("[{}]", low) : fmt::format("[{}:{}]", high, low));
            low = high + 1;
        }
    }

    void drop() {
        std::set<std::string> assigned;
        for (const NetStatement& s : module_.statements) {
            if (s.kind == NetStatement::Kind::assign) assigned.insert(s.target);
        }
        std::set<std::string> registers;  // of those that get a name
        for (const NetDeclaration& net : module_.nets) {
            const auto name = names_.find(net.name);
            if (name != names_.end() && net.is_register && !assigned.contains(net.name))
                registers.insert(name->second);
        }
        std::erase_if(module_.statements, [&](const NetStatement& s) {
            // Only a register keeps what it begins with; a name beside it, also a variable's
            // (n43_left), is led from it.
            if (s.kind == NetStatement::Kind::initial && s.value.size() > 1)
                return s.value[1] != "begin" &&
                       (!is_made_up(s.value[1]) || assigned.contains(s.value[1]));
            return s.kind == NetStatement::Kind::assign && dropped_.contains(s.target) &&
                   s.value.size() == 1 && names_.contains(s.value[0]) &&
                   names_.at(s.value[0]) == s.target;
        });
        std::erase_if(module_.nets,
                      [&](const NetDeclaration& net) { return dropped_.contains(net.name); });
        for (NetDeclaration& port : module_.ports) port.is_register = registers.contains(port.name);
        // A port is declared once.
        std::erase_if(module_.nets, [&](const NetDeclaration& net) {
            const auto name = names_.find(net.name);
            return name != names_.end() && ports_.contains(name->second);
        });
    }

    void rename() {
        const auto renamed = [&](std::string& name) {
            const auto to = names_.find(name);
            if (to != names_.end()) name = to->second;
        };
        for (NetDeclaration& net : module_.nets) renamed(net.name);
        for (NetStatement& s : module_.statements) {
            renamed(s.target);
            for (std::size_t i = 0; i < s.value.size(); ++i) {
                const bool is_port =
                    s.kind == NetStatement::Kind::instance && i > 0 && s.value[i - 1] == ".";
                if (!is_port) renamed(s.value[i]);
            }
        }
    }

    NetModule& module_;
    std::map<std::string, std::string> ports_;   // direction
    std::map<std::string, std::string> names_;   // of made-up nets
    std::map<std::string, std::string> places_;  // of signals
    std::set<std::string> dropped_;
};

}  // namespace

std::map<std::string, std::string> name_registers(NetModule& module) {
    return Naming(module).run();
}

}  // namespace tapestry
