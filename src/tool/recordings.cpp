// SPDX-License-Identifier: Apache-2.0
#include "tool/recordings.h"

#include <algorithm>

#include "analyse/analyse.h"
#include "base/file.h"
#include "host/host_run.h"
#include "store/write_run.h"

namespace tapestry {

namespace fs = std::filesystem;

std::vector<fs::path> recordings_in(const std::vector<std::string>& paths) {
    std::vector<fs::path> files;
    for (const std::string& path : paths) {
        std::error_code ec;
        if (!fs::is_directory(path, ec)) {
            files.emplace_back(path);
            continue;
        }
        std::vector<fs::path> inside;
        for (const auto& entry : fs::recursive_directory_iterator(path, ec))
            if (entry.path().extension() == ".taphost") inside.push_back(entry.path());
        std::sort(inside.begin(), inside.end());
        files.insert(files.end(), inside.begin(), inside.end());
    }
    return files;
}

Result<HostRunMade> store_host_run(const std::vector<fs::path>& files, RunFacts facts,
                                   const fs::path& run, Diagnostics& diagnostics) {
    std::vector<Recording> recordings;
    for (const fs::path& file : files) {
        const Result<std::string> bytes = read_file(file, diagnostics);
        if (!bytes) return failure;
        Result<Recording> recording = read_recording(*bytes, file.filename().string(), diagnostics);
        if (!recording) return failure;
        recordings.push_back(std::move(*recording));
    }
    const bool was_partial = facts.partial;
    Run made = host_run(std::move(recordings), std::move(facts), diagnostics);
    if (was_partial && !made.partial) made.partial_reason = "the program did not end in order";
    made.partial = made.partial || was_partial;
    made.diagnostics = diagnostics.all();
    const Analysis analysis = analyse(made);
    if (!write_run(made, analysis, run, diagnostics)) return failure;
    return HostRunMade{analysis.answer, made.partial};
}

}  // namespace tapestry
