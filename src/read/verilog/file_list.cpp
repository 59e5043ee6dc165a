// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/file_list.h"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "base/codes/files.h"
#include "base/codes/sources.h"
#include "base/file.h"

namespace tapestry {

namespace {

constexpr int kDeepestList = 16;
constexpr std::size_t kMostLists = 10'000;  // lists that include each other grow exponentially

// Why one more list, at this depth and after `lists` others, is refused; empty if it is not.
std::string why_no_more(int depth, std::size_t lists) {
    if (depth > kDeepestList) return "file lists name each other in a circle";
    return lists > kMostLists ? "file lists name more than 10,000 others" : "";
}

struct Word {
    std::string text;
    std::uint32_t line;
};

// Words of the list: separated by white space, with // # and /* */ comments, "quotes" and
// $VARIABLES.
std::vector<Word> split_words(const std::string& text) {
    std::vector<Word> words;
    std::string word;
    std::uint32_t line = 1;
    bool quoted = false;
    auto flush = [&] {
        if (!word.empty()) words.push_back({word, line});
        word.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = std::string_view(text).substr(i);
        if (text[i] == '"' ||
            (quoted && text[i] == '\n')) {  // an unterminated quote ends with its line
            quoted = text[i] == '"' && !quoted;
        }
        if (quoted) {
            if (text[i] != '"') word += text[i];
        } else if (word.empty() && (rest.starts_with("//") || rest.starts_with("#"))) {
            i = std::min(text.find('\n', i), text.size()) - 1;
        } else if (word.empty() && rest.starts_with("/*")) {
            const std::size_t end = std::min(text.find("*/", i + 2), text.size() - 2) + 1;
            for (; i < end; ++i) line += text[i] == '\n';
        } else if (std::isspace(static_cast<unsigned char>(text[i]))) {
            flush();
            line += text[i] == '\n';
        } else if (text[i] != '"') {
            word += text[i];
        }
    }
    flush();
    return words;
}

std::string expand_variables(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '$') {
            out += text[i];
            continue;
        }
        const char close = i + 1 < text.size() && text[i + 1] == '{'   ? '}'
                           : i + 1 < text.size() && text[i + 1] == '(' ? ')'
                                                                       : '\0';
        std::size_t at = i + (close ? 2 : 1);
        std::string name;
        while (at < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_')) {
            name += text[at++];
        }
        if (close && at < text.size() && text[at] == close) ++at;
        const char* value = std::getenv(name.c_str());
        out += value ? value : "";
        i = at - 1;
    }
    return out;
}

class ListReader {
public:
    ListReader(SourceSet& set, Diagnostics& diagnostics) : set_(set), diagnostics_(diagnostics) {}

    Result<Done> read(const std::string& path, const std::filesystem::path& base, int depth) {
        const std::string trouble = why_no_more(depth, ++lists_);
        if (!trouble.empty()) {
            return diagnostics_.report(code::file_list_malformed, {path, 0}, trouble);
        }
        std::error_code ec;
        const bool is_named_by_list = depth > 0;
        if (is_named_by_list && std::filesystem::exists(path, ec) &&
            !std::filesystem::is_regular_file(path, ec)) {
            return diagnostics_.report(code::file_missing, {}, path, "it is no file");
        }
        const Result<std::string> text = read_file(path, diagnostics_);
        if (!text) return text.failure();
        const std::vector<Word> words = split_words(*text);
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::string word = expand_variables(words[i].text);
            const bool takes_next = word == "-f" || word == "-F" || word == "-y" || word == "-v" ||
                                    word == "-I" || word == "-D";
            if (takes_next && i + 1 == words.size()) {
                return diagnostics_.report(code::file_list_malformed, {path, words[i].line},
                                           "'" + word + "' stands last, without its value");
            }
            const std::string next = takes_next ? expand_variables(words[++i].text) : "";
            if (const auto done = take(word, next, path, words[i].line, base, depth); !done)
                return done.failure();
        }
        return Done{};
    }

