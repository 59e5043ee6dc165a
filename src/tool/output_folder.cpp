// SPDX-License-Identifier: Apache-2.0
#include "tool/output_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <set>
#include <sstream>
#include <string>
#include <thread>

#include "base/codes.h"
#include "base/file.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

// What every command of ours may have left in an output folder.
constexpr const char* kOurs[] = {"woven",          "passes",     "build",       "tapestry.reading",
                                 "run.tapdb",      "report.txt", "report.html", "report.json",
                                 "simulation.log", "recordings", "tests"};
constexpr const char* kMark = ".tapestry";
constexpr const char* kWork = ".tapestry.work";    // being made
constexpr const char* kReady = ".tapestry.ready";  // complete, and on its way into place
constexpr const char* kNames = "names";            // what is ready, one name a line
constexpr const char* kOld = "old";                // what was replaced, until it is removed

bool is_woven(const std::string& name) { return name == "woven" || name == "passes"; }

// Moves what is ready into place. It can be killed at any step and done again.
void put_in_place(const fs::path& folder) {
    std::error_code ec;
    const fs::path ready = folder / kReady;
    if (!fs::is_directory(ready, ec)) return;
    Diagnostics ignored;
    std::istringstream lines(read_file(ready / kNames, ignored).value_or(""));
    std::set<std::string> names;
    for (std::string name; std::getline(lines, name);) names.insert(name);
    const bool any_woven = std::any_of(names.begin(), names.end(), is_woven);
    fs::create_directory(ready / kOld, ec);
    // What the new one does not have goes.
    for (const std::string name : kOurs) {
        if (!names.contains(name) && (any_woven || !is_woven(name)))
            fs::rename(folder / name, ready / kOld / name, ec);
    }
    for (const std::string& name : names) {
        if (!fs::exists(ready / name, ec)) continue;  // in place already
        if (fs::is_directory(folder / name, ec)) fs::rename(folder / name, ready / kOld / name, ec);
        fs::rename(ready / name, folder / name, ec);
    }
    fs::remove_all(ready, ec);
}

// Under the lock.
void clean(const fs::path& folder) {
    put_in_place(folder);
    std::error_code ignored;
    fs::remove_all(folder / kWork, ignored);
}

bool is_same_file(int file, const fs::path& path) {
    struct stat here {};
    struct stat there {};
    return fstat(file, &here) == 0 && stat(path.c_str(), &there) == 0 &&
           here.st_ino == there.st_ino && here.st_dev == there.st_dev;
}

}  // namespace

FolderLock::FolderLock(const fs::path& folder, bool patience) {
    const fs::path mark = folder / kMark;
    // The mark may go between opening and locking it, with the folder of a command that failed.
    for (int attempt = 0; attempt < 10 && file_ < 0; ++attempt) {
        const int file = open(mark.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (file < 0) return;
        const bool locked = flock(file, LOCK_EX | LOCK_NB) == 0;
        if (locked && is_same_file(file, mark)) {
            file_ = file;
            return;
        }
        close(file);
        if (!locked && !patience) return;
        if (!locked) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

FolderLock::~FolderLock() {
    if (file_ >= 0) close(file_);
}

FolderLock::FolderLock(FolderLock&& other) noexcept : file_(other.file_) { other.file_ = -1; }

Result<OutputFolder> OutputFolder::make(const fs::path& path, Diagnostics& diagnostics) {
    std::error_code ec;
    const bool existed = fs::exists(path, ec);
    if (existed &&
        !(fs::is_directory(path, ec) && (fs::is_empty(path, ec) || fs::exists(path / kMark, ec)))) {
        diagnostics.report(Code::output_not_ours, {}, path.string());
        return failure;
    }
    if (!make_folder(path, diagnostics)) return failure;
    return locked(path, !existed, diagnostics);
}

Result<OutputFolder> OutputFolder::make_in_woven(const fs::path& path, Diagnostics& diagnostics) {
    return locked(path, false, diagnostics);
}

Result<OutputFolder> OutputFolder::locked(const fs::path& path, bool folder_is_new,
                                          Diagnostics& diagnostics) {
    std::error_code ec;
    const bool had_mark = fs::exists(path / kMark, ec);
    FolderLock lock(path, true);
    if (!lock.held()) {
        if (had_mark)
            diagnostics.report(Code::output_busy, {}, path.string());
        else
            diagnostics.report(Code::file_unwritable, {}, path.string(), std::strerror(errno));
        return failure;
    }
    clean(path);
    OutputFolder folder(path, std::move(lock), folder_is_new, !had_mark);
    if (!make_folder(folder.work(), diagnostics)) return failure;
    return folder;
}

OutputFolder::OutputFolder(fs::path path, FolderLock lock, bool folder_is_new, bool mark_is_new)
    : path_(std::move(path)),
      lock_(std::move(lock)),
      folder_is_new_(folder_is_new),
      mark_is_new_(mark_is_new) {
    std::vector<std::string> gone = {absolute_path(work())};
    if (mark_is_new) gone.push_back(absolute_path(path_ / kMark));
    on_signal_ = std::make_unique<RemovedOnSignal>(gone, folder_is_new ? absolute_path(path_) : "");
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : path_(std::move(other.path_)),
      lock_(std::move(other.lock_)),
      folder_is_new_(other.folder_is_new_),
      mark_is_new_(other.mark_is_new_),
      published_(other.published_),
      on_signal_(std::move(other.on_signal_)) {
    other.published_ = true;
}

fs::path OutputFolder::work() const { return path_ / kWork; }

Result<Done> OutputFolder::publish(Diagnostics& diagnostics) {
    std::error_code ec;
    std::string names;
    for (const auto& entry : fs::directory_iterator(work(), ec))
        names += entry.path().filename().string() + "\n";
    if (!write_file(work() / kNames, names, diagnostics)) return failure;
    fs::rename(work(), path_ / kReady, ec);
    if (ec) {
        diagnostics.report(Code::file_unwritable, {}, path_.string(), ec.message());
        return failure;
    }
    published_ = true;
    on_signal_.reset();
    put_in_place(path_);
    return Done{};
}

void OutputFolder::keep() {
    mark_is_new_ = false;
    folder_is_new_ = false;
    on_signal_ =
        std::make_unique<RemovedOnSignal>(std::vector<std::string>{absolute_path(work())}, "");
}

OutputFolder::~OutputFolder() {
    if (published_) return;
    std::error_code ignored;
    fs::remove_all(work(), ignored);
    if (mark_is_new_) fs::remove(path_ / kMark, ignored);
    if (folder_is_new_ && fs::is_empty(path_, ignored)) fs::remove(path_, ignored);
}

fs::path work_under_way(const fs::path& folder) {
    std::error_code ec;
    if (!fs::exists(folder / kWork, ec) || FolderLock(folder).held()) return {};
    return folder / kWork;
}

void settle(const fs::path& folder) {
    std::error_code ec;
    if (!fs::exists(folder / kReady, ec)) return;
    const FolderLock lock(folder);
    if (lock.held()) clean(folder);
}

}  // namespace tapestry
