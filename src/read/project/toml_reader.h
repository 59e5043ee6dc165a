// SPDX-License-Identifier: Apache-2.0
// Typed access to the values of a project file. A value of the wrong type is reported with its line
// and replaced by a harmless default.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "read/project/toml.h"

namespace tapestry {

inline constexpr std::int64_t kAnyNumber = 1LL << 40;

class TomlReader {
public:
    TomlReader(const std::filesystem::path& path, Diagnostics& diagnostics)
        : file_(path.string()), folder_(path.parent_path()), diagnostics_(diagnostics) {}

    const std::string& file() const { return file_; }
    Result<Done> good() const { return good_; }

    void fail(const toml::node& node, const std::string& what);
    std::string text(const std::string& key, const toml::node& node);
    bool truth(const std::string& key, const toml::node& node);
    // A single string counts as a list of one. Paths are relative to the folder of the file.
    std::vector<std::string> texts(const std::string& key, const toml::node& node,
                                   bool paths = false);
    std::vector<std::pair<std::string, std::string>> pairs(const std::string& key,
                                                           const toml::node& node);
    std::uint64_t number(const std::string& key, const toml::node& node, std::int64_t least,
                         std::int64_t most = kAnyNumber);

private:
    std::string at_folder(const std::string& path) const;

    std::string file_;
    std::filesystem::path folder_;
    Diagnostics& diagnostics_;
    Result<Done> good_ = Done{};
};

}  // namespace tapestry
