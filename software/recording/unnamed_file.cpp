// SPDX-License-Identifier: Apache-2.0
#include "software/recording/unnamed_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

#include "base/check.h"

namespace tapestry {

namespace {

int unnamed_file_in(const std::string& folder) {
    std::string name = folder + "/tapestry.XXXXXX";
    const int file = mkostemp(name.data(), O_CLOEXEC);
    if (file >= 0) unlink(name.c_str());
    return file;
}

}  // namespace

UnnamedFile::UnnamedFile() {
    const char* chosen = std::getenv("TMPDIR");
    for (const char* folder : {chosen && *chosen ? chosen : "/var/tmp", "/var/tmp", "/tmp"})
        if (file_ < 0) file_ = unnamed_file_in(folder);
}

UnnamedFile::~UnnamedFile() {
    if (file_ >= 0) close(file_);
}

bool UnnamedFile::append(const void* bytes, std::size_t size) {
    const char* at = static_cast<const char*>(bytes);
    std::size_t done = 0;
    while (file_ >= 0 && done < size) {
        const ssize_t written =
            pwrite(file_, at + done, size - done, static_cast<off_t>(size_ + done));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        done += static_cast<std::size_t>(written);
    }
    if (file_ >= 0) size_ += size;
    return file_ >= 0;
}

void UnnamedFile::read(std::uint64_t from, void* bytes, std::size_t size) const {
    char* at = static_cast<char*>(bytes);
    for (std::size_t done = 0; done < size;) {
        const ssize_t got = pread(file_, at + done, size - done, static_cast<off_t>(from + done));
        CHECK(got > 0 || (got < 0 && errno == EINTR));
        done += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
}

}  // namespace tapestry
