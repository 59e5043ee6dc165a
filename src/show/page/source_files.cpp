// SPDX-License-Identifier: Apache-2.0
#include "show/page/source_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "base/digest.h"
#include "base/text.h"
#include "show/page/json_text.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMostBytesOfAFile = 1 << 20;
constexpr std::uintmax_t kMostBytes = 8 << 20;
// A run can name any file; only files with the extension of a source language are ever shown.
constexpr std::string_view kEndings[] = {".v",     ".sv", ".vh",  ".svh",  ".vhd", ".vhdl",
                                         ".c",     ".cc", ".cpp", ".cxx",  ".h",   ".hpp",
                                         ".scala", ".py", ".hs",  ".spade"};

bool is_source(const fs::path& file) {
    const std::string ending = file.extension().string();
    return std::find(std::begin(kEndings), std::end(kEndings), ending) != std::end(kEndings);
}

bool is_in_folder(const fs::path& file, const fs::path& folder) {
    const auto [end, _] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    return end == folder.end();
}

// "file:line" without the line.
std::string file_of(const std::string& source) { return source.substr(0, source.rfind(':')); }

Result<std::set<std::string>> named_files(const RunView& run, Diagnostics& diagnostics) {
    std::set<std::string> files;
    auto take = [&](const Row& row) {
        if (const auto* source = std::get_if<std::string>(&row[0])) files.insert(file_of(*source));
    };
    if (const auto done = run.for_each_row(
            "SELECT source FROM taps UNION SELECT source FROM states", take, diagnostics);
        !done)
        return done.failure();
    files.erase("");
    return files;
}

// The digest of each source as it was when the run was made; runs of before have none.
Result<std::map<std::string, std::string>> digests_of(const RunView& run,
                                                      Diagnostics& diagnostics) {
    std::map<std::string, std::string> digests;
    auto take = [&](const Row& row) {
        const auto* lines = std::get_if<std::string>(&row[0]);
        if (!lines) return;
        for (const std::string_view line : lines_of(*lines)) {
            const std::size_t blank = std::min(line.find(' '), line.size() - 1);
            digests[std::string(line.substr(blank + 1))] = line.substr(0, blank);
        }
    };
    if (const auto done = run.for_each_row("SELECT value FROM run WHERE key = 'source_digests'",
                                           take, diagnostics);
        !done)
        return done.failure();
    return digests;
}

}  // namespace

fs::path find_source(const std::string& file, const PageSources& sources) {
    if (!is_source(file)) return {};
    for (const fs::path& folder : sources.folders) {
        std::error_code ec;
        const fs::path root = fs::canonical(folder, ec);
        if (ec) continue;
        const fs::path found = fs::canonical(root / file, ec);  // an absolute name stays absolute
        if (ec || !fs::is_regular_file(found, ec)) continue;
        if (sources.anywhere || (is_in_folder(found, root) && is_source(found))) return found;
    }
    return {};
}

Result<std::string> source_files(const RunView& run, const PageSources& sources,
                                 Diagnostics& diagnostics) {
    const Result<std::set<std::string>> files = named_files(run, diagnostics);
    const auto digests = digests_of(run, diagnostics);
    if (!files || !digests) return failure_of(files, digests);
    std::vector<std::string> items;
    std::uintmax_t total = 0;
    for (const std::string& file : *files) {
        auto missing = [&](const char* why) {
            items.push_back(fmt::format(R"({{"file":{},"missing":"{}"}})", json_string(file), why));
        };
        const fs::path path = find_source(file, sources);
        std::error_code ec;
        const std::uintmax_t size = path.empty() ? 0 : fs::file_size(path, ec);
        if (path.empty() || ec) {
            missing("it was not found when this report was made");
        } else if (size > kMostBytesOfAFile || total + size > kMostBytes) {
            missing("it is too large to be kept in a report");
        } else {
            std::ifstream in(path, std::ios::binary);
            const std::string text{std::istreambuf_iterator<char>(in), {}};
            const auto digest = digests->find(file);
            if (digest != digests->end() && digest->second != digest_of(text)) {
                missing("it was changed after the run had begun, so its lines may be others");
                continue;
            }
            total += text.size();
            items.push_back(
                fmt::format(R"({{"file":{},"text":{}}})", json_string(file), json_string(text)));
        }
    }
    return json_array(items);
}

}  // namespace tapestry
