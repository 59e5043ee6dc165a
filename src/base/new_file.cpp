// SPDX-License-Identifier: Apache-2.0
#include "base/new_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/file.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

struct CloseCopied {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using CopiedFile = std::unique_ptr<std::FILE, CloseCopied>;

constexpr int kMostLinks = 40;

// The end of a chain of symbolic links, which need not exist yet.
fs::path followed(fs::path path) {
    std::error_code ec;
    for (int i = 0; i < kMostLinks && fs::is_symlink(path, ec); ++i) {
        const fs::path target = fs::read_symlink(path, ec);
        if (ec) break;
        path = path.parent_path() / target;  // an absolute `target` replaces the parent
    }
    return path;
}

// Entries of /dev and /proc refer to files that are already open.
bool names_device(const fs::path& path) {
    const std::string text = path.string();
    const bool in_dev = text.starts_with("/dev/") && !text.starts_with("/dev/shm/");
    if (in_dev || text.starts_with("/proc/")) return true;
    std::error_code ec;
    const fs::file_status status = fs::status(path, ec);
    return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

fs::path folder_for_part_of(const fs::path& path, bool device) {
    std::error_code ec;
    if (device) return fs::temp_directory_path(ec);
    return path.parent_path().empty() ? "." : path.parent_path();
}

// Takes over the permissions of the file to be replaced, or those of any new file.
void set_rights(int file, const fs::path& path) {
    struct stat old {};
    const mode_t mask = umask(0);
    umask(mask);
    fchmod(file, stat(path.c_str(), &old) == 0 ? old.st_mode & 07777 : 0666 & ~mask);
}

bool copy_bytes(const fs::path& from, const fs::path& to) {
    const CopiedFile in(std::fopen(from.c_str(), "rb"));
    CopiedFile out(std::fopen(to.c_str(), "wb"));
    if (!in || !out) return false;
    char buffer[1 << 16];
    while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, in.get())) {
        if (std::fwrite(buffer, 1, n, out.get()) != n) return false;
    }
    return std::ferror(in.get()) == 0 && std::fclose(out.release()) == 0;
}

}  // namespace

NewFile::NewFile(fs::path path) : path_(std::move(path)), is_device_(names_device(path_)) {
    if (!is_device_) path_ = followed(path_);
    std::error_code ec;
    if (!is_device_ && fs::is_symlink(path_, ec)) {  // a cycle of symbolic links
        errno = ELOOP;
        return;
    }
    std::string name = (folder_for_part_of(path_, is_device_) / ".tapestry-XXXXXX.part").string();
    const int file = mkostemps(name.data(), std::strlen(".part"), O_CLOEXEC);
    if (file < 0) return;
    if (!is_device_) set_rights(file, path_);
    close(file);
    part_ = name;
    on_signal_ = std::make_unique<RemovedOnSignal>(std::vector{absolute_path(name)}, "");
}

NewFile::~NewFile() {
    if (!part_.empty()) std::remove(part_.c_str());
}

bool NewFile::put_in_place() {
    if (part_.empty()) return false;
    if (is_device_) return copy_bytes(part_, path_);
    if (std::rename(part_.c_str(), path_.c_str()) != 0) return false;
    part_.clear();
    return true;
}

}  // namespace tapestry
