// SPDX-License-Identifier: Apache-2.0
#include "base/path_name.h"

#include <algorithm>
#include <map>
#include <set>

namespace tapestry {

namespace {

std::size_t last_dot(std::string_view path) {
    const std::size_t escape = path.rfind('\\');
    return path.rfind('.', escape == std::string_view::npos ? escape : escape - (escape > 0));
}

}  // namespace

bool matches(std::string_view pattern, std::string_view path) {
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;
    std::size_t resume = 0;
    while (t < path.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && pattern[p] == path[t]) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

bool is_under(std::string_view path, std::string_view prefix) {
    if (prefix.empty()) return true;
    if (path.substr(0, prefix.size()) != prefix) return false;
    return path.size() == prefix.size() || path[prefix.size()] == '.' || path[prefix.size()] == '[';
}

bool is_below(std::string_view path, std::string_view ancestor) {
    return path.size() > ancestor.size() && path.starts_with(ancestor) &&
           path[ancestor.size()] == '.';
}

bool ends_with_name(std::string_view path, std::string_view name) {
    if (name.size() > path.size() || path.substr(path.size() - name.size()) != name) return false;
    return path.size() == name.size() || path[path.size() - name.size() - 1] == '.';
}

std::string joined(std::string_view a, std::string_view b) {
    std::string out(a);
    if (!a.empty() && !b.empty()) out += '.';
    out += b;
    return out;
}

std::string without_indices(std::string_view path) {
    std::string out;
    bool inside = false;
    for (char c : path) {
        inside = inside || c == '[';
        if (!inside) out += c;
        inside = inside && c != ']';
    }
    return out;
}

std::string_view below_top(std::string_view name) {
    const std::size_t dot = name.find('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
}

std::string_view last_part(std::string_view path) {
    const std::size_t dot = last_dot(path);
    return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

std::string_view parent_path(std::string_view path) {
    const std::size_t dot = last_dot(path);
    return dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
}

std::vector<std::string> distinct_ends(const std::vector<std::string>& paths) {
    // How many different paths end like that.
    std::map<std::string, std::size_t, std::less<>> endings;
    for (const std::string& path : std::set<std::string>(paths.begin(), paths.end())) {
        std::string end;
        for (std::string_view before = path; !before.empty(); before = parent_path(before)) {
            end = joined(last_part(before), end);
            ++endings[end];
        }
    }
    std::vector<std::string> ends;
    for (const std::string& path : paths) {
        std::string end;
        std::string_view before = path;
        do {
            end = joined(last_part(before), end);
            before = parent_path(before);
        } while (!before.empty() && endings[end] > 1);
        ends.push_back(std::move(end));
    }
    return ends;
}

}  // namespace tapestry
