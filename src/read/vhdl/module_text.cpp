// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/module_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/verilog_text.h"
#include "read/vhdl/name_registers.h"
#include "read/vhdl/split_registers.h"

namespace tapestry {

namespace {

std::string range_of(std::uint32_t width, bool is_vector) {
    return is_vector ? fmt::format("[{}:0] ", width - 1) : "";
}

// The fields of a record as struct members, the highest bits first.
std::string struct_of(const NamedSignal& record) {
    std::string text = "struct packed { ";
    for (auto field = record.fields.rbegin(); field != record.fields.rend(); ++field) {
        if (field->width == 0) continue;
        const std::string name = "\\" + field->name + " ";
        if (field->fields.empty())
            text += "logic " + range_of(field->width, true) + name + "; ";
        else
            text += struct_of(*field) + name + "; ";
    }
    return text + "} ";
}

// Flags are not states.
bool is_boolean(const NamedSignal& signal) {
    return signal.literals.size() == 2 && signal.literals[0] == "false" &&
           signal.literals[1] == "true";
}

// The decimal value of a constant of at most 64 bits; empty if it has X or Z.
std::string decimal(const std::string& constant) {
    const std::size_t digits = constant.find("'b");
    if (digits == std::string::npos || constant.size() - digits - 2 > 64) return {};
    std::uint64_t value = 0;
    for (const char c : constant.substr(digits + 2)) {
        if (c != '0' && c != '1') return {};
        value = value << 1 | static_cast<std::uint64_t>(c == '1');
    }
    return std::to_string(value);
}

// A slice, optionally zero-extended: {30'b0, state}.
std::optional<NetSlice> extended_slice(const NetTokens& tokens) {
    const std::vector<NetTokens> parts = parts_of(tokens);
    const bool extended = parts.size() == 2 && parts[0].size() == 1 && decimal(parts[0][0]) == "0";
    return slice_of(extended ? parts[1] : tokens);
}

// GHDL writes an arithmetic right shift as a logical one of a signed operand.
void arithmetic_shift(NetTokens& tokens) {
    if (tokens.empty() || tokens[0] != "$signed") return;
    for (std::string& token : tokens) {
        if (token == ">>") token = ">>>";
    }
}

// Nets at instance outputs in generate statements, with their VHDL names: cells_n1_u_cell_q is
// cells[0].u_cell.q.
std::map<std::string, std::string> outputs_in_generates(const NetModule& module,
                                                        const ModuleNames& names) {
    std::map<std::string, std::string> outputs;
    for (const auto& [instance, path] : names.instances) {
        const std::string net = vhdl_name(instance);
        if (net == path) continue;
        for (const NetDeclaration& declared : module.nets) {
            const std::string name = vhdl_name(declared.name);
            if (!name.starts_with(net + "_") || names.signals.contains(declared.name)) continue;
            outputs[declared.name] = path + "." + name.substr(net.size() + 1);
        }
    }
    return outputs;
}

std::string parameter_list(const NetModule& module) {
    std::string list;
    for (const auto& [name, value] : module.parameters)
        list += fmt::format("{}parameter {} = {}", list.empty() ? "#(" : ", ", name, value);
    return list.empty() ? list : list + ") ";
}

// Verilator, which elaborates the text, reports the error; other tools may not support $error here.
std::vector<std::string> parameter_checks(const NetModule& module) {
    if (module.parameters.empty()) return {};
    std::vector<std::string> lines = {"`ifdef VERILATOR"};
    for (const auto& [name, value] : module.parameters)
        lines.push_back(
            fmt::format("  if ({} != {}) $error(\"{} is translated for {} = {} and has another "
                        "value here: all its instances in Verilog need the same\");",
                        name, value, module.name, name, value));
    lines.emplace_back("`endif");
    return lines;
}

class Writer {
public:
    Writer(NetModule module, std::string entity, const ModuleNames& names, const VhdlNames& source,
           VhdlFiles& files)
        : module_(std::move(module)),
          entity_(std::move(entity)),
          names_(names),
          source_(source),
          files_(files),
          registers_(name_registers(module_, names, files)),
          inliner_(module_),
          outputs_(outputs_in_generates(module_, names)) {}

    ModuleText run() {
        inline_all();
        add_facts();
        find_used();
        write_header();
        write_nets();
        for (const NetStatement& s : module_.statements) write(s);
        add("endmodule", "");
        hide();
        return std::move(text_);
    }

private:
    void add(std::string line, const std::string& place) {
        text_.lines.emplace_back(std::move(line), place);
    }

