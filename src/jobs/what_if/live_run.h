// SPDX-License-Identifier: Apache-2.0
// A run as `open` shows it: a stored one, or the one that is just being made in an output folder.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

class LiveRun {
public:
    // `path`: a run file, or the folder of profile or run. `scratch` is for what is read on the
    // way.
    LiveRun(std::filesystem::path path, std::filesystem::path scratch);

    // Changes when what it shows may have changed.
    std::string stamp() const;

    // True while a command is at work in the folder, or has not begun.
    bool is_under_way() const;

    // The run as page_data() makes it; empty when its first frame is not reported yet.
    Result<std::string> data(Diagnostics& diagnostics) const;

    // The run file, when it is there.
    std::filesystem::path finished() const;

private:
    std::filesystem::path work_folder() const;  // where it is being made; empty: nowhere
    Result<std::filesystem::path> stored_so_far(const std::filesystem::path& work,
                                                Diagnostics& diagnostics) const;

    std::filesystem::path path_;
    std::filesystem::path scratch_;
};

}  // namespace tapestry
