// SPDX-License-Identifier: Apache-2.0
#include "base/verilog_text.h"

#include <algorithm>
#include <cctype>

namespace tapestry {

namespace {

bool is_word_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_word_part(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::size_t end_of_string(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
        if (text[at] == '\\') ++at;
    }
    return std::min(at + 1, text.size());
}

std::size_t end_of_masked(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
    if (rest.starts_with("/*")) {
        const std::size_t end = text.find("*/", at + 2);
        return end == std::string_view::npos ? text.size() : end + 2;
    }
    return rest.starts_with("\"") ? end_of_string(text, at) : at;
}

}  // namespace

std::string mask_comments(std::string_view text) {
    std::string out(text);
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '\\') {  // an escaped identifier may hold // and "
            while (at < text.size() && !is_space(text[at])) ++at;
            continue;
        }
        const std::size_t end = end_of_masked(text, at);
        for (std::size_t i = at; i < end; ++i) {
            if (out[i] != '\n' && out[i] != '\r') out[i] = ' ';
        }
        at = std::max(end, at + 1);
    }
    return out;
}

std::vector<VerilogWord> words_of(std::string_view masked) {
    std::vector<VerilogWord> words;
    for (std::size_t at = 0; at < masked.size();) {
        const std::size_t start = at;
        if (masked[at] == '\\') {
            while (at < masked.size() && !is_space(masked[at])) ++at;
        } else if (is_word_start(masked[at]) || masked[at] == '`') {
            ++at;
            while (at < masked.size() && is_word_part(masked[at])) ++at;
        } else if (std::isdigit(static_cast<unsigned char>(masked[at])) || masked[at] == '\'' ||
                   masked[at] == '$') {
            ++at;  // a number or system task: its letters are no word
            while (at < masked.size() && (is_word_part(masked[at]) || masked[at] == '\'')) ++at;
            continue;
        } else {
            ++at;
            continue;
        }
        words.push_back({masked.substr(start, at - start), start});
    }
    return words;
}

std::vector<std::string> declared_modules(std::string_view text) {
    const std::string masked = mask_comments(text);
    std::vector<std::string> names;
    bool expect_name = false;
    for (const VerilogWord& word : words_of(masked)) {
        if (expect_name && word.text != "automatic" && word.text != "static") {
            names.emplace_back(word.text);
            expect_name = false;
        }
        if (word.text == "module" || word.text == "macromodule") expect_name = true;
    }
    return names;
}

std::size_t line_of(std::string_view text, std::size_t position) {
    return 1 + static_cast<std::size_t>(std::count(
                   text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

std::string spelled(const std::string& name) {
    const bool plain = !name.empty() && is_word_start(name[0]) &&
                       std::all_of(name.begin(), name.end(), is_word_part);
    return plain ? name : "\\" + name + " ";
}

}  // namespace tapestry
