// SPDX-License-Identifier: Apache-2.0
// A file in memory only as far as it is being looked at.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

class MappedFile {
public:
    static Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& path,
                                                          Diagnostics& diagnostics);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::string_view bytes() const { return bytes_; }
    // Gives back the memory of a part, which is read again when it is looked at again.
    void forget(std::string_view part) const;

private:
    explicit MappedFile(std::string_view bytes) : bytes_(bytes) {}
    std::string_view bytes_;
};

}  // namespace tapestry
