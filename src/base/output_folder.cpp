// SPDX-License-Identifier: Apache-2.0
#include "base/output_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>

#include "base/codes/files.h"
#include "base/file.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

// Everything that a command may leave in an output folder.
constexpr const char* kOurs[] = {"woven",          "passes",     "build",       "tapestry.reading",
                                 "run.tapdb",      "report.txt", "report.html", "report.json",
                                 "simulation.log", "recordings", "tests",       "tests.html"};
constexpr const char* kMark = ".tapestry";
constexpr const char* kWork = ".tapestry.work";    // under construction
constexpr const char* kReady = ".tapestry.ready";  // complete, being moved into place
constexpr const char* kNames = "names";  // the list of complete entries, one name per line
constexpr const char* kOld = "old";      // replaced entries, until they are removed

bool is_woven(const std::string& name) { return name == "woven" || name == "passes"; }

// True if the name could have been written by publish(), so that it cannot lead out of the folder.
bool is_plain(const std::string& name) {
    return !name.empty() && name.find('/') == std::string::npos && name != "." && name != ".." &&
           name != kNames && name != kOld && !name.starts_with(kMark);
}

// The complete entries. The folder may be untrusted: returns nothing if anything differs from what
// publish() leaves, so that no name or link can move files from or to another place.
std::optional<std::set<std::string>> names_ready(const fs::path& ready) {
    std::error_code ec;
    std::set<std::string> names;
    if (!fs::exists(fs::symlink_status(ready, ec))) return names;
    if (!fs::is_directory(fs::symlink_status(ready, ec))) return std::nullopt;
    const fs::file_status old = fs::symlink_status(ready / kOld, ec);
    if (fs::exists(old) && !fs::is_directory(old)) return std::nullopt;
    if (!fs::is_regular_file(fs::symlink_status(ready / kNames, ec))) return std::nullopt;
    Diagnostics ignored;
    std::istringstream lines(read_file(ready / kNames, ignored).value_or(""));
    for (std::string name; std::getline(lines, name);) {
        if (!is_plain(name) || fs::is_symlink(ready / name, ec)) return std::nullopt;
        names.insert(name);
    }
    return names;
}

void move_all(const fs::path& folder, const std::set<std::string>& names) {
    std::error_code ec;
    const fs::path ready = folder / kReady;
    const bool any_woven = std::any_of(names.begin(), names.end(), is_woven);
    fs::create_directory(ready / kOld, ec);
    // Remove entries of the earlier results that the new results do not have.
    for (const std::string name : kOurs) {
        if (!names.contains(name) && (any_woven || !is_woven(name)))
            fs::rename(folder / name, ready / kOld / name, ec);
    }
    for (const std::string& name : names) {
        if (!fs::exists(ready / name, ec)) continue;  // already moved
        if (fs::is_directory(folder / name, ec)) fs::rename(folder / name, ready / kOld / name, ec);
        fs::rename(ready / name, folder / name, ec);
    }
    fs::remove_all(ready, ec);
}

// Moves complete entries into place. It can be killed at any step and repeated. Returns false if
// the folder was not made by publish(); then nothing is changed.
bool put_in_place(const fs::path& folder) {
    const auto names = names_ready(folder / kReady);
    std::error_code ec;
    if (names && fs::exists(folder / kReady, ec)) move_all(folder, *names);
    return names.has_value();
}

// The caller holds the lock.
bool clean(const fs::path& folder) {
    if (!put_in_place(folder)) return false;
    std::error_code ignored;
    fs::remove_all(folder / kWork, ignored);
    return true;
}

bool is_same_file(int file, const fs::path& path) {
    struct stat here {};
    struct stat there {};
    return fstat(file, &here) == 0 && stat(path.c_str(), &there) == 0 &&
           here.st_ino == there.st_ino && here.st_dev == there.st_dev;
}

bool has_only_mark(const fs::path& folder) {
    std::error_code ec;
    const fs::directory_iterator all(folder, ec);
    return std::all_of(begin(all), end(all),
                       [](const auto& entry) { return entry.path().filename() == kMark; });
}

