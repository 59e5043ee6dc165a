// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/name_registers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "read/vhdl/inline_nets.h"

namespace tapestry {

namespace {

class RegisterNaming {
public:
    RegisterNaming(NetModule& module, const ModuleNames& names, VhdlFiles& files)
        : module_(module), signals_(names), files_(files) {
        for (const NetDeclaration& port : module.ports) {
            ports_[port.name] = port.direction;
            taken_.insert(port.name);
        }
        for (const NetDeclaration& net : module.nets) {
            taken_.insert(net.name);
            if (net.is_register && net.array.empty()) registers_[net.name] = net.width;
        }
        for (const NetStatement& s : module.statements) {
            if (s.kind == NetStatement::Kind::assign) registers_.erase(s.target);
        }
    }

    NamedRegisters run() {
        // The name of a signal takes precedence over that of a port connected to it.
        for (const bool signals : {true, false}) {
            for (const NetStatement& s : module_.statements) {
                if (s.kind != NetStatement::Kind::assign) continue;
                if (s.is_signal) result_.places[s.target] = s.place;
                if (s.is_signal && is_variable(s))
                    take_variable(s);
                else if (s.is_signal == signals)
                    take(s);
            }
        }
        name_parts();
        drop();
        rename();
        return std::move(result_);
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

    // GHDL names it n1_left, or control_left if the process has a label, after the names of
    // generate statements.
    bool is_variable(const NetStatement& s) {
        return is_made_up(s.target) || !labelled_prefix(s).second.empty();
    }

    // The path of a variable of a labelled process, by the prefix of its netlist name; empty if it
    // is not one.
    std::pair<std::string, std::string> labelled_prefix(const NetStatement& s) {
        const std::string label = files_.process_at(s.place);
        if (label.empty() || signals_.signals.contains(s.target)) return {};
        const std::string own = in_lower_case(label) + "_";
        if (s.target.starts_with(own)) return {own, label + "."};
        for (const auto& [net, path] : signals_.generates) {
            if (s.target.starts_with(net + own)) return {net + own, path + label + "."};
        }
        return {};
    }

    // n1_left, which is identical to n32_q, is the variable `left`.
    void take_variable(const NetStatement& s) {
        const std::string held = s.value.size() == 1 ? s.value[0] : std::string();
        if (!registers_.contains(held) || names_.contains(held)) return;
        const std::string label = files_.process_at(s.place);
        const auto [before, scope] = labelled_prefix(s);
        const bool labelled = !scope.empty() && !is_made_up(s.target);
        const std::string variable =
            s.target.substr(labelled ? before.size() : s.target.find('_') + 1);
        const std::string path = labelled        ? scope + variable
                                 : label.empty() ? variable
                                                 : label + "." + variable;
        std::string name = label.empty() ? net_name(path) : "\\" + path;
        for (int same = 2; !taken_.insert(name).second; ++same)
            name = fmt::format("\\{}_{}", path, same);
        result_.places[name] = s.place;
        names_[held] = names_[s.target] = name;
        dropped_.insert(s.target);
    }

    // Registers that are concatenated to a signal, such as the elements of an array: n7_q in fills
    // = {n7_q, n8_q} is fills[3:2], or fills(0) if that is known.
    void name_parts() {
        for (const NetStatement& s : module_.statements) {
            if (s.kind != NetStatement::Kind::assign) continue;
            const auto named = names_.find(s.target);
            if (named != names_.end() || s.is_signal)
                name_parts_of(named != names_.end() ? named->second : s.target, s.value);
        }
    }

    void name_parts_of(const std::string& signal, const NetTokens& value) {
        std::uint32_t low = 0;
        const std::vector<NetTokens> parts = parts_of(value);
        for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
            const std::string only = part->size() == 1 ? part->front() : "";
            const auto known = registers_.find(only);
            if (known == registers_.end()) {
                // An unassigned part is a constant between the registers.
                const std::uint32_t width = constant_width(only);
                if (width == 0) return;
                low += width;
                continue;
            }
            const std::uint32_t high = low + known->second - 1;
            if (!names_.contains(known->first)) {
                const std::string bits =
                    high == low ? fmt::format("[{}]", low) : fmt::format("[{}:{}]", high, low);
                const std::string name = "\\" + part_name(signal, low, known->second, bits);
                names_[known->first] = name;
                result_.parts[name] = {signal, bits};
            }
            low = high + 1;
        }
    }

    // The width of 4'b0z01; 0 if it is not a constant.
    static std::uint32_t constant_width(const std::string& token) {
        std::uint32_t width = 0;
        const char* const end = token.data() + token.size();
        const auto [after, error] = std::from_chars(token.data(), end, width);
        return error == std::errc() && after != end && *after == '\'' ? width : 0;
    }

    std::string part_name(const std::string& signal, std::uint32_t low, std::uint32_t width,
                          const std::string& bits) const {
        const auto known = signals_.signals.find(signal);
        if (known == signals_.signals.end()) return vhdl_name(signal) + bits;
        std::string path = known->second.path;
        const bool is_field = field_at(*known->second.type, low, width, path) != nullptr;
        return is_field ? path : known->second.path + bits;
    }

    void drop() {
        std::set<std::string> assigned;
        for (const NetStatement& s : module_.statements) {
            if (s.kind == NetStatement::Kind::assign) assigned.insert(s.target);
        }
        std::set<std::string> registers;  // registers that get a name
        for (const NetDeclaration& net : module_.nets) {
            const auto name = names_.find(net.name);
            if (name != names_.end() && net.is_register && !assigned.contains(net.name))
                registers.insert(name->second);
        }
        std::erase_if(module_.statements, [&](const NetStatement& s) {
            // Only a register keeps its initial value; another name for it, such as a variable's
            // (n43_left), follows it.
            if (s.kind == NetStatement::Kind::initial && s.value.size() > 1)
                return s.value[1] != "begin" &&
                       (!is_made_up(s.value[1]) || assigned.contains(s.value[1]));
            return s.kind == NetStatement::Kind::assign && dropped_.contains(s.target) &&
                   s.value.size() == 1 && names_.contains(s.value[0]) &&
                   names_.at(s.value[0]) ==
                       (names_.contains(s.target) ? names_.at(s.target) : s.target);
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
    const ModuleNames& signals_;
    VhdlFiles& files_;
    std::map<std::string, std::string> ports_;        // direction
    std::map<std::string, std::uint32_t> registers_;  // width
    std::map<std::string, std::string> names_;        // of generated nets
    std::set<std::string> taken_;
    std::set<std::string> dropped_;
    NamedRegisters result_;
};

}  // namespace

NamedRegisters name_registers(NetModule& module, const ModuleNames& names, VhdlFiles& files) {
    return RegisterNaming(module, names, files).run();
}

}  // namespace tapestry