private:
    Result<Done> take(const std::string& word, const std::string& next, const std::string& list,
                      std::uint32_t line, const std::filesystem::path& base, int depth) {
        auto at_base = [&](const std::string& path) {
            return base.empty() || path.empty() || path[0] == '/' ? path : (base / path).string();
        };
        if (word == "-f") return read(at_base(next), base, depth + 1);
        if (word == "-F") {
            const std::string path = at_base(next);
            return read(path, std::filesystem::path(path).parent_path(), depth + 1);
        }
        if (word == "-y")
            set_.library_folders.push_back(at_base(next));
        else if (word == "-v")
            set_.library_files.push_back(at_base(next));
        else if (word == "-I")
            set_.include_folders.push_back(at_base(next));
        else if (word == "-D")
            set_.defines.push_back(split_definition(next));
        else if (word.starts_with("-I"))
            set_.include_folders.push_back(at_base(word.substr(2)));
        else if (word.starts_with("-D"))
            set_.defines.push_back(split_definition(word.substr(2)));
        else if (word.starts_with("-G"))
            set_.parameters.push_back(split_definition(word.substr(2)));
        else if (word.starts_with("+incdir+"))
            for_each_plus(
                word, [&](const std::string& w) { set_.include_folders.push_back(at_base(w)); });
        else if (word.starts_with("+define+"))
            for_each_plus(
                word, [&](const std::string& w) { set_.defines.push_back(split_definition(w)); });
        else if (word.starts_with("+libext+"))
            for_each_plus(word, [&](const std::string& w) { set_.library_endings.push_back(w); });
        else if (word[0] == '-' || word[0] == '+')
            diagnostics_.report(code::file_list_flag_ignored, {list, line}, word);
        else
            set_.files.push_back(at_base(word));
        return Done{};
    }

    template <class Take>
    static void for_each_plus(const std::string& word, Take take) {
        std::size_t at = word.find('+', 1) + 1;
        while (at < word.size()) {
            const std::size_t end = std::min(word.find('+', at), word.size());
            if (end > at) take(word.substr(at, end - at));
            at = end + 1;
        }
    }

    SourceSet& set_;
    Diagnostics& diagnostics_;
    std::size_t lists_ = 0;
};

// Resolves a name in a -F list, in an option or on its own, against the folder of the list.
std::string from_folder(const std::string& word, const std::filesystem::path& base) {
    if (base.empty()) return word;
    for (const char* option : {"+incdir+", "-I", "-y"}) {
        const std::string rest = word.substr(std::min(std::string(option).size(), word.size()));
        if (word.starts_with(option) && !rest.empty())
            return rest[0] == '/' ? word : option + (base / rest).string();
    }
    std::error_code ec;
    const bool name = word[0] != '/' && std::filesystem::exists(base / word, ec);
    return name ? (base / word).string() : word;
}

class ListWriter {
public:
    ListWriter(std::vector<std::string>& out, Diagnostics& diagnostics)
        : out_(out), diagnostics_(diagnostics) {}

    Result<Done> write(const std::vector<std::string>& words, const std::filesystem::path& base,
                       int depth) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            const bool list = words[i] == "-f" || words[i] == "-F" || words[i] == "-c";
            if (!list || i + 1 == words.size()) {
                out_.push_back(from_folder(words[i], base));
                continue;
            }
            ++i;
            const std::string path = from_folder(words[i], base);
            if (const auto done = write_list(words[i - 1], path, base, depth + 1); !done)
                return done.failure();
        }
        return Done{};
    }

private:
    Result<Done> write_list(const std::string& option, const std::string& path,
                            const std::filesystem::path& base, int depth) {
        const std::string trouble = why_no_more(depth, ++lists_);
        if (!trouble.empty()) {
            return diagnostics_.report(code::file_list_malformed, {path, 0}, trouble);
        }
        const Result<std::string> text = read_file(path, diagnostics_);
        if (!text) return text.failure();
        std::vector<std::string> inside;
        for (const Word& word : split_words(*text)) inside.push_back(expand_variables(word.text));
        const std::filesystem::path folder =
            option == "-F" ? std::filesystem::path(absolute_path(path)).parent_path() : base;
        return write(inside, folder, depth);
    }

    std::vector<std::string>& out_;
    Diagnostics& diagnostics_;
    std::size_t lists_ = 0;
};

}  // namespace

Result<std::vector<std::string>> with_lists_written_out(const std::vector<std::string>& words,
                                                        Diagnostics& diagnostics) {
    std::vector<std::string> out;
    if (const auto done = ListWriter(out, diagnostics).write(words, "", 0); !done)
        return done.failure();
    return out;
}

std::pair<std::string, std::string> split_definition(const std::string& text) {
    const std::size_t at = text.find('=');
    if (at == std::string::npos) return {text, ""};
    return {text.substr(0, at), text.substr(at + 1)};
}

Result<Done> read_file_list(const std::string& path, SourceSet& set, Diagnostics& diagnostics) {
    return ListReader(set, diagnostics).read(path, "", 0);
}

Result<Done> read_list_in_its_folder(const std::string& path, SourceSet& set,
                                     Diagnostics& diagnostics) {
    return ListReader(set, diagnostics).read(path, std::filesystem::path(path).parent_path(), 0);
}

}  // namespace tapestry
