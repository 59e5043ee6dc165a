// SPDX-License-Identifier: Apache-2.0
#include "jobs/what_if/source_key.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>

#include "base/file.h"
#include "read/project/project_file.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// What `include commonly names, which no list has.
constexpr std::array<std::string_view, 11> kSourceEndings = {
    ".v", ".vh", ".sv", ".svh", ".h", ".hpp", ".c", ".cpp", ".vhd", ".vhdl", ".inc"};
constexpr std::uintmax_t kLargestFile = 64 << 20;

void add_folder(const fs::path& folder, std::set<std::string>& files) {
    std::error_code ec;
    for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, ec)) {
        const std::string ending = entry.path().extension().string();
        const bool read =
            std::find(kSourceEndings.begin(), kSourceEndings.end(), ending) != kSourceEndings.end();
        std::error_code ignored;
        if (read && entry.is_regular_file(ignored) && entry.file_size(ignored) <= kLargestFile)
            files.insert(entry.path().lexically_normal().string());
    }
}

void add_file(const std::string& file, std::set<std::string>& files) {
    files.insert(fs::path(file).lexically_normal().string());
    add_folder(fs::path(file).parent_path(), files);
}

std::set<std::string> files_of(const std::string& project_file) {
    std::set<std::string> files = {fs::path(project_file).lexically_normal().string()};
    Diagnostics ignored;  // a project that cannot be read is told by each point
    const Result<Project> project = read_project_file(project_file, ignored);
    if (!project) return files;
    for (const auto* list : {&project->sources.files, &project->sources.library_files,
                             &project->testbench_files, &project->facts_files})
        for (const std::string& file : *list) add_file(file, files);
    for (const auto* list : {&project->sources.library_folders, &project->sources.include_folders})
        for (const std::string& folder : *list) add_folder(folder, files);
    return files;
}

// Whether a string that begins at `quote` names a file that is written.
bool is_written(std::string_view text, std::size_t quote, std::size_t end) {
    const std::string_view before = text.substr(0, quote);
    const std::string_view call = before.substr(std::min(before.rfind('$'), before.size()));
    if (call.starts_with("$dumpfile") || call.starts_with("$writemem")) return true;
    return call.starts_with("$fopen") && text.substr(end, 8).find("\"r") == std::string_view::npos;
}

// The files that a text names in strings, such as those of $readmemh.
void add_named(std::string_view text, const fs::path& folder, std::set<std::string>& files) {
    for (std::size_t quote = text.find('"'); quote != std::string_view::npos;) {
        const std::size_t end = text.find('"', quote + 1);
        if (end == std::string_view::npos) return;
        const fs::path name(text.substr(quote + 1, end - quote - 1));
        std::error_code ec;
        for (const fs::path& file : {name, folder / name})
            if (end - quote < 256 && !name.empty() && fs::is_regular_file(file, ec) &&
                !is_written(text, quote, end + 1))
                files.insert(file.lexically_normal().string());
        quote = text.find('"', end + 1);
    }
}

}  // namespace

std::string source_key(const std::string& project_file) {
    std::uint64_t hash = 0xcbf29ce484222325;
    auto add = [&](const std::string& text) {
        for (const unsigned char c : fmt::format("{}\n{}", text.size(), text))
            hash = (hash ^ c) * 0x100000001b3;
    };
    Diagnostics ignored;  // what cannot be read is not read by a simulation either
    std::set<std::string> files = files_of(project_file), named;
    for (const std::string& file : files)
        add_named(read_file(file, ignored).value_or(""), fs::path(file).parent_path(), named);
    files.merge(named);
    for (const std::string& file : files) {
        add(file);
        add(read_file(file, ignored).value_or(""));
    }
    return fmt::format("{:016x}", hash);
}

}  // namespace tapestry
