// SPDX-License-Identifier: Apache-2.0
#include "read/project/design_files.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/file.h"
#include "base/verilog_text.h"

namespace tapestry {

namespace {

struct FileWords {
    std::set<std::string> declares;
    std::set<std::string> mentions;
};

bool declares_next(std::string_view word) {
    return word == "module" || word == "macromodule" || word == "package" || word == "interface" ||
           word == "program" || word == "primitive";
}

FileWords words_of_file(const std::string& text) {
    FileWords found;
    bool declared = false;
    const std::string masked = mask_comments(text);
    for (const VerilogWord& word : words_of(masked)) {
        if (word.text == "automatic" || word.text == "static") continue;
        (declared ? found.declares : found.mentions).emplace(word.text);
        declared = declares_next(word.text);
    }
    return found;
}

// The words that each file declares and mentions; none for unreadable files.
std::vector<FileWords> words_of_files(const std::vector<std::string>& files,
                                      Diagnostics& diagnostics) {
    std::vector<FileWords> words;
    for (const std::string& file : files)
        words.push_back(words_of_file(read_file(file, diagnostics).value_or("")));
    return words;
}

}  // namespace

std::optional<DesignFiles> files_of_design(const std::vector<std::string>& files,
                                           const std::string& top, Diagnostics& diagnostics) {
    const std::vector<FileWords> words = words_of_files(files, diagnostics);
    std::multimap<std::string, std::size_t> where;
    for (std::size_t i = 0; i < files.size(); ++i)
        for (const std::string& name : words[i].declares) where.emplace(name, i);
    if (!where.contains(top)) return std::nullopt;
    std::set<std::size_t> needed;
    std::vector<std::string> wanted = {top};
    while (!wanted.empty()) {
        const auto [first, last] = where.equal_range(wanted.back());
        wanted.pop_back();
        for (auto at = first; at != last; ++at) {
            if (!needed.insert(at->second).second) continue;
            const auto& mentions = words[at->second].mentions;
            wanted.insert(wanted.end(), mentions.begin(), mentions.end());
        }
    }
    DesignFiles split;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const bool is_design = needed.contains(i) || words[i].declares.empty();
        (is_design ? split.design : split.testbench).push_back(files[i]);
    }
    return split;
}

std::vector<std::string> used_library(const std::vector<std::string>& library,
                                      const std::vector<std::string>& files,
                                      Diagnostics& diagnostics) {
    std::set<std::string> mentioned = {"tapestry_sim", "tapestry_bind"};
    for (const FileWords& file : words_of_files(files, diagnostics))
        mentioned.insert(file.mentions.begin(), file.mentions.end());
    const std::vector<FileWords> words = words_of_files(library, diagnostics);
    std::set<std::size_t> used;
    for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t i = 0; i < library.size(); ++i) {
            const bool wanted =
                words[i].declares.empty() ||
                std::any_of(words[i].declares.begin(), words[i].declares.end(),
                            [&](const auto& name) { return mentioned.contains(name); });
            if (!wanted || !used.insert(i).second) continue;
            mentioned.insert(words[i].mentions.begin(), words[i].mentions.end());
            grown = true;
        }
    }
    std::vector<std::string> out;
    for (const std::size_t i : used) out.push_back(library[i]);
    return out;
}

}  // namespace tapestry
