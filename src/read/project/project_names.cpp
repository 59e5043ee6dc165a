// SPDX-License-Identifier: Apache-2.0
#include "read/project/project_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/argument.h"
#include "base/codes/projects.h"

namespace tapestry {

namespace {

class Names {
public:
    explicit Names(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void paths(std::vector<std::string>& all, const char* what) {
        for (std::string& path : all) {
            if (path.empty() || !is_argument(path))
                refuse(path, what);
            else
                path = path_argument(path);
        }
    }
    void name(const std::string& name, const char* what) {
        if (!is_name_argument(name)) refuse(name, what);
    }
    // A name that also becomes a folder name: only letters, digits and underscores.
    void identifier(const std::string& text, const char* what) {
        const bool plain = std::all_of(text.begin(), text.end(), [](unsigned char c) {
            return c < 0x80 && (std::isalnum(c) || c == '_');
        });
        if (!is_name_argument(text) || !plain) refuse(text, what);
    }
    void settings(const std::vector<std::pair<std::string, std::string>>& all, const char* what) {
        for (const auto& [key, value] : all) {
            name(key, what);
            if (!is_argument(value)) refuse(value, "its value");
        }
    }
    void arguments(const std::vector<std::string>& all, const char* what) {
        for (const std::string& word : all) {
            if (word.empty() || !is_argument(word)) refuse(word, what);
        }
    }
    Result<Done> result() const { return result_; }

private:
    void refuse(const std::string& text, const char* what) {
        const char* why = text.empty()         ? "it is empty"
                          : !is_argument(text) ? "it has control characters"
                                               : "it does not begin with a letter, or has "
                                                 "characters that may not stand there";
        std::string shown;
        for (const char c : text) shown += static_cast<unsigned char>(c) < ' ' ? '?' : c;
        result_ = diagnostics_.report(code::name_refused, {}, shown, what, why);
    }

    Diagnostics& diagnostics_;
    Result<Done> result_ = Done{};
};

void check(SourceSet& sources, Names& names) {
    names.paths(sources.files, "a source file");
    names.paths(sources.include_folders, "a folder of include files");
    names.paths(sources.library_folders, "a folder of modules");
    names.paths(sources.library_files, "a file of modules");
    names.arguments(sources.library_endings, "the ending of a file");
    names.settings(sources.defines, "a macro");
    names.settings(sources.parameters, "a parameter");
}

}  // namespace

Result<Done> make_names_safe(Project& project, Diagnostics& diagnostics) {
    Names names(diagnostics);
    check(project.sources, names);
    names.paths(project.testbench_files, "a testbench");
    for (auto& [library, file] : project.vhdl.libraries) {
        names.identifier(library, "a library");
        std::vector<std::string> files = {file};
        names.paths(files, "a file of a library");
        file = files[0];
    }
    if (!project.top.empty()) names.name(project.top, "the top module");
    if (!project.testbench_top.empty())
        names.name(project.testbench_top, "the top module of the testbench");
    names.arguments(project.plusargs, "an argument of the simulation");
    names.arguments(project.simulator_flags, "a flag of the simulator");
    return names.result();
}

Result<Done> make_names_safe(SourceSet& sources, Diagnostics& diagnostics) {
    Names names(diagnostics);
    check(sources, names);
    return names.result();
}

}  // namespace tapestry
