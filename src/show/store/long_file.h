// SPDX-License-Identifier: Apache-2.0
// A file that is written piece by piece, since it need not fit into memory. It is there once it is
// complete. Errors are sticky: `finish` has the first one.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

#include "base/diagnostics.h"
#include "base/new_file.h"
#include "base/result.h"

namespace tapestry {

class LongFile {
public:
    explicit LongFile(const std::filesystem::path& path);

    void add(std::string_view bytes);
    Result<Done> finish(Diagnostics& diagnostics);

private:
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    std::filesystem::path path_;
    NewFile made_;
    std::unique_ptr<std::FILE, CloseFile> file_;
    int error_ = 0;
};

}  // namespace tapestry
