// SPDX-License-Identifier: Apache-2.0
#include "weave/sources/capacity_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>

#include "weave/text/file_weaver.h"
#include "weave/text/module_structure.h"

namespace tapestry {

namespace {

// The parameters that an instance can set, in positional order.
std::vector<std::string> parameters_of(std::string_view masked, const ModuleSpan& module) {
    std::vector<std::string> names;
    TokenReader tokens(masked, module.begin, module.endmodule);
    bool settable = false;
    for (; !tokens.done(); tokens.take()) {
        const std::string_view word = tokens.peek();
        // `#(int DEPTH = 4)` needs no keyword.
        if (word == "parameter" || (word == "#" && names.empty())) settable = true;
        if (word == "localparam" || word == ";") settable = false;
        if (settable && is_identifier(word) && tokens.peek(1) == "=") {
            names.emplace_back(word);
            tokens.take();
        }
    }
    return names;
}

const WovenFile* file_of(const Woven& woven, const std::string& name) {
    for (const WovenFile& file : woven.files)
        if (file.original == name) return &file;
    return nullptr;
}

std::optional<std::size_t> position_of(const Woven& woven, const Capacity& room) {
    const WovenFile* file = file_of(woven, room.file);
    if (!file) return std::nullopt;
    const FileWeaver text(file->original, file->after);
    const auto module = find_module(text.masked(), room.module, room.line);
    if (!module) return std::nullopt;
    const std::vector<std::string> names = parameters_of(text.masked(), *module);
    const auto at = std::find(names.begin(), names.end(), room.parameter);
    if (at == names.end()) return std::nullopt;
    return static_cast<std::size_t>(at - names.begin());
}

const StructureItem* find_instance(const StructureBody& body, const Capacity& room) {
    for (const StructureItem& item : body.items) {
        if (item.kind == StructureItem::Kind::instance && item.name == room.instance &&
            item.module == room.module)
            return &item;
        for (const StructureBody& inner : item.bodies)
            if (const StructureItem* found = find_instance(inner, room)) return found;
    }
    return nullptr;
}

std::string scaled(std::string_view old, const Capacity& room, unsigned factor) {
    return room.is_logarithm ? fmt::format("({}) + {}", old, std::countr_zero(factor))
                             : fmt::format("({}) * {}", old, factor);
}

// The values of a list, from its opening parenthesis on.
struct Value {
    std::string name;  // empty: by position
    std::size_t begin = 0;
    std::size_t end = 0;
};

std::vector<Value> values_of(TokenReader& tokens) {
    std::vector<Value> values;
    tokens.take();
    while (!tokens.done() && tokens.peek() != ")") {
        Value value;
        if (tokens.take_if(".")) {
            value.name = tokens.peek();
            tokens.take();
            value.begin = tokens.here() + 1;
            tokens.skip_group();
            value.end = tokens.last();
        } else {
            value.begin = tokens.here();
            while (!tokens.done() && tokens.peek() != "," && tokens.peek() != ")")
                tokens.skip_one();
            value.end = tokens.behind();
        }
        values.push_back(std::move(value));
        tokens.take_if(",");
    }
    return values;
}

// What a parameter gets, where the text says nothing about it and where it says something.
struct NewValue {
    std::string alone;
    std::function<std::string(std::string_view old)> instead;
};

// The value that the text of an instance gives a parameter, if it says one.
std::optional<Value> value_in(const FileWeaver& file, const StructureItem& item,
                              const std::string& parameter, std::size_t position) {
    TokenReader tokens(file.masked(), item.begin, item.end);
    tokens.take();
    if (tokens.peek() != "#") return std::nullopt;
    tokens.take();
    if (tokens.peek() != "(") return std::nullopt;
    const std::vector<Value> values = values_of(tokens);
    for (std::size_t i = 0; i < values.size() && !tokens.failed(); ++i)
        if (values[i].name.empty() ? i == position : values[i].name == parameter) return values[i];
    return std::nullopt;
}

bool edit_instance(FileWeaver& file, const StructureItem& item, const Capacity& room,
                   std::size_t position, const NewValue& value) {
    const std::string named = fmt::format(".{}({})", room.parameter, value.alone);
    TokenReader tokens(file.masked(), item.begin, item.end);
    tokens.take();
    if (tokens.peek() != "#") {
        file.insert(tokens.behind(), " #(" + named + ")");
        return true;
    }
    tokens.take();
    if (tokens.peek() != "(") return false;
    const std::size_t open = tokens.here();
    const std::vector<Value> values = values_of(tokens);
    if (tokens.failed()) return false;
    const bool by_name = values.empty() || !values.front().name.empty();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Value& v = values[i];
        if (by_name ? v.name != room.parameter : i != position) continue;
        const auto old = std::string_view(file.text()).substr(v.begin, v.end - v.begin);
        file.replace(v.begin, v.end, value.instead(old));
        return true;
    }
    if (by_name) file.insert(open + 1, named + (values.empty() ? "" : ", "));
    return by_name;
}

bool edit_parameter(Woven& woven, const Capacity& room, const NewValue& value) {
    const auto position = position_of(woven, room);
    for (WovenFile& file : woven.files) {
        if (!position || file.original != room.parent_file) continue;
        FileWeaver text(file.original, file.after);
        const auto module = find_module(text.masked(), room.parent, room.parent_line);
        const auto structure = module ? structure_of(text.masked(), *module) : std::nullopt;
        const StructureItem* item = structure ? find_instance(structure->body, room) : nullptr;
        if (!item || !edit_instance(text, *item, room, *position, value)) return false;
        file.after = text.woven();
        return true;
    }
    return false;
}

}  // namespace

