// SPDX-License-Identifier: Apache-2.0
#include "base/verilog_text.h"

#include <algorithm>

#include "base/verilog_keyword.h"
#include "base/verilog_lexer.h"

namespace tapestry {

namespace {

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
        // an escaped identifier may contain // and "
        if (text[at] == '\\') {  // an escaped identifier may hold
            while (at < text.size() && !is_blank(text[at])) ++at;
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
        if (is_blank(masked[at])) {
            ++at;
            continue;
        }
        const VerilogToken token = token_at(masked, at);
        at += token.text.size();
        if (token.kind == VerilogToken::Kind::word || token.kind == VerilogToken::Kind::macro)
            words.push_back({token.text, token.position});
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
                       std::all_of(name.begin(), name.end(), is_word_part) &&
                       !is_verilog_keyword(name);
    return plain ? name : "\\" + name + " ";
}

}  // namespace tapestry
