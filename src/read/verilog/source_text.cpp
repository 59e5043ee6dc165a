// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/source_text.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "base/text.h"
#include "base/verilog_lexer.h"

namespace tapestry {

namespace {

std::string name_from(std::string_view text) {
    if (!is_identifier(text)) return {};
    const std::size_t end = end_of_word(text, 0);
    if (text[0] == '\\') return std::string(text.substr(1, end - 1));
    if (text.substr(end, 2) == "::") return name_from(text.substr(end + 2));
    return std::string(text.substr(0, end));
}

std::vector<std::string> lines_of_file(const std::string& path) {
    std::vector<std::string> lines;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

constexpr int kDeepestMacro = 8;

// The text of a macro as the preprocessor leaves it: without comments, the macros in it replaced,
// and without the parentheses around all of it.
std::string constant_of(std::string body, const std::map<std::string, std::string>& macros,
                        int depth = 0) {
    body = body.substr(0, body.find("//"));
    for (std::size_t at = body.find("/*"); at != std::string::npos; at = body.find("/*")) {
        const std::size_t end = body.find("*/", at);
        body.erase(at, end == std::string::npos ? end : end + 2 - at);
    }
    for (std::size_t at = body.find('`'); at != std::string::npos; at = body.find('`', at + 1)) {
        const std::string name = name_from(std::string_view(body).substr(at + 1));
        const auto macro = macros.find(name);
        if (depth > kDeepestMacro || macro == macros.end()) continue;
        body.replace(at, 1 + name.size(), constant_of(macro->second, macros, depth + 1));
    }
    std::string_view text = trimmed(body);
    while (text.size() > 2 && text.starts_with('(') && text.ends_with(')'))
        text = trimmed(text.substr(1, text.size() - 2));
    return std::string(text);
}

}  // namespace

SourceText::SourceText(std::string_view preprocessed) {
    std::vector<std::string>* lines = nullptr;
    std::size_t number = 1;
    for (std::size_t at = 0; at < preprocessed.size();) {
        const std::size_t end = std::min(preprocessed.find('\n', at), preprocessed.size());
        const std::string_view line = preprocessed.substr(at, end - at);
        at = end + 1;
        if (line.starts_with("`line ")) {
            const std::size_t open = line.find('"');
            const std::size_t close = line.rfind('"');
            if (open == std::string_view::npos || close <= open) continue;
            std::from_chars(line.data() + 6, line.data() + open, number);
            lines = &lines_[std::string(line.substr(open + 1, close - open - 1))];
            continue;
        }
        if (lines && number < 10'000'000) {
            if (lines->size() < number) lines->resize(number);
            std::string& slot = (*lines)[number - 1];
            if (slot.empty()) slot = line;
        }
        ++number;
    }
}

std::string SourceText::at(const std::string& file, const SourcePlace& place) const {
    const auto found = lines_.find(file);
    if (found == lines_.end() || place.line == 0 || place.line > found->second.size()) return {};
    const std::string& line = found->second[place.line - 1];
    if (place.column == 0 || place.column > line.size()) return {};
    const std::size_t length =
        place.end_column > place.column ? place.end_column - place.column : 1;
    return line.substr(place.column - 1, length);
}

std::string SourceText::name_at(const std::string& file, const SourcePlace& place) const {
    const std::string text = at(file, place);
    if (text.empty()) return {};
    const std::string name = name_from(text);
    return name.empty() ? macro_at(file, place.line, text) : name;
}

void SourceText::load_macros() const {
    macros_loaded_ = true;
    std::map<std::string, std::string> bodies;  // the last of each name
    for (const auto& [path, unused] : lines_) {
        std::uint32_t line = 0;
        for (const std::string& text : lines_of_file(path)) {
            ++line;
            std::istringstream words(text);
            std::string directive;
            std::string name;
            if (!(words >> directive >> name) || directive != "`define") continue;
            Macro macro{path, line, {}};
            std::getline(words, macro.body);
            bodies[name] = macro.body;
            macros_[name].push_back(std::move(macro));
        }
    }
    for (auto& [name, all] : macros_)
        for (Macro& macro : all) macro.body = constant_of(macro.body, bodies);
}

// Whether a macro is the literal on this line: by the last definition above it in the same file, or
// by any in other files if there is none.
bool SourceText::may_be(const std::string& macro, const std::string& file, std::uint32_t line,
                        const std::string& literal) const {
    const auto found = macros_.find(macro);
    if (found == macros_.end()) return false;
    const Macro* above = nullptr;
    for (const Macro& one : found->second)
        if (one.file == file && one.line <= line) above = &one;
    if (above) return above->body == literal;
    return std::any_of(found->second.begin(), found->second.end(),
                       [&](const Macro& one) { return one.file != file && one.body == literal; });
}

// Preprocessing removes the names of macro constants. The macro is the one on the original line
// whose body is the literal; if there are two, neither is taken.
std::string SourceText::macro_at(const std::string& file, std::uint32_t line,
                                 const std::string& literal) const {
    auto original = originals_.find(file);
    if (original == originals_.end())
        original = originals_.emplace(file, lines_of_file(file)).first;
    if (!macros_loaded_) load_macros();
    if (line == 0 || line > original->second.size()) return {};
    const std::string& text = original->second[line - 1];
    std::set<std::string> names;
    for (std::size_t at = text.find('`'); at != std::string::npos; at = text.find('`', at + 1)) {
        const std::string name = name_from(std::string_view(text).substr(at + 1));
        if (may_be(name, file, line, literal)) names.insert(name);
    }
    return names.size() == 1 ? *names.begin() : std::string();
}

}  // namespace tapestry
