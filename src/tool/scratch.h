// SPDX-License-Identifier: Apache-2.0
// Folders that vanish unless they are kept: a temporary one, and the output folder of a command.
#pragma once

#include <filesystem>
#include <memory>

#include "base/diagnostics.h"
#include "base/result.h"
#include "tool/removed_on_signal.h"

namespace tapestry {

// A folder of our own under the system's temporary folder.
class Scratch {
public:
    Scratch();
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    const std::filesystem::path& path() const { return path_; }
    bool good() const { return !path_.empty(); }

private:
    std::filesystem::path path_;
    std::unique_ptr<RemovedOnSignal> on_signal_;
};

// False, and said so, when no such folder could be made.
bool is_usable(const Scratch& scratch, Diagnostics& diagnostics);

// The folder that -o names. What an earlier command of ours left in it is removed; a folder that is
// not ours is refused. Unless keep() is called, what is made in it goes again.
class OutputFolder {
public:
    static Result<OutputFolder> make(const std::filesystem::path& path, Diagnostics& diagnostics);
    ~OutputFolder();
    OutputFolder(OutputFolder&& other) noexcept;
    OutputFolder& operator=(OutputFolder&&) = delete;
    OutputFolder(const OutputFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    void keep() {
        kept_ = true;
        on_signal_.reset();
    }

private:
    OutputFolder(std::filesystem::path path, bool existed);
    void clear() const;

    std::filesystem::path path_;
    bool existed_ = false;
    bool kept_ = false;
    std::unique_ptr<RemovedOnSignal> on_signal_;
};

}  // namespace tapestry
