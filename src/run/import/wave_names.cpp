// SPDX-License-Identifier: Apache-2.0
#include "run/import/wave_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/letter_case.h"

namespace tapestry {

namespace {

// \In-Put\ of VHDL, whose marks and case are part of it.
bool is_extended(std::string_view name) {
    return name.size() > 2 && name.front() == '\\' && name[1] != '\\' && name.back() == '\\';
}

}  // namespace

std::string plain_name(std::string_view name) {
    if (is_extended(name)) return std::string(name);
    if (!name.empty() && name.front() == '\\') name.remove_prefix(1);
    while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
    std::string out(name);
    const std::size_t open = out.rfind('(');
    const bool indexed =
        open != std::string::npos && out.size() > open + 2 && out.back() == ')' &&
        std::all_of(out.begin() + static_cast<std::ptrdiff_t>(open) + 1, out.end() - 1,
                    [](unsigned char c) { return std::isdigit(c) != 0; });
    if (indexed) {
        out[open] = '[';
        out.back() = ']';
    }
    return out;
}

WaveNames::WaveNames(const WaveHeader& header)
    : header_(header), children_(header.scopes.size()), vars_(header.scopes.size()) {
    for (std::size_t s = 1; s < header.scopes.size(); ++s)
        children_[static_cast<std::size_t>(header.scopes[s].parent)].push_back(
            static_cast<ScopeId>(s));
    for (std::size_t v = 0; v < header.vars.size(); ++v)
        vars_[static_cast<std::size_t>(header.vars[v].scope)].push_back(
            static_cast<std::uint32_t>(v));
}

std::string WaveNames::path(ScopeId scope) const {
    std::string path;
    while (scope > kRootScope) {
        const WaveScope& s = header_.scopes[static_cast<std::size_t>(scope)];
        path = path.empty() ? plain_name(s.name) : plain_name(s.name) + "." + path;
        scope = s.parent;
    }
    return path;
}

const WaveNames::Index& WaveNames::index_of(ScopeId scope) const {
    const auto [entry, is_new] = indices_.try_emplace(scope);
    Index& index = entry->second;
    if (!is_new) return index;
    for (std::uint32_t v : vars(scope)) index.vars.emplace(plain_name(header_.vars[v].name), v);
    // A synthesizer lays the fields of a record that is a port side by side: in.data is in_data.
    for (std::uint32_t v : vars(scope)) {
        std::string name = plain_name(header_.vars[v].name);
        std::replace(name.begin(), name.end(), '.', '_');
        if (header_.is_vhdl) index.vars.emplace(std::move(name), v);
    }
    for (ScopeId c : children(scope))
        index.children.emplace(plain_name(header_.scopes[static_cast<std::size_t>(c)].name), c);
    return index;
}

std::optional<ScopeId> WaveNames::find_scope(ScopeId scope, std::string_view path) const {
    while (!path.empty()) {
        // A name may hold dots of its own; the shortest that fits is the usual one.
        const auto& known = index_of(scope).children;
        std::size_t dot = path.find('.');
        auto child = known.find(key_of(path.substr(0, dot)));
        while (child == known.end() && dot != std::string_view::npos) {
            dot = path.find('.', dot + 1);
            child = known.find(key_of(path.substr(0, dot)));
        }
        if (child == known.end()) return std::nullopt;
        scope = child->second;
        path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
    return scope;
}

std::string WaveNames::key_of(std::string_view name) const {
    return header_.is_vhdl && !is_extended(name) ? in_lower_case(name) : std::string(name);
}

std::optional<WaveNames::Found> WaveNames::find_var(ScopeId scope,
                                                    const std::vector<NamePart>& parts,
                                                    std::size_t first) const {
    const Index& index = index_of(scope);
    std::optional<Found> found;
    std::string name = key_of(parts[first].name);
    for (std::size_t next = first + 1;; ++next) {
        if (const auto var = index.vars.find(name); var != index.vars.end())
            found = Found{&header_.vars[var->second], next};
        if (next >= parts.size()) return found;
        if (parts[next].is_index()) {
            name += fmt::format("[{}]", parts[next].index);
            continue;
        }
        if (const auto child = index.children.find(name); child != index.children.end()) {
            if (const auto inside = find_var(child->second, parts, next)) return inside;
        }
        name += "." + key_of(parts[next].name);
    }
}

}  // namespace tapestry
