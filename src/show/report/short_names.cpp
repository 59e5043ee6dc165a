// SPDX-License-Identifier: Apache-2.0
#include "show/report/short_names.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "base/path_name.h"

namespace tapestry {

namespace {

// A thread keeps its rank and its job: `rank[3].main` says more than `main`, even of a single one.
bool is_thread_of_rank(std::string_view path) {
    return path.starts_with("rank[") || path.starts_with("job");
}

// The folder that all absolute files are below, with its slash; empty if that is the root.
std::string shared_folder(const std::vector<std::string>& sources) {
    std::string folder;
    bool first = true;
    for (const std::string& source : sources) {
        if (!source.starts_with('/')) continue;
        const std::string own = source.substr(0, source.rfind('/') + 1);
        if (first) folder = own;
        first = false;
        while (!own.starts_with(folder)) folder.resize(folder.rfind('/', folder.size() - 2) + 1);
    }
    return folder == "/" ? std::string() : folder;
}

bool is_in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_.$[]*\\/:-").find(c) != std::string_view::npos;
}

}  // namespace

bool is_name_in_sentences(std::string_view path) { return last_part(path).size() > 3; }

ShortNames::ShortNames(const std::vector<std::string>& paths,
                       const std::vector<std::string>& sources)
    : folder_(shared_folder(sources)) {
    std::set<std::string> instances;
    for (std::string_view path : paths)
        for (; !path.empty(); path = parent_path(path)) instances.emplace(path);
    const std::vector<std::string> all(instances.begin(), instances.end());
    std::vector<std::string> ends = distinct_ends(all);
    for (std::size_t i = 0; i < all.size(); ++i)
        ends_.emplace(all[i], is_thread_of_rank(all[i]) ? all[i] : std::move(ends[i]));
}

// The longest part of the word that is an instance, shortened, and the rest as it is. What follows
// an instance without a dot, such as a colon, is no name.
std::string ShortNames::of_word(std::string_view word) const {
    if (!folder_.empty() && word.starts_with(folder_))
        return std::string(word.substr(folder_.size()));
    for (std::size_t end = word.size(); end > 0; --end) {
        if (end < word.size() && std::string_view(".:/").find(word[end]) == std::string_view::npos)
            continue;
        const auto it = ends_.find(word.substr(0, end));
        if (it != ends_.end()) return it->second + std::string(word.substr(end));
    }
    return std::string(word);
}

std::string ShortNames::in_sentence(std::string_view sentence) const {
    std::string out;
    while (!sentence.empty()) {
        const auto end = std::find_if_not(sentence.begin(), sentence.end(), is_in_name);
        const auto length = static_cast<std::size_t>(end - sentence.begin());
        out += of_word(sentence.substr(0, length));
        sentence.remove_prefix(length);
        if (!sentence.empty()) out += sentence.front();
        sentence.remove_prefix(std::min<std::size_t>(1, sentence.size()));
    }
    return out;
}

}  // namespace tapestry
