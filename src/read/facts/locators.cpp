// SPDX-License-Identifier: Apache-2.0
#include "read/facts/locators.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fstream>
#include <map>
#include <optional>

namespace tapestry {

namespace {

// The block of a case label is searched that far for the first statement with a locator.
constexpr std::size_t kMostLinesOfABlock = 40;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Takes a number off the front of `text`.
std::optional<std::uint32_t> take_number(std::string_view& text) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || number == 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

// A name with an extension, and no blank: `src/Loader.scala`.
bool is_file_name(std::string_view text) {
    const std::size_t dot = text.rfind('.');
    const bool has_extension = dot != std::string_view::npos && dot > 0 && dot + 1 < text.size() &&
                               text.find('/', dot) == std::string_view::npos;
    return has_extension && text.find_first_of(" \t\"'(){};,*") == std::string_view::npos &&
           std::isalpha(static_cast<unsigned char>(text[dot + 1]));
}

// Where the numbers of `file:12:3` or `file:12.3-14.5` begin: behind the first colon that a digit
// follows. A Windows drive has a colon as well.
std::size_t colon_of_line(std::string_view word) {
    for (std::size_t at = word.find(':'); at != std::string_view::npos; at = word.find(':', at + 1))
        if (at + 1 < word.size() && is_digit(word[at + 1])) return at;
    return std::string_view::npos;
}

// `12`, `12:3`, `12.3-14.5`, `34,9`, `12:{3,7}` or `12:1-20`, as a whole.
std::optional<Locator> numbers_of(std::string_view text, const std::string& file) {
    Locator found{file, 0, 0};
    const auto line = take_number(text);
    if (!line) return std::nullopt;
    found.line = *line;
    const bool is_tail = std::all_of(text.begin(), text.end(), [](char c) {
        return is_digit(c) || std::string_view(":.,-{}").find(c) != std::string_view::npos;
    });
    if (!is_tail) return std::nullopt;
    while (!text.empty() && !is_digit(text.front())) text.remove_prefix(1);
    found.column = take_number(text).value_or(0);
    return found;
}

// Splits at blanks and commas, but not inside of braces: `A.scala:1:2, :3:{4,5}`.
std::vector<std::string_view> words_between(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> words;
    std::size_t start = 0;
    int depth = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && text[at] == '{') ++depth;
        if (at < text.size() && text[at] == '}') --depth;
        const bool ends = at == text.size() ||
                          (depth == 0 && separators.find(text[at]) != std::string_view::npos);
        if (!ends) continue;
        if (at > start) words.push_back(text.substr(start, at - start));
        start = at + 1;
    }
    return words;
}

// All of `text` as `file:12:3, :14:5, other:1:2`; nothing if a part of it is something else.
std::vector<Locator> in_colons(std::string_view text) {
    std::vector<Locator> found;
    std::string file;
    for (std::string_view word : words_between(text, " |")) {
        if (word.ends_with(',')) word.remove_suffix(1);
        const std::size_t colon = colon_of_line(word);
        if (colon == std::string_view::npos) return {};
        if (colon > 0) {
            if (!is_file_name(word.substr(0, colon))) return {};
            file = std::string(word.substr(0, colon));
        }
        const auto locator = file.empty() ? std::nullopt : numbers_of(word.substr(colon + 1), file);
        if (!locator) return {};
        found.push_back(*locator);
    }
    return found;
}

// `@[Loader.scala 12:3 14:5]`, also with the place in the intermediate text: `12:3:@40.4`.
std::vector<Locator> in_brackets(std::string_view text) {
    std::vector<Locator> found;
    std::string file;
    for (std::string_view word : words_between(text, " ,")) {
        if (const std::size_t at = word.find(":@"); at != std::string_view::npos)
            word = word.substr(0, at);
        if (is_digit(word.front())) {
            const auto locator = file.empty() ? std::nullopt : numbers_of(word, file);
            if (locator) found.push_back(*locator);
        } else {
            file = is_file_name(word) ? std::string(word) : "";
        }
    }
    return found;
}

std::vector<Locator> in_attribute(std::string_view line) {
    for (std::size_t at = line.find("src"); at != std::string_view::npos;
         at = line.find("src", at + 1)) {
        const std::size_t before = line.find_last_not_of(" \t", at == 0 ? 0 : at - 1);
        const bool begins = at > 0 && (line[before] == '*' || line[before] == ',');
        const std::size_t equals = line.find_first_not_of(" \t", at + 3);
        if (!begins || equals == std::string_view::npos || line[equals] != '=') continue;
        const std::size_t open = line.find_first_not_of(" \t", equals + 1);
        if (open == std::string_view::npos || line[open] != '"') continue;
        const std::size_t close = line.find('"', open + 1);
        if (close != std::string_view::npos)
            return in_colons(line.substr(open + 1, close - open - 1));
    }
    return {};
}

// A line that only says something of the next one.
bool is_only_a_note(std::string_view line) {
    const std::string_view text = trimmed(line);
    return (text.starts_with("(*") && text.ends_with("*)")) ||
           (text.starts_with("/*") && text.ends_with("*/")) || text.starts_with("//");
}

bool is_verilog_file(std::string_view file) {
    constexpr std::array<std::string_view, 4> kEndings = {".v", ".sv", ".vh", ".svh"};
    return std::any_of(kEndings.begin(), kEndings.end(),
                       [&](std::string_view ending) { return file.ends_with(ending); });
}

