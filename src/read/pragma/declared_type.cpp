// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/declared_type.h"

#include <algorithm>
#include <array>

namespace tapestry {

namespace {

bool is_type_word(std::string_view word) {
    constexpr std::array<std::string_view, 8> kWords = {"reg", "logic", "bit",      "integer",
                                                        "int", "byte",  "shortint", "longint"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

bool is_other_word(std::string_view word) {
    constexpr std::array<std::string_view, 12> kWords = {"input", "output", "inout",   "wire",
                                                         "begin", "end",    "else",    "assign",
                                                         "var",   "module", "posedge", "negedge"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

// Reads declarations: TYPE [signed] [dimensions] name [= …], name …
class DeclarationSearch {
public:
    DeclarationSearch(std::string_view masked, const std::vector<VerilogToken>& tokens,
                      std::size_t end, const std::string& name)
        : masked_(masked), tokens_(tokens), end_(end), name_(name) {}

    // The type, if the declaration that begins at `at` declares the name.
    std::optional<std::string> at(std::size_t at) {
        std::size_t i = at;
        if (text(i + 1) == ":" && text(i + 2) == ":") i += 3;  // package::type
        ++i;
        while (text(i) == "signed" || text(i) == "unsigned") ++i;
        while (text(i) == "[") i = behind_group(i);
        const std::size_t behind_type = i;
        while (i < end_ && is_identifier(text(i)) && !is_other_word(text(i))) {
            if (text(i) == name_ && text(i + 1) == "[") return std::nullopt;  // an array
            if (text(i) == name_) return type(at, behind_type);
            i = behind_one(i + 1);
            if (text(i) != ",") break;
            ++i;
        }
        return std::nullopt;
    }

private:
    std::string_view text(std::size_t i) const {
        return i < end_ ? tokens_[i].text : std::string_view();
    }
    std::size_t behind_group(std::size_t i) const {
        int depth = 0;
        do {
            const std::string_view t = text(i);
            depth += t == "(" || t == "[" || t == "{"   ? 1
                     : t == ")" || t == "]" || t == "}" ? -1
                                                        : 0;
            ++i;
        } while (depth > 0 && i < end_);
        return i;
    }
    // The position after the dimensions and initial value of one name.
    std::size_t behind_one(std::size_t i) const {
        while (i < end_ && text(i) != "," && text(i) != ";" && text(i) != ")")
            i = text(i) == "[" || text(i) == "(" || text(i) == "{" ? behind_group(i) : i + 1;
        return i;
    }
    std::string type(std::size_t from, std::size_t to) const {
        const std::size_t begin = tokens_[from].position;
        std::string out(masked_.substr(begin, tokens_[to].position - begin));
        std::replace_if(out.begin(), out.end(), is_blank, ' ');
        while (!out.empty() && out.back() == ' ') out.pop_back();
        return out;
    }

    std::string_view masked_;
    const std::vector<VerilogToken>& tokens_;
    std::size_t end_;
    const std::string& name_;
};

}  // namespace

std::optional<std::string> declared_type(std::string_view masked,
                                         const std::vector<VerilogToken>& tokens, std::size_t begin,
                                         std::size_t end, const std::string& name) {
    DeclarationSearch search(masked, tokens, std::min(end, tokens.size()), name);
    for (std::size_t i = begin; i < end && i + 1 < tokens.size(); ++i) {
        const bool typed = is_identifier(tokens[i].text) && !is_other_word(tokens[i].text) &&
                           (is_identifier(tokens[i + 1].text) || tokens[i + 1].text == ":" ||
                            tokens[i + 1].text == "[");
        if (!is_type_word(tokens[i].text) && !typed) continue;
        if (auto found = search.at(i)) return found;
    }
    return std::nullopt;
}

}  // namespace tapestry
