// SPDX-License-Identifier: Apache-2.0
#include "software/cc/dependencies.h"

#include <algorithm>
#include <filesystem>

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// The value of an option: the next argument, or what is attached to it.
std::string value_of(const std::vector<std::string>& words, const std::string& option) {
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i] == option) return i + 1 < words.size() ? words[i + 1] : "";
        if (words[i].starts_with(option)) return words[i].substr(option.size());
    }
    return "";
}

bool writes_beside(const std::string& word) { return word == "-MD" || word == "-MMD"; }

std::string without_ending(const std::string& name) {
    return (fs::path(name).parent_path() / fs::path(name).stem()).string();
}

}  // namespace

std::vector<std::string> dependency_files(const CompilerCommand& command) {
    std::vector<std::string> files;
    for (const char* option : {"-MF", "-Wp,-MMD,", "-Wp,-MD,"})
        if (const std::string file = value_of(command.words, option); !file.empty())
            files.push_back(file);
    if (!files.empty() || std::none_of(command.words.begin(), command.words.end(), writes_beside))
        return files;
    const std::string output = value_of(command.words, "-o");
    if (!output.empty()) files.push_back(without_ending(output) + ".d");
    for (const std::size_t source : command.sources) {
        const std::string stem = fs::path(command.words[source]).stem().string();
        files.push_back(stem + ".d");
        if (!output.empty()) files.push_back(without_ending(output) + "-" + stem + ".d");
    }
    return files;
}

std::string with_sources(std::string text, const std::vector<CopiedSource>& copies) {
    for (const auto& [source, copy] : copies)
        for (std::size_t at = text.find(copy); at != std::string::npos;
             at = text.find(copy, at + source.size()))
            text.replace(at, copy.size(), source);
    return text;
}

}  // namespace tapestry