struct GeneratedFile {
    std::vector<std::string> lines;
    bool is_spinal = false;  // its library's files are named without a folder

    explicit GeneratedFile(const std::string& name) {
        std::ifstream in(name);
        for (std::string line; std::getline(in, line);) lines.push_back(line);
        for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 5); ++i)
            is_spinal = is_spinal || lines[i].find("SpinalHDL") != std::string::npos;
    }

    bool is_author(const Locator& l) const {
        static const std::vector<std::string_view> kSpinal = {
            "BaseType.scala", "Bits.scala",         "BitVector.scala", "Bool.scala",
            "Data.scala",     "Enum.scala",         "Flow.scala",      "Fragment.scala",
            "Mem.scala",      "Misc.scala",         "Reg.scala",       "SInt.scala",
            "State.scala",    "StateMachine.scala", "Stream.scala",    "UInt.scala",
            "Utils.scala",    "Vec.scala",          "when.scala"};
        if (is_library_file(l.file)) return false;
        return !is_spinal || std::find(kSpinal.begin(), kSpinal.end(), l.file) == kSpinal.end();
    }

    std::vector<Locator> on_line(std::size_t index) const {
        std::vector<Locator> found = locators_of(lines[index]);
        std::erase_if(found, [&](const Locator& l) { return !is_author(l); });
        return found;
    }

    // What the line says, else what the notes above it say. `number` counts from 1.
    std::vector<Locator> at(std::uint32_t number) const {
        if (number == 0 || number > lines.size()) return {};
        std::size_t index = number - 1;
        std::vector<Locator> found = on_line(index);
        while (found.empty() && index > 0 && is_only_a_note(lines[index - 1]))
            found = on_line(--index);
        return found;
    }

    // The first place in the block that begins on the line with a case label.
    std::vector<Locator> in_block(std::uint32_t number) const {
        if (number == 0 || number > lines.size() || !trimmed(lines[number - 1]).ends_with("begin"))
            return {};
        const std::size_t indent = lines[number - 1].find_first_not_of(" \t");
        const std::size_t end = std::min(lines.size(), number + kMostLinesOfABlock);
        for (std::size_t index = number; index < end; ++index) {
            if (trimmed(lines[index]).empty()) continue;
            if (lines[index].find_first_not_of(" \t") <= indent) break;
            if (std::vector<Locator> found = on_line(index); !found.empty()) return found;
        }
        return {};
    }
};

struct TextPlace {
    std::string file;
    std::uint32_t line = 0;
};

TextPlace text_place(const std::string& source) {
    const std::size_t colon = source.rfind(':');
    if (colon == std::string::npos) return {};
    std::string_view number = std::string_view(source).substr(colon + 1);
    return {source.substr(0, colon), take_number(number).value_or(0)};
}

class LocatorWalk {
public:
    void to(Tap& tap) {
        const std::vector<Locator> own = at(tap.source);
        if (std::vector<TapState>* const states = tap.find_states())
            for (TapState& state : *states) lead(state.source, of_state(state.source, own));
        lead(tap.source, own);
    }

private:
    const GeneratedFile* file_of(const TextPlace& place) {
        if (place.line == 0 || !is_verilog_file(place.file)) return nullptr;
        return &files_.try_emplace(place.file, place.file).first->second;
    }

    std::vector<Locator> at(const std::string& source) {
        const TextPlace place = text_place(source);
        const GeneratedFile* file = file_of(place);
        return file ? file->at(place.line) : std::vector<Locator>{};
    }

    // Beside the place of a statement stands that of the register it assigns, which says nothing.
    std::vector<Locator> of_state(const std::string& source, const std::vector<Locator>& own) {
        std::vector<Locator> found = at(source);
        if (found.empty())
            if (const GeneratedFile* file = file_of(text_place(source)))
                found = file->in_block(text_place(source).line);
        std::vector<Locator> others = found;
        std::erase_if(others, [&](const Locator& l) {
            return std::find(own.begin(), own.end(), l) != own.end();
        });
        if (others.empty()) return found;
        return {others.back()};
    }

    static void lead(std::string& source, const std::vector<Locator>& found) {
        if (!found.empty()) source = found.front().file + ":" + std::to_string(found.front().line);
    }

    std::map<std::string, GeneratedFile> files_;
};

}  // namespace

bool is_library_file(std::string_view file) {
    constexpr std::array<std::string_view, 6> kFolders = {
        "/usr/", "site-packages/", "dist-packages/", "chisel3/", "spinal/core/", "spinal/lib/"};
    return file == "Decoupled.scala" ||
           std::any_of(kFolders.begin(), kFolders.end(), [&](std::string_view folder) {
               return file.find(folder) != std::string_view::npos;
           });
}

std::vector<Locator> locators_of(std::string_view line) {
    if (std::vector<Locator> found = in_attribute(line); !found.empty()) return found;
    const std::size_t comment = line.find("//");
    if (comment == std::string_view::npos) return {};
    const std::string_view text = trimmed(line.substr(comment + 2));
    if (!text.starts_with("@[")) return in_colons(text);
    const std::size_t close = text.find(']');
    return in_brackets(text.substr(2, close == std::string_view::npos ? close : close - 2));
}

void follow_locators(TapMap& map) {
    LocatorWalk walk;
    for (Tap& tap : map.taps) walk.to(tap);
}

}  // namespace tapestry
