// SPDX-License-Identifier: Apache-2.0
#include "jobs/what_if/program_knobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

namespace tapestry {

namespace {

struct PragmaNumber {
    const char* what;
    const char* pattern;  // of a pragma; its first group is the number, or the name of a macro
};

// Longer ways of saying it come first: the first that fits counts.
const std::array kPragmaNumbers = {
    PragmaNumber{"num_threads", R"(\bnum_threads\s*\(\s*(\w+)\s*\))"},
    PragmaNumber{"unroll", R"(\bunroll_count\s*\(\s*(\w+)\s*\))"},
    PragmaNumber{"unroll", R"(\bunroll\b.*\bfactor\s*=\s*(\w+))"},
    PragmaNumber{"partition", R"(\barray_(?:partition|reshape)\b.*\bfactor\s*=\s*(\w+))"},
    PragmaNumber{"depth", R"(\bstream\b.*\bdepth\s*=\s*(\w+))"},
    PragmaNumber{"interval", R"(\bpipeline\b.*\bii\s*=\s*(\w+))"},
    PragmaNumber{"unroll", R"(\bunroll\s*\(?\s*(\w+))"},
};
constexpr std::uint64_t kMostNumber = 4096;  // what is larger is an address, a mask, a size

bool is_number(const std::string& word) {
    return !word.empty() && word.size() <= 4 &&
           std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c); });
}

// Powers of two from 1 to twice the number, and the number itself.
Knob knob_of_number(const std::string& name, const std::string& number) {
    const std::uint64_t now = std::stoull(number);
    std::set<std::uint64_t> values = {now};
    for (std::uint64_t n = 1; n <= 2 * now; n *= 2) values.insert(n);
    Knob knob{name, {}, 0, {}};
    for (const std::uint64_t value : values) {
        if (value == now) knob.preset = knob.values.size();
        knob.values.push_back(std::to_string(value));
    }
    return knob;
}

class ProgramReader {
public:
    std::vector<ProgramKnob> read(const ProgramTexts& texts) {
        for (const auto& [file, text] : texts) lines_of(file, text);
        for (ProgramKnob& macro : macros_) {
            macro.in_pragma = in_pragmas_.contains(macro.knob.name);
            found_.push_back(std::move(macro));
        }
        return std::move(found_);
    }

private:
    void lines_of(const std::string& file, const std::string& text) {
        std::size_t at = 0;
        unsigned number = 1;
        while (at < text.size()) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            line(file, text.substr(at, end - at), at, number++);
            at = end + 1;
        }
    }

    void line(const std::string& file, const std::string& text, std::size_t at, unsigned number) {
        static const std::regex define(R"(^\s*#\s*define\s+(\w+)\s+\(?(\d+)\)?\s*(?:/[/*].*)?$)");
        static const std::regex pragma(R"(^\s*#\s*pragma\b|\b_Pragma\b)");
        std::smatch found;
        if (std::regex_search(text, found, define)) {
            if (is_number(found[2]) && found[2] != "0" && std::stoull(found[2]) <= kMostNumber)
                macros_.push_back({knob_of_number(found[1], found[2]), file,
                                   at + static_cast<std::size_t>(found.position(2)),
                                   static_cast<std::size_t>(found.length(2)), false});
            return;
        }
        if (std::regex_search(text, pragma)) pragma_line(file, text, at, number);
    }

    void pragma_line(const std::string& file, const std::string& text, std::size_t at,
                     unsigned number) {
        for (const PragmaNumber& row : kPragmaNumbers) {
            const std::regex pattern(row.pattern, std::regex::icase);
            std::smatch found;
            if (!std::regex_search(text, found, pattern)) continue;
            const std::string word = found[1];
            if (!is_number(word)) {
                in_pragmas_.insert(word);
            } else if (word != "0") {
                const std::string base = std::filesystem::path(file).filename().string();
                const std::string name = fmt::format("{}:{}.{}", base, number, row.what);
                found_.push_back({knob_of_number(name, word), file,
                                  at + static_cast<std::size_t>(found.position(1)), word.size(),
                                  false});
            }
            // A directive of OpenMP has one of them; those of tools have no other.
            return;
        }
    }

    std::vector<ProgramKnob> found_, macros_;
    std::set<std::string> in_pragmas_;
};

}  // namespace

std::vector<ProgramKnob> program_knobs(const ProgramTexts& texts) {
    return ProgramReader().read(texts);
}

ProgramTexts with_numbers(const ProgramTexts& texts, const std::vector<ProgramKnob>& knobs,
                          const std::vector<std::string>& settings) {
    ProgramTexts changed = texts;
    std::vector<std::pair<const ProgramKnob*, std::string>> edits;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        for (const ProgramKnob& k : knobs)
            if (k.knob.name == setting.substr(0, equals))
                edits.emplace_back(&k, setting.substr(equals + 1));
    }
    // The last in a text first, so that the others stay where they are.
    std::sort(edits.begin(), edits.end(),
              [](const auto& a, const auto& b) { return a.first->at > b.first->at; });
    for (const auto& [knob, value] : edits)
        changed[knob->file].replace(knob->at, knob->length, value);
    return changed;
}

}  // namespace tapestry
