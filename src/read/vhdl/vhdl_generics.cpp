// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/vhdl_generics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "read/vhdl/vhdl_text.h"

namespace tapestry {

namespace {

// A name, a number, or one of the marks that lists need.
struct Mark {
    std::string word;  // in lower case
    std::size_t at = 0, end = 0;
};

bool goes_on(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::vector<Mark> marks_of(const std::string& text) {
    const std::string masked = masked_vhdl(text);
    std::vector<Mark> marks;
    for (std::size_t at = 0; at < masked.size();) {
        std::size_t end = at + 1;
        if (goes_on(masked[at]))
            while (end < masked.size() && goes_on(masked[end])) ++end;
        else if (end < masked.size() && masked[end] == '=' && masked[at] == ':')
            ++end;
        else if (masked[at] == '=' && end < masked.size() && masked[end] == '>')
            ++end;
        if (!std::isspace(static_cast<unsigned char>(masked[at])))
            marks.push_back({in_lower_case(masked.substr(at, end - at)), at, end});
        at = end;
    }
    return marks;
}

struct Range {
    std::size_t first = 0, last = 0;  // of marks, `last` is one behind
};

struct DeclaredGeneric {
    std::string name;
    Range value;  // empty: no default
};

struct Entity {
    std::string file, name;
    std::vector<DeclaredGeneric> generics;
    std::size_t ports_at = 0, ports_end = 0;  // of marks
};

struct Placed {
    std::string file, label, entity;
    bool has_map = false;
    std::size_t map_at = 0;  // place in the text behind "generic map (", or of "port map"
    std::vector<std::pair<std::string, Range>> given;  // formal or "", actual
};

class VhdlReader {
public:
    VhdlReader(const VhdlTexts& texts) : texts_(texts) {
        for (const auto& [file, text] : texts) {
            file_ = file;
            marks_[file] = marks_of(text);
            read_file(marks_[file]);
        }
    }

    std::vector<VhdlGeneric> below(const std::string& top) {
        const auto entity = entities_.find(in_lower_case(top));
        if (entity == entities_.end()) return {};
        for (const DeclaredGeneric& g : entity->second.generics) {
            if (g.value.first == g.value.last) continue;
            VhdlGeneric found = at_range(entity->second.file, g.value);
            found.path = entity->second.name, found.name = g.name;
            note_use(entity->second, found);
            found_.push_back(found);
        }
        add_below(entity->second, entity->second.name, 0);
        return std::move(found_);
    }

private:
    using Marks = std::vector<Mark>;

    static bool is(const Marks& m, std::size_t i, const char* word) {
        return i < m.size() && m[i].word == word;
    }

    std::string spelled(const std::string& file, const Mark& mark) const {
        return texts_.at(file).substr(mark.at, mark.end - mark.at);
    }

    // Behind the bracket that closes the one at `open`.
    static std::size_t close_of(const Marks& m, std::size_t open) {
        int depth = 0;
        for (std::size_t i = open; i < m.size(); ++i) {
            if (m[i].word == "(") ++depth;
            if (m[i].word == ")" && --depth == 0) return i + 1;
        }
        return m.size();
    }

    // The parts of a list in brackets.
    static std::vector<Range> parts_of(const Marks& m, std::size_t open, const char* between) {
        std::vector<Range> parts = {{open + 1, open + 1}};
        int depth = 0;
        for (std::size_t i = open; i < m.size(); ++i) {
            if (m[i].word == "(") ++depth;
            if (m[i].word == ")" && --depth == 0) {
                parts.back().last = i;
                break;
            }
            if (depth != 1 || m[i].word != between) continue;
            parts.back().last = i;
            parts.push_back({i + 1, i + 1});
        }
        std::erase_if(parts, [](const Range& r) { return r.first >= r.last; });
        return parts;
    }

    void read_file(const Marks& m) {
        for (std::size_t i = 0; i + 2 < m.size(); ++i) {
            const bool begins = i == 0 || m[i - 1].word != "end";
            if (begins && is(m, i, "entity") && is(m, i + 2, "is")) read_entity(m, i + 1);
            if (begins && is(m, i, "architecture") && is(m, i + 2, "of") && i + 3 < m.size()) {
                inside_ = m[i + 3].word;
                placed_[inside_].clear();  // of several architectures the last counts
                bounds_[inside_].clear();
            }
            if (begins && is(m, i, "component")) i = end_of_component(m, i);
            if (!inside_.empty() && is(m, i + 1, ":")) read_instance(m, i);
            if (!inside_.empty() && is(m, i, "array") && is(m, i + 1, "(")) read_bounds(m, i + 1);
        }
        inside_.clear();
    }

    // The names between the brackets of an array, and whether two to the power of one is meant.
    void read_bounds(const Marks& m, std::size_t open) {
        for (std::size_t i = open + 1; i + 1 < close_of(m, open); ++i) {
            const bool is_power = is(m, i - 1, "*") && is(m, i - 2, "*");
            if (goes_on(m[i].word[0])) bounds_[inside_][m[i].word] = is_power;
        }
    }

    static std::size_t end_of_component(const Marks& m, std::size_t i) {
        if (i > 0 && m[i - 1].word == ":") return i;  // an instance of one
        while (i + 1 < m.size() && !(m[i].word == "end" && m[i + 1].word == "component")) ++i;
        return i;
    }

    void read_entity(const Marks& m, std::size_t i) {
        Entity entity{file_, spelled(file_, m[i]), {}, 0, 0};
        for (std::size_t k = i + 2; k + 1 < m.size() && m[k].word != "end"; ++k) {
            if (m[k + 1].word != "(") continue;
            if (m[k].word == "generic") read_generics(m, k + 1, entity);
            if (m[k].word == "port") entity.ports_at = k, entity.ports_end = close_of(m, k + 1);
            if (m[k].word == "generic" || m[k].word == "port") k = close_of(m, k + 1);
        }
        entities_[m[i].word] = std::move(entity);
    }

    void read_generics(const Marks& m, std::size_t open, Entity& entity) {
        for (const Range& part : parts_of(m, open, ";")) {
            std::size_t i = part.first + (is(m, part.first, "constant") ? 1 : 0);
            std::vector<std::string> names;
            for (; i < part.last && m[i].word != ":"; ++i)
                if (m[i].word != ",") names.push_back(spelled(file_, m[i]));
            while (i < part.last && m[i].word != ":=") ++i;
            const Range value{std::min(i + 1, part.last), part.last};
            for (const std::string& name : names) entity.generics.push_back({name, value});
        }
    }

    // label : [component | entity library .] name [(architecture)] [generic map (…)] port map
    void read_instance(const Marks& m, std::size_t label) {
        std::size_t i = label + 2;
        if (is(m, i, "component")) ++i;
        if (is(m, i, "entity")) i += is(m, i + 2, ".") ? 3 : 1;
        if (i + 2 >= m.size()) return;
        Placed placed{file_, spelled(file_, m[label]), m[i].word, false, 0, {}};
        ++i;
        if (is(m, i, "(")) i = close_of(m, i);
        const bool mapped = is(m, i + 1, "map") && (is(m, i, "generic") || is(m, i, "port"));
        if (!mapped) return;
        placed.has_map = is(m, i, "generic");
        placed.map_at = m[i].at;
        if (placed.has_map && is(m, i + 2, "(")) {
            placed.map_at = m[i + 2].end;
            for (const Range& part : parts_of(m, i + 2, ",")) {
                const bool named = is(m, part.first + 1, "=>");
                placed.given.emplace_back(named ? m[part.first].word : "",
                                          Range{part.first + (named ? 2 : 0), part.last});
            }
        }
        placed_[inside_].push_back(std::move(placed));
    }

    VhdlGeneric at_range(const std::string& file, const Range& range) const {
        const Marks& m = marks_.at(file);
        VhdlGeneric g;
        g.file = file;
        g.at = m[range.first].at;
        g.length = m[range.last - 1].end - g.at;
        g.value = texts_.at(file).substr(g.at, g.length);
        return g;
    }

    bool is_in_ports(const Entity& entity, const std::string& name) const {
        const Marks& m = marks_.at(entity.file);
        return std::any_of(m.begin() + static_cast<std::ptrdiff_t>(entity.ports_at),
                           m.begin() + static_cast<std::ptrdiff_t>(entity.ports_end),
                           [&](const Mark& mark) { return mark.word == in_lower_case(name); });
    }

    void note_use(const Entity& entity, VhdlGeneric& generic) {
        generic.in_ports = is_in_ports(entity, generic.name);
        const auto& bounds = bounds_[in_lower_case(entity.name)];
        const auto bound = bounds.find(in_lower_case(generic.name));
        generic.in_array = bound != bounds.end();
        generic.as_exponent = generic.in_array && bound->second;
    }

    void add_below(const Entity& entity, const std::string& path, int depth) {
        constexpr int kDeepest = 32;  // a text may instantiate itself
        if (depth > kDeepest) return;
        for (const Placed& placed : placed_[in_lower_case(entity.name)]) {
            const auto below = entities_.find(placed.entity);
            if (below == entities_.end()) continue;
            const std::string inner = path + "." + placed.label;
            for (std::size_t i = 0; i < below->second.generics.size(); ++i)
                add_generic(below->second, placed, i, inner);
            add_below(below->second, inner, depth + 1);
        }
    }

    void add_generic(const Entity& entity, const Placed& placed, std::size_t index,
                     const std::string& path) {
        const DeclaredGeneric& declared = entity.generics[index];
        const std::string lower = in_lower_case(declared.name);
        const Range* value = nullptr;
        for (std::size_t i = 0; i < placed.given.size(); ++i)
            if (placed.given[i].first == lower || (placed.given[i].first.empty() && i == index))
                value = &placed.given[i].second;
        VhdlGeneric g;
        if (value && value->first < value->last) {
            g = at_range(placed.file, *value);
        } else {
            g.file = placed.file;
            g.at = placed.map_at;
            const bool by_place = !placed.given.empty() && placed.given[0].first.empty();
            if (by_place) return;  // what would come after it is not known
            g.before =
                fmt::format("{}{} => ", placed.has_map ? "" : "generic map (", declared.name);
            g.behind = placed.has_map ? (placed.given.empty() ? "" : ", ") : ") ";
            if (declared.value.first < declared.value.last)
                g.value = at_range(entity.file, declared.value).value;
        }
        g.path = path, g.name = declared.name;
        note_use(entity, g);
        found_.push_back(std::move(g));
    }

    const VhdlTexts& texts_;
    std::string file_, inside_;  // what is read now
    std::map<std::string, Marks> marks_;
    std::map<std::string, Entity> entities_;             // by name in lower case
    std::map<std::string, std::vector<Placed>> placed_;  // by entity
    std::map<std::string, std::map<std::string, bool>> bounds_;
    std::vector<VhdlGeneric> found_;
};

// The labels of a path in lower case, without indices.
std::vector<std::string> labels_of(const std::string& path) {
    std::vector<std::string> labels(1);
    bool in_index = false;
    for (const char c : in_lower_case(path)) {
        if (c == '[' || c == '(') in_index = true;
        if (c == '.') labels.emplace_back();
        if (c != '.' && !in_index) labels.back() += c;
        if (c == ']' || c == ')') in_index = false;
    }
    return labels;
}

// Whether the labels of one path are among those of another, from the same top to the same end.
bool leads_to(const std::vector<std::string>& path, const std::vector<std::string>& instance) {
    if (path.front() != instance.front() || path.back() != instance.back()) return false;
    std::size_t at = 0;
    for (const std::string& label : path)
        if (at < instance.size() && label == instance[at]) ++at;
    return at == instance.size();
}

}  // namespace

std::vector<VhdlGeneric> vhdl_generics(const VhdlTexts& texts, const std::string& top) {
    return VhdlReader(texts).below(top);
}

std::optional<VhdlGeneric> find_vhdl_generic(const std::vector<VhdlGeneric>& generics,
                                             const std::string& path_and_name) {
    const std::vector<std::string> wanted = labels_of(path_and_name);
    for (const VhdlGeneric& g : generics)
        if (leads_to(wanted, labels_of(g.path + "." + g.name))) return g;
    return std::nullopt;
}

std::string with_generic(const std::string& text, const VhdlGeneric& generic,
                         const std::string& value) {
    std::string changed = text;
    return changed.replace(generic.at, generic.length, generic.before + value + generic.behind);
}

}  // namespace tapestry
