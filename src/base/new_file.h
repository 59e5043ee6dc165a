// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "base/removed_on_signal.h"

namespace tapestry {

// A file that is being made. It has a name of its own beside `path` until it is complete; then it
// takes the place of the file there, or of the one that a link there means; links that lead nowhere
// are refused. A device or a pipe is written to. A failure, or a signal, leaves no trace of it.
class NewFile {
public:
    explicit NewFile(std::filesystem::path path);
    ~NewFile();
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    // Where it is made: an empty file, and ours alone. Empty when there can be none; errno says
    // why.
    const std::filesystem::path& part() const { return part_; }
    bool is_device() const { return is_device_; }  // or a pipe
    // Fails with errno.
    bool put_in_place();

private:
    std::filesystem::path path_;
    std::filesystem::path part_;
    bool is_device_ = false;
    std::unique_ptr<RemovedOnSignal> on_signal_;
};

}  // namespace tapestry
