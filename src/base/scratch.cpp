// SPDX-License-Identifier: Apache-2.0
#include "base/scratch.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <string>

#include "base/codes/files.h"
#include "base/plain_names.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPrefix = "tapestry-";
constexpr const char* kAlive = ".alive";
constexpr std::chrono::minutes kJustMade{1};  // it may not be locked yet

bool is_ours(const fs::path& folder) {
    struct stat found {};
    return lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
           found.st_uid == geteuid();
}

void remove_if_dead(const fs::path& folder) {
    std::error_code ec;
    const fs::path mark = folder / kAlive;
    const auto made = fs::last_write_time(mark, ec);
    if (ec || fs::file_time_type::clock::now() - made < kJustMade) return;
    const int file = open(mark.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) return;
    if (flock(file, LOCK_EX | LOCK_NB) == 0) fs::remove_all(folder, ec);
    close(file);
}

void sweep(const fs::path& parent) {
    std::error_code ec;
    for (fs::directory_iterator at(parent, ec), end; !ec && at != end; at.increment(ec)) {
        const fs::path folder = at->path();
        if (folder.filename().string().starts_with(kPrefix) && is_ours(folder))
            remove_if_dead(folder);
    }
}

}  // namespace

Scratch::Scratch() {
    std::error_code ec;
    fs::path parent = fs::temp_directory_path(ec);
    // Prefer a parent with a plain name, so that every program accepts the paths below it.
    if (!ec && !is_plain_name(parent.string()) && fs::is_directory("/tmp", ec)) parent = "/tmp";
    if (!ec) sweep(parent);
    std::string name = (parent / (std::string(kPrefix) + "XXXXXX")).string();
    if (ec || !mkdtemp(name.data())) return;
    path_ = name;
    alive_ = open((path_ / kAlive).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (alive_ >= 0) flock(alive_, LOCK_EX | LOCK_NB);
    on_signal_ = std::make_unique<RemovedOnSignal>(std::vector{name}, "");
}

Scratch::~Scratch() {
    std::error_code ignored;
    if (good()) fs::remove_all(path_, ignored);
    if (alive_ >= 0) close(alive_);
}

Result<Done> is_usable(const Scratch& scratch, Diagnostics& diagnostics) {
    if (scratch.good()) return Done{};
    return diagnostics.report(code::file_unwritable, {}, "a temporary folder",
                              "TMPDIR does not name a folder that can be written");
}

}  // namespace tapestry