bool enlarge(Woven& woven, const Capacity& room, unsigned factor) {
    return edit_parameter(woven, room,
                          {fmt::format("{}", room.enlarged(factor)),
                           [&](std::string_view old) { return scaled(old, room, factor); }});
}

bool set_parameter(Woven& woven, const Capacity& room, const std::string& value) {
    return edit_parameter(woven, room, {value, [&](std::string_view) { return value; }});
}

std::string parameter_text(const Woven& woven, const Capacity& room) {
    const auto position = position_of(woven, room);
    const WovenFile* parent = file_of(woven, room.parent_file);
    if (!position || !parent) return "";
    const FileWeaver text(parent->original, parent->after);
    const auto module = find_module(text.masked(), room.parent, room.parent_line);
    const auto structure = module ? structure_of(text.masked(), *module) : std::nullopt;
    const StructureItem* item = structure ? find_instance(structure->body, room) : nullptr;
    const auto value = item ? value_in(text, *item, room.parameter, *position) : std::nullopt;
    if (!value) return "";
    std::string words = text.text().substr(value->begin, value->end - value->begin);
    words.erase(0, std::min(words.find_first_not_of(" \t\r\n"), words.size()));
    words.erase(words.find_last_not_of(" \t\r\n") + 1);
    return words;
}

std::size_t times_named(const Woven& woven, const Capacity& room, const std::string& name) {
    const WovenFile* parent = file_of(woven, room.parent_file);
    if (!parent) return 0;
    const FileWeaver text(parent->original, parent->after);
    const auto module = find_module(text.masked(), room.parent, room.parent_line);
    std::size_t times = 0;
    if (!module) return 0;
    // The name of a port or parameter of an instance, `.DEPTH(…)`, is another module's.
    TokenReader tokens(text.masked(), module->begin, module->endmodule);
    for (bool of_instance = false; !tokens.done(); tokens.take()) {
        times += !of_instance && tokens.peek() == name ? 1 : 0;
        of_instance = tokens.peek() == ".";
    }
    return times;
}

}  // namespace tapestry
