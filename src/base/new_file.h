// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "base/removed_on_signal.h"

namespace tapestry {

// A file under construction. It is written under a temporary name in the folder of `path`; once
// complete it replaces `path`, or the target of the symbolic link at `path`. A dangling link is
// refused. A device or a pipe is written directly. A failure or a signal leaves nothing behind.
class NewFile {
public:
    explicit NewFile(std::filesystem::path path);
    ~NewFile();
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    // The temporary file, which starts empty and belongs to this object alone. The path is empty if
    // it could not be created; errno has the reason.
    const std::filesystem::path& part() const { return part_; }
    bool is_device() const { return is_device_; }  // or a pipe
    // Renames the temporary file to its final name. Returns false with errno set on failure.
    bool put_in_place();

private:
    std::filesystem::path path_;
    std::filesystem::path part_;
    bool is_device_ = false;
    std::unique_ptr<RemovedOnSignal> on_signal_;
};

}  // namespace tapestry
