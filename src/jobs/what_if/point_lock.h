// SPDX-License-Identifier: Apache-2.0
// One process at a time makes the run of a point.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>

namespace tapestry {

// A lock on a point. The operating system releases it when the process ends, however it ends.
class PointLock {
public:
    PointLock(const std::filesystem::path& folder, bool waits)
        : file_(open((folder.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
        held_ = file_ >= 0 && flock(file_, waits ? LOCK_EX : LOCK_EX | LOCK_NB) == 0;
    }
    ~PointLock() {
        if (file_ >= 0) close(file_);
    }
    PointLock(const PointLock&) = delete;
    PointLock& operator=(const PointLock&) = delete;

    bool held() const { return held_; }

private:
    const int file_;
    bool held_ = false;
};

}  // namespace tapestry
