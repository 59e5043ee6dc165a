// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/reported_error.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "base/letter_case.h"
#include "base/text.h"
#include "base/verilog_lexer.h"

namespace tapestry {

namespace {

constexpr std::size_t kLongestLine = 120;

struct Word {
    std::string text;  // in lower case
    bool shouted = false;
};

std::vector<Word> words_of_line(std::string_view line) {
    std::vector<Word> words;
    for (std::size_t at = 0; at < line.size();) {
        std::size_t end = at;
        while (end < line.size() && is_word_part(line[end])) ++end;
        if (end > at) {
            const std::string_view text = line.substr(at, end - at);
            const bool shouted = std::none_of(text.begin(), text.end(),
                                              [](unsigned char c) { return std::islower(c); });
            words.push_back({in_lower_case(text), shouted});
        }
        at = end + 1;
    }
    return words;
}

bool is_number(const std::string& word) {
    return !word.empty() &&
           std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c); });
}

bool is_zero(const std::string& word) {
    return is_number(word) && word.find_first_not_of('0') == std::string::npos;
}

// "0 errors", "errors: 0", "no mismatch", "failed = 0": nothing went wrong. "Error: no answer" is
// one: what stands behind the word denies it by a number, or as the last word.
bool is_denied(const std::vector<Word>& words, std::size_t at) {
    constexpr std::array<std::string_view, 5> denials = {"no", "without", "zero", "none", "not"};
    for (std::size_t i = at < 3 ? 0 : at - 3; i < std::min(words.size(), at + 4); ++i) {
        const bool denies = is_one_of(words[i].text, denials) && (i < at || i + 1 == words.size());
        if (denies || is_zero(words[i].text)) return true;
    }
    return false;
}

// A word that reports: always, or as the first word, when shouted, or beside a number.
bool reports(const std::vector<Word>& words, std::size_t at) {
    constexpr std::array<std::string_view, 5> always = {"fail", "failed", "failure", "mismatch",
                                                        "mismatches"};
    constexpr std::array<std::string_view, 4> doubtful = {"error", "errors", "fatal", "wrong"};
    const Word& word = words[at];
    if (is_one_of(word.text, always)) return true;
    if (!is_one_of(word.text, doubtful)) return false;
    const bool many = word.text == "errors";
    const bool counted = (at > 0 && is_number(words[at - 1].text)) ||
                         (many && at + 1 < words.size() && is_number(words[at + 1].text));
    return word.shouted || counted || (at == 0 && !many);
}

// GHDL names the severity of each report, and says last that one ended the run. Failures end many
// testbenches that went well.
bool has_vhdl_severity(std::string_view line, bool& error) {
    for (const std::string_view ends :
         {":error: report failed", ":error: assertion failed", ":error: simulation failed"})
        if (line.ends_with(ends)) return true;
    const bool told = line.find(":(report ") != line.npos || line.find(":(assertion ") != line.npos;
    error =
        line.find(":(report error)") != line.npos || line.find(":(assertion error)") != line.npos;
    return told;
}

// A memory that should have been filled from a file: the simulators only warn.
bool misses_memory_file(std::string_view line) {
    return line.find("$readmem") != line.npos &&
           (line.find("not found") != line.npos || line.find("nable to open") != line.npos);
}

// How Verilator says that $stop has ended the run. That tells nothing of its outcome, and Icarus
// says nothing of the kind; what $fatal and assertions report stands in a line of their own.
bool tells_stop(std::string_view line) {
    return line.starts_with("%Error: ") && line.ends_with(": Verilog $stop");
}

bool reports_error(std::string_view line) {
    bool error = misses_memory_file(line);
    if (error) return true;
    if (tells_stop(line)) return false;
    if (has_vhdl_severity(line, error)) return error;
    const std::vector<Word> words = words_of_line(line);
    for (std::size_t i = 0; i < words.size(); ++i)
        if (reports(words, i) && !is_denied(words, i)) return true;
    return false;
}

std::string shown_line(std::string_view line) {
    std::string text(trimmed(line));
    if (text.size() > kLongestLine) text = text.substr(0, kLongestLine) + "…";
    return text;
}

}  // namespace

std::string reported_error(std::string_view printed) {
    for (std::size_t at = 0; at < printed.size();) {
        const std::size_t end = std::min(printed.find('\n', at), printed.size());
        const std::string_view line = printed.substr(at, end - at);
        if (reports_error(line)) return shown_line(line);
        at = end + 1;
    }
    return {};
}

std::string last_line(std::string_view printed) {
    const std::size_t end = printed.find_last_not_of(" \t\r\n");
    if (end == printed.npos) return {};
    printed = printed.substr(0, end + 1);
    return shown_line(printed.substr(printed.rfind('\n') + 1));
}

}  // namespace tapestry