    // The VHDL name of a net, relative to the module.
    std::string path_of(const std::string& net) const {
        const auto signal = names_.signals.find(net);
        if (signal != names_.signals.end()) return signal->second.path;
        if (const auto output = outputs_.find(net); output != outputs_.end()) return output->second;
        const auto instance = names_.instances.find(net);
        return instance == names_.instances.end() ? vhdl_name(net) : instance->second;
    }
    std::string written(const std::string& net) const {
        const std::string path = path_of(net);
        return path == net ? net : net_name("\\" + path).substr(1);
    }
    NetTokens written(const NetTokens& tokens) const {
        NetTokens out;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const bool name = is_net_name(tokens[i]) && (i == 0 || tokens[i - 1] != ".");
            out.push_back(name ? written(tokens[i]) : tokens[i]);
        }
        return out;
    }

    void inline_all() {
        for (NetStatement& s : module_.statements) {
            if (s.kind == NetStatement::Kind::process) listen_to_sources(s.value);
            if (s.kind != NetStatement::Kind::initial) s.value = inliner_.inlined(s.value);
            if (s.kind == NetStatement::Kind::instance) s.value = inliner_.connected(s.value);
            arithmetic_shift(s.value);
        }
    }

    // always @(posedge clk or posedge n6_o), where n6_o is ~rst: negedge rst.
    void listen_to_sources(NetTokens& t) {
        for (std::size_t i = 0; i + 1 < t.size() && t[i] != ")"; ++i) {
            const bool edge = t[i] == "posedge" || t[i] == "negedge";
            if (!edge || !is_made_up(t[i + 1])) continue;
            const NetTokens value = inliner_.expanded({t[i + 1]});
            if (value.size() == 1) {
                t[i + 1] = value[0];
            } else if (value.size() == 4 && value[0] == "(" && value[1] == "~") {
                t[i] = t[i] == "posedge" ? "negedge" : "posedge";
                t[i + 1] = value[2];
            }
        }
    }

    // Nets that are read by anything that remains; the others are not printed.
    void find_used() {
        std::map<std::string, const NetStatement*> values;
        std::vector<std::string> found;
        for (const NetStatement& s : module_.statements) {
            if (s.kind == NetStatement::Kind::assign) values[s.target] = &s;
            const bool is_root = s.kind != NetStatement::Kind::assign || !is_made_up(s.target);
            if (is_root) found.insert(found.end(), s.value.begin(), s.value.end());
        }
        while (!found.empty()) {
            const std::string name = std::move(found.back());
            found.pop_back();
            if (!is_net_name(name) || !used_.insert(name).second) continue;
            const auto value = values.find(name);
            if (value != values.end())
                found.insert(found.end(), value->second->value.begin(), value->second->value.end());
        }
    }

    void write_header() {
        const auto entity = source_.places.find(in_lower_case(entity_));
        const auto place = [&](const std::string& port) {
            return entity == source_.places.end() ? std::string()
                                                  : files_.place_of(port, entity->second);
        };
        add("module " + spelled(module_.name) + " " + parameter_list(module_) + "(", place(""));
        for (std::size_t i = 0; i < module_.ports.size(); ++i) {
            const NetDeclaration& port = module_.ports[i];
            add(fmt::format("  {} {}{}{}{}", port.direction, port.is_register ? "reg " : "",
                            range_of(port.width, port.is_vector), text_of({port.name}),
                            i + 1 < module_.ports.size() ? "," : ""),
                place(vhdl_name(port.name)));
        }
        add(");", "");
        text_.facts.fact.source = without_column(place(""));
        for (std::string& line : parameter_checks(module_)) add(std::move(line), place(""));
    }

    void write_nets() {
        std::set<std::string> assigned;
        for (const NetStatement& s : module_.statements) {
            if (s.kind == NetStatement::Kind::assign) assigned.insert(s.target);
        }
        for (const NetDeclaration& net : module_.nets) {
            if (is_made_up(net.name) && !used_.contains(net.name) && !net.is_register) continue;
            if (assigned.contains(net.name) && is_made_up(net.name) && !used_.contains(net.name))
                continue;
            const auto known = names_.signals.find(net.name);
            const NamedSignal* type = known == names_.signals.end() ? nullptr : known->second.type;
            const bool is_record = type && !type->fields.empty() && type->width == net.width;
            const bool is_register = net.is_register && !assigned.contains(net.name);
            const std::string kind = is_record     ? struct_of(*type)
                                     : is_register ? "reg " + range_of(net.width, net.is_vector)
                                                   : "wire " + range_of(net.width, net.is_vector);
            const auto place = registers_.places.find(net.name);
            add(fmt::format("  {}{} {};", kind, written(net.name), net.array),
                place == registers_.places.end() ? "" : place->second);
        }
    }

    void write(const NetStatement& s) {
        using Kind = NetStatement::Kind;
        if (s.kind == Kind::assign) {
            if (is_made_up(s.target) && !used_.contains(s.target)) return;
            add(fmt::format("  assign {} = {};", written(s.target), text_of(written(s.value))),
                s.place);
        } else if (s.kind == Kind::instance) {
            const std::string parameters = text_of(s.parameters);
            add(fmt::format("  {} {}{}{} {}", spelled(s.module), parameters,
                            parameters.empty() ? "" : " ", written(s.target),
                            text_of(written(s.value))),
                s.place);
        } else if (s.kind == Kind::initial) {
            NetTokens tokens = written(s.value);
            std::replace(tokens.begin(), tokens.end(), std::string("<="), std::string("="));
            add("  " + text_of(tokens), s.place);
        } else {
            add("  " + text_of(written(s.value)), s.place);
        }
    }

