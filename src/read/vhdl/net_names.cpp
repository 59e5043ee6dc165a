// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/net_names.h"

#include <fmt/format.h>

#include <set>

namespace tapestry {

namespace {

class NetNaming {
public:
    NetNaming(const std::vector<NetModule>& modules, std::map<std::string, ModuleNames>& names)
        : names_(names) {
        for (const NetModule& module : modules) modules_[module.name] = &module;
    }

    void module(const std::string& name, const NamedScope& scope) {
        const auto known = modules_.find(name);
        if (known == modules_.end() || names_.contains(name)) return;
        std::map<std::string, std::string> instances;
        for (const NetStatement& s : known->second->statements) {
            if (s.kind == NetStatement::Kind::instance) instances[s.target] = s.module;
        }
        names_[name];
        walk(name, instances, scope, "", "");
    }

private:
    void walk(const std::string& module_name, const std::map<std::string, std::string>& instances,
              const NamedScope& scope, const std::string& net_prefix, const std::string& path) {
        for (const NamedSignal& signal : scope.signals)
            names_[module_name].signals[net_name(net_prefix + signal.name)] = {path + signal.name,
                                                                               &signal};
        std::map<std::string, int> turns;  // iterations of generate loops, by label
        for (const NamedScope& inner : scope.scopes) {
            const std::size_t open = inner.name.find('[');
            std::string net = net_prefix + inner.name.substr(0, open);
            if (open != std::string::npos) net += fmt::format("_n{}", ++turns[net]);
            const auto instance = instances.find(net_name(net));
            if (instance == instances.end()) {
                names_[module_name].generates[net + "_"] = path + inner.name + ".";
                walk(module_name, instances, inner, net + "_", path + inner.name + ".");
            } else {
                names_[module_name].instances[instance->first] = path + inner.name;
                module(instance->second, inner);
            }
        }
    }

    std::map<std::string, const NetModule*> modules_;
    std::map<std::string, ModuleNames>& names_;
};

}  // namespace

const NamedSignal* field_at(const NamedSignal& signal, std::uint32_t low, std::uint32_t width,
                            std::string& path) {
    if (low == 0 && width == signal.width && signal.fields.empty()) return &signal;
    std::uint32_t at = 0;
    for (const NamedSignal& field : signal.fields) {
        if (low >= at && low + width <= at + field.width) {
            path = member_path(path, field.name);
            return field_at(field, low - at, width, path);
        }
        at += field.width;
    }
    return nullptr;
}

std::map<std::string, ModuleNames> names_of_nets(const std::vector<NetModule>& modules,
                                                 const std::string& top,
                                                 const NamedScope& elaborated) {
    std::map<std::string, ModuleNames> names;
    NetNaming(modules, names).module(top, elaborated);
    return names;
}

}  // namespace tapestry
