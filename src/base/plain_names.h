// SPDX-License-Identifier: Apache-2.0
// Aliases for files and folders whose names break other programs: some split names at a blank or
// drop characters outside ASCII. An alias is a symbolic link in a folder with a plain name.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tapestry {

// True if every program accepts the name: ASCII letters, digits, and punctuation that means nothing
// to a shell or to make.
bool is_plain_name(const std::string& name);

class PlainNames {
public:
    // Links are created in `folder`.
    explicit PlainNames(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // The name itself if it is plain, else its alias. A file that cannot be linked keeps its name.
    std::string plain(const std::string& name);
    void make_plain(std::vector<std::string>& names);
    // From now on `ours` is used in place of the user's file `name`.
    void stand_in(const std::string& name, const std::string& ours) { links_[name] = ours; }

    // The text with each alias replaced by the user's name.
    std::string restored(std::string text) const;

private:
    std::filesystem::path folder_;
    std::map<std::string, std::string> links_;  // the user's name -> the alias
};

}  // namespace tapestry
