// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/kept_signals.h"

#include <algorithm>
#include <map>

#include "read/vhdl/net_names.h"
#include "read/vhdl/vhdl_text.h"

namespace tapestry {

namespace {

// An enumeration whose literals are words, and no truth value.
bool has_state_names(const NamedSignal& signal) {
    return !signal.literals.empty() && !signal.literals[0].starts_with('\'') &&
           signal.literals[0] != "false";
}

bool holds_states(const NamedSignal& signal) {
    return has_state_names(signal) ||
           std::any_of(signal.fields.begin(), signal.fields.end(), holds_states);
}

std::set<std::string> nets_of(const NetModule& module) {
    std::set<std::string> nets;
    for (const NetDeclaration& net : module.nets) nets.insert(net.name);
    for (const NetDeclaration& port : module.ports) nets.insert(port.name);
    return nets;
}

// A port of a record type is a port for each of its members.
bool has_net(const std::set<std::string>& nets, const std::string& net, const NamedSignal& type) {
    return nets.contains(net) ||
           std::any_of(type.fields.begin(), type.fields.end(), [&](const NamedSignal& field) {
               return has_net(nets, net + "_" + field.name, field);
           });
}

// The last part of a path without its index: `cells[1].state` -> `state`.
std::string own_name(const std::string& path) {
    return in_lower_case(path.substr(path.rfind('.') + 1));
}

class KeptText {
public:
    KeptText(std::string_view text, const std::set<std::string>& signals)
        : text_(text),
          masked_(in_lower_case(masked_vhdl(text))),
          words_(vhdl_words(masked_)),
          signals_(signals) {}

    std::optional<std::string> run() {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            if (is(i, "architecture") && is(i + 2, "of") && is(i + 4, "is"))
                begin_architecture(i + 4);
            else if (is(i + 2, "is") && (is(i, "package") || is(i, "entity")))
                head_ = std::string::npos;  // `u : entity work.e` is an instance
            else if (is(i, "signal") && head_ != std::string::npos)
                keep_some_of(i);
        }
        if (added_.empty()) return std::nullopt;
        std::string kept;
        std::size_t from = 0;
        for (const auto& [at, what] : added_) {
            kept += std::string(text_.substr(from, at - from)) + what;
            from = at;
        }
        return kept + std::string(text_.substr(from));
    }

private:
    bool is(std::size_t i, std::string_view word) const {
        return i < words_.size() && words_[i].text == word;
    }
    std::size_t end_of(std::size_t i) const { return words_[i].position + words_[i].text.size(); }

    // Where the attribute is declared. A text that has one of its own is left alone.
    void begin_architecture(std::size_t is_word) {
        head_ = declares_keep() ? std::string::npos : end_of(is_word);
    }
    bool declares_keep() const {
        for (std::size_t i = 0; i + 1 < words_.size(); ++i)
            if (is(i, "attribute") && is(i + 1, "keep")) return true;
        return false;
    }

    // `signal a, b : t;` at word i; `procedure p(signal a : t)` declares none.
    void keep_some_of(std::size_t i) {
        const std::size_t before = masked_.find_last_not_of(" \t\r\n", words_[i].position - 1);
        const std::size_t colon = masked_.find(':', end_of(i));
        const std::size_t end = masked_.find(';', end_of(i));
        const bool declares = before != std::string::npos && masked_[before] != '(' &&
                              colon < end && end != std::string::npos;
        if (!declares) return;
        std::string what;
        for (std::size_t j = i + 1; j < words_.size() && words_[j].position < colon; ++j) {
            if (signals_.contains(std::string(words_[j].text)))
                what += " attribute keep of " + std::string(words_[j].text) + " : signal is true;";
        }
        if (what.empty()) return;
        added_.emplace(head_, " attribute keep : boolean;");
        added_.emplace(end + 1, std::move(what));
    }

    std::string_view text_;
    std::string masked_;
    std::vector<VhdlWord> words_;
    const std::set<std::string>& signals_;
    std::size_t head_ = std::string::npos;  // behind `is` of the architecture, if it may be changed
    std::map<std::size_t, std::string> added_;
};

}  // namespace

std::set<std::string> dropped_states(const std::vector<NetModule>& modules, const std::string& top,
                                     const NamedScope& elaborated) {
    const std::map<std::string, ModuleNames> names = names_of_nets(modules, top, elaborated);
    std::set<std::string> dropped;
    for (const NetModule& module : modules) {
        const auto known = names.find(module.name);
        if (known == names.end()) continue;
        const std::set<std::string> nets = nets_of(module);
        for (const auto& [net, signal] : known->second.signals) {
            if (holds_states(*signal.type) && !has_net(nets, net, *signal.type))
                dropped.insert(own_name(signal.path));
        }
    }
    return dropped;
}

std::optional<std::string> with_kept_signals(std::string_view text,
                                             const std::set<std::string>& signals) {
    return signals.empty() ? std::nullopt : KeptText(text, signals).run();
}

}  // namespace tapestry
