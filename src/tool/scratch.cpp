// SPDX-License-Identifier: Apache-2.0
#include "tool/scratch.h"

#include <stdlib.h>

#include <string>

#include "base/file.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

// Everything a command of ours writes into an output folder.
constexpr const char* kOurs[] = {"woven",          "passes",      "build",       "run.tapdb",
                                 "report.txt",     "report.html", "report.json", "tapestry.reading",
                                 "simulation.log", ".tapestry"};
constexpr const char* kMark = ".tapestry";

}  // namespace

Scratch::Scratch() {
    std::error_code ec;
    const fs::path parent = fs::temp_directory_path(ec);
    std::string name = (parent / "tapestry-XXXXXX").string();
    if (ec || !mkdtemp(name.data())) return;
    path_ = name;
    on_signal_ = std::make_unique<RemovedOnSignal>(std::vector{name}, "");
}

Scratch::~Scratch() {
    std::error_code ignored;
    if (good()) fs::remove_all(path_, ignored);
}

bool is_usable(const Scratch& scratch, Diagnostics& diagnostics) {
    if (!scratch.good())
        diagnostics.report(Code::file_unwritable, {}, "a temporary folder",
                           "TMPDIR does not name a folder that can be written");
    return scratch.good();
}

Result<OutputFolder> OutputFolder::make(const fs::path& path, Diagnostics& diagnostics) {
    std::error_code ec;
    const bool existed = fs::exists(path, ec);
    if (existed &&
        !(fs::is_directory(path, ec) && (fs::is_empty(path, ec) || fs::exists(path / kMark, ec)))) {
        diagnostics.report(Code::output_not_ours, {}, path.string());
        return failure;
    }
    if (!make_folder(path, diagnostics)) return failure;
    OutputFolder folder(path, existed);
    folder.clear();
    if (!write_file(path / kMark, "Made by tapestry; a later run replaces what is in here.\n",
                    diagnostics))
        return failure;
    return folder;
}

OutputFolder::OutputFolder(fs::path path, bool existed)
    : path_(std::move(path)), existed_(existed) {
    std::vector<std::string> ours;
    for (const char* name : kOurs) ours.push_back(absolute_path(path_ / name));
    on_signal_ = std::make_unique<RemovedOnSignal>(ours, existed ? "" : absolute_path(path_));
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : path_(std::move(other.path_)),
      existed_(other.existed_),
      kept_(other.kept_),
      on_signal_(std::move(other.on_signal_)) {
    other.kept_ = true;
}

void OutputFolder::clear() const {
    std::error_code ignored;
    for (const char* name : kOurs) fs::remove_all(path_ / name, ignored);
}

OutputFolder::~OutputFolder() {
    if (kept_) return;
    clear();
    std::error_code ignored;
    if (!existed_ && fs::is_empty(path_, ignored)) fs::remove(path_, ignored);
}

}  // namespace tapestry
