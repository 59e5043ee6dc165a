// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/translate.h"

#include <algorithm>

#include "read/vhdl/module_text.h"

namespace tapestry {

namespace {

constexpr std::size_t kLongestExpression = 20'000;
constexpr int kDeepestHidden = 8;  // nesting of hidden nets

// The name of a module with generics ends in their values or a number.
std::string entity_of(const std::string& module, const VhdlNames& names) {
    const std::string lower = in_lower_case(module);
    std::string found, spelled;
    for (const auto& [entity, spelling] : names.entities) {
        const bool fits = lower == entity || lower.starts_with(entity + "_");
        if (fits && entity.size() > found.size()) {
            found = entity;
            spelled = spelling;
        }
    }
    return spelled.empty() ? module : spelled;
}

// Instances of Verilog modules get the spelling of those modules. An unbound component has an empty
// module without parameters.
void spell_instances(NetModule& module, const std::vector<std::string>& others) {
    for (NetStatement& s : module.statements) {
        if (s.kind != NetStatement::Kind::instance) continue;
        const auto other = std::find_if(others.begin(), others.end(), [&](const auto& o) {
            return in_lower_case(o) == in_lower_case(s.module);
        });
        if (other == others.end())
            s.parameters.clear();
        else
            s.module = *other;
    }
}

bool is_empty(const NetModule& module) { return module.statements.empty(); }

// The name of a signal's code, or two conflicting ones.
struct CodeName {
    std::string name;
    bool is_certain = true;
};
using CodeNames = std::map<std::pair<std::string, std::string>, CodeName>;  // by signal and code

// Synthesis removes comparisons that are decided by the generics of one module; other modules of
// the entity still have the name of the code.
void share_state_names(Translation& translation) {
    std::map<std::string, CodeNames> known;  // by entity
    for (const auto& [module, entity] : translation.entities) {
        for (const auto& [signal, facts] : translation.facts.modules[module].signals) {
            for (const auto& [code, fact] : facts.states) {
                if (fact.name.empty()) continue;
                CodeName& one = known[entity][{signal, code}];
                one.is_certain = one.is_certain && (one.name.empty() || one.name == fact.name);
                one.name = fact.name;
            }
        }
    }
    for (const auto& [module, entity] : translation.entities) {
        for (const auto& [where, name] : known[entity]) {
            SourceFact& fact =
                translation.facts.modules[module].signals[where.first].states[where.second];
            if (fact.name.empty() && name.is_certain) fact.name = name.name;
        }
    }
}

}  // namespace

Translation translate(std::vector<NetModule> modules, const TranslateOptions& options,
                      const VhdlNames& source) {
    Translation translation;
    translation.facts.says = "GHDL says so";
    static const NamedScope kNothing;
    const auto names =
        names_of_nets(modules, options.top, options.elaborated ? *options.elaborated : kNothing);
    static const ModuleNames kNoNames;
    VhdlFiles files;
    std::uint32_t line = 0;
    for (NetModule& module : modules) {
        const std::string name = module.name;
        const auto is_other = [&](const std::string& other) {
            return in_lower_case(other) == in_lower_case(name);
        };
        if (is_empty(module) &&
            std::any_of(options.other_modules.begin(), options.other_modules.end(), is_other))
            continue;
        spell_instances(module, options.other_modules);
        const auto known = names.find(name);
        ModuleText text =
            module_text(std::move(module), entity_of(name, source),
                        known == names.end() ? kNoNames : known->second, source, files);
        for (const auto& [one, place] : text.lines) {
            translation.verilog += one + "\n";
            ++line;
            if (!place.empty())
                translation.facts.places[{options.verilog_file, line}].source =
                    without_column(place);
        }
        translation.facts.modules[name] = std::move(text.facts);
        translation.hidden[name] = std::move(text.hidden);
        translation.entities[name] = entity_of(name, source);
        translation.modules.push_back(name);
    }
    share_state_names(translation);
    return translation;
}

std::string in_vhdl_names(const Translation& translation, const std::string& module,
                          const std::string& expression) {
    const auto hidden = translation.hidden.find(module);
    if (hidden == translation.hidden.end()) return expression;
    std::string text = expression;
    // A VHDL path is one name in the netlist, \\g[0].r, and is printed as a path.
    const auto as_path = [](NetTokens tokens) {
        for (std::string& token : tokens) {
            if (token[0] == '\\' && token.find('.') != std::string::npos) token.erase(0, 1);
        }
        return text_of(tokens);
    };
    for (int depth = 0; depth < kDeepestHidden && text.size() < kLongestExpression; ++depth) {
        NetTokens tokens = net_tokens(text);
        bool any = false;
        for (std::string& token : tokens) {
            const auto value = hidden->second.find(token);
            if (value == hidden->second.end()) continue;
            token = value->second.front() == '\\' ? value->second : "(" + value->second + ")";
            any = true;
        }
        if (!any) break;
        text = text_of(tokens);
    }
    return text.find('\\') == std::string::npos ? text : as_path(net_tokens(text));
}

}  // namespace tapestry