    // Expressions for nets without a VHDL name: those at instance outputs are the instance's ports.
    void hide() {
        std::set<std::string> known;  // in the VHDL
        for (const auto& [net, signal] : names_.signals) known.insert(net);
        for (const NetDeclaration& port : module_.ports) known.insert(port.name);
        for (const NetStatement& s : module_.statements) {
            if (s.kind != NetStatement::Kind::assign || known.contains(s.target)) continue;
            known.insert(s.target);
            const NetTokens value = is_made_up(s.target) ? NetTokens{s.target} : s.value;
            text_.hidden[s.target] = text_of(written(inliner_.expanded(value)));
        }
        for (const auto& [net, part] : registers_.parts)
            text_.hidden[net] = text_of({written(part.signal)}) + part.bits;
        for (const auto& [instance, path] : names_.instances) {
            const std::string net = vhdl_name(instance);
            for (const NetDeclaration& declared : module_.nets) {
                const std::string name = vhdl_name(declared.name);
                if (name.starts_with(net + "_") && !known.contains(declared.name))
                    text_.hidden[declared.name] =
                        "\\" + path + "." + name.substr(net.size() + 1) + " ";
            }
        }
    }

    void add_facts() {
        for (const auto& [net, place] : registers_.places) {
            if (place.empty()) continue;
            const auto known = names_.signals.find(net);
            add_source(known == names_.signals.end() ? nullptr : known->second.type, path_of(net),
                       without_column(place));
        }
        for (const auto& [net, signal] : names_.signals) add_literals(*signal.type, signal.path);
        for (const NetStatement& s : module_.statements) {
            if (s.kind == NetStatement::Kind::assign) add_choice(s);
        }
    }

    // For a signal and all its fields.
    void add_source(const NamedSignal* signal, const std::string& path, const std::string& place) {
        text_.facts.signals[path].fact.source = place;
        if (!signal) return;
        for (const NamedSignal& field : signal->fields)
            add_source(&field, member_path(path, field.name), place);
    }

    void add_literals(const NamedSignal& signal, const std::string& path) {
        for (std::size_t i = 0; i < signal.literals.size() && !is_boolean(signal); ++i) {
            const auto spelling = source_.literals.find(signal.literals[i]);
            text_.facts.signals[path].states[std::to_string(i)].name =
                spelling == source_.literals.end() ? signal.literals[i] : spelling->second;
        }
        for (const NamedSignal& field : signal.fields)
            add_literals(field, member_path(path, field.name));
    }

    // state == 2'b01, where the VHDL has `when LOAD`.
    void add_choice(const NetStatement& s) {
        const auto is = std::find(s.value.begin(), s.value.end(), "==");
        if (is == s.value.end() || is + 2 != s.value.end()) return;
        const std::optional<NetSlice> slice = extended_slice(NetTokens(s.value.begin(), is));
        const std::string code = decimal(s.value.back());
        if (!slice || code.empty() || is_made_up(slice->name)) return;
        const auto known = names_.signals.find(slice->name);
        std::string path = path_of(slice->name);
        const NamedSignal* type = known == names_.signals.end() ? nullptr : known->second.type;
        if (type && slice->high)
            type = field_at(*type, slice->low, *slice->high - slice->low + 1, path);
        if (slice->high && !type) return;
        SourceFact& fact = text_.facts.signals[path].states[code];
        // The preferred source line of a state is the start of its branch.
        const bool is_branch = files_.begins_branch(s.place) && branches_.insert(&fact).second;
        if (fact.source.empty() || is_branch) fact.source = without_column(s.place);
        const bool is_enumeration = type && !type->literals.empty();
        if (fact.name.empty() && !is_enumeration) fact.name = files_.choice_at(s.place);
        if (fact.source.empty() && fact.name.empty()) text_.facts.signals[path].states.erase(code);
    }

    NetModule module_;
    std::string entity_;
    const ModuleNames& names_;
    const VhdlNames& source_;
    VhdlFiles& files_;
    NamedRegisters registers_;
    NetInliner inliner_;
    std::map<std::string, std::string> outputs_;  // of instances in generate statements
    std::set<std::string> used_;
    std::set<const SourceFact*> branches_;  // states whose line is already a branch
    ModuleText text_;
};

}  // namespace

ModuleText module_text(NetModule module, const std::string& entity, const ModuleNames& names,
                       const VhdlNames& source, VhdlFiles& files) {
    split_registers(module, names);
    return Writer(std::move(module), entity, names, source, files).run();
}

}  // namespace tapestry