// Opens the mark file, creating it if needed. O_NOFOLLOW refuses a link, which is not ours;
// O_NONBLOCK keeps a pipe from blocking us.
int open_mark(const fs::path& mark, bool& made) {
    constexpr int kHow = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    const int file = open(mark.c_str(), kHow | O_CREAT | O_EXCL, 0666);
    made = file >= 0;
    return made || errno != EEXIST ? file : open(mark.c_str(), kHow);
}

}  // namespace

FolderLock::FolderLock(const fs::path& folder, bool patience) {
    const fs::path mark = folder / kMark;
    // A failing command may remove the mark with its folder between our open and our lock.
    for (int attempt = 0; attempt < 10 && file_ < 0; ++attempt) {
        bool made = false;
        const int file = open_mark(mark, made);
        if (file < 0 && errno == ENOENT) continue;
        if (file < 0) return;
        made_mark_ = made;
        const bool locked = flock(file, LOCK_EX | LOCK_NB) == 0;
        is_busy_ = !locked && errno == EWOULDBLOCK;
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

FolderLock::FolderLock(FolderLock&& other) noexcept
    : file_(other.file_), is_busy_(other.is_busy_), made_mark_(other.made_mark_) {
    other.file_ = -1;
}

Result<OutputFolder> OutputFolder::make(const fs::path& path, Diagnostics& diagnostics) {
    std::error_code ec;
    const bool existed = fs::exists(path, ec);
    if (existed &&
        !(fs::is_directory(path, ec) && (fs::is_empty(path, ec) || fs::exists(path / kMark, ec)))) {
        return diagnostics.report(code::output_not_ours, {}, path.string());
    }
    if (const auto made = make_folder(path, diagnostics); !made) return made.failure();
    return locked(path, !existed, diagnostics);
}

Result<OutputFolder> OutputFolder::make_in_woven(const fs::path& path, Diagnostics& diagnostics) {
    return locked(path, false, diagnostics);
}

Result<OutputFolder> OutputFolder::locked(const fs::path& path, bool folder_is_new,
                                          Diagnostics& diagnostics) {
    FolderLock lock(path, true);
    if (!lock.held()) {
        if (lock.is_busy()) return diagnostics.report(code::output_busy, {}, path.string());
        return diagnostics.report(code::file_unwritable, {}, path.string(), std::strerror(errno));
    }
    if (!clean(path)) {
        return diagnostics.report(code::output_not_ours, {}, path.string());
    }
    // Another command may have created, locked and left the folder in the meantime.
    const bool mark_is_new = lock.made_mark() && has_only_mark(path);
    OutputFolder folder(path, std::move(lock), folder_is_new, mark_is_new);
    if (const auto made = make_folder(folder.work(), diagnostics); !made) return made.failure();
    return folder;
}

OutputFolder::OutputFolder(fs::path path, FolderLock lock, bool folder_is_new, bool mark_is_new)
    : path_(std::move(path)),
      lock_(std::move(lock)),
      folder_is_new_(folder_is_new),
      mark_is_new_(mark_is_new) {
    keep(false);
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : path_(std::move(other.path_)),
      lock_(std::move(other.lock_)),
      folder_is_new_(other.folder_is_new_),
      mark_is_new_(other.mark_is_new_),
      kept_(other.kept_),
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
    if (const auto written = write_file(work() / kNames, names, diagnostics); !written)
        return written.failure();
    fs::rename(work(), path_ / kReady, ec);
    if (ec) {
        return diagnostics.report(code::file_unwritable, {}, path_.string(), ec.message());
    }
    published_ = true;
    on_signal_.reset();
    put_in_place(path_);
    return Done{};
}

void OutputFolder::keep(bool kept) {
    kept_ = kept;
    std::vector<std::string> gone = {absolute_path(work())};
    if (mark_is_new_ && !kept) gone.push_back(absolute_path(path_ / kMark));
    const bool folder_goes = folder_is_new_ && !kept;
    auto on_signal =
        std::make_unique<RemovedOnSignal>(gone, folder_goes ? absolute_path(path_) : "");
    on_signal_ = std::move(on_signal);
}

OutputFolder::~OutputFolder() {
    if (published_) return;
    std::error_code ignored;
    fs::remove_all(work(), ignored);
    if (kept_) return;
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
