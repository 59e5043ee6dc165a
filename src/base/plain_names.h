// SPDX-License-Identifier: Apache-2.0
// Other names for files and folders, for programs that cut names at a blank, or lose what is not
// ASCII. Such a name is a link in a folder that has a plain name.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tapestry {

// Whether every program takes it as it is: letters of ASCII, digits, and marks that mean nothing to
// a shell or to make.
bool is_plain_name(const std::string& name);

class PlainNames {
public:
    // `folder` is for the links.
    explicit PlainNames(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // The name itself where it is plain. What cannot be linked keeps its name.
    std::string plain(const std::string& name);
    void make_plain(std::vector<std::string>& names);
    // From now on a file of ours stands in for the user's.
    void stand_in(const std::string& name, const std::string& ours) { links_[name] = ours; }

    // The text with the user's names in place of the links.
    std::string restored(std::string text) const;

private:
    std::filesystem::path folder_;
    std::map<std::string, std::string> links_;  // the user's name -> ours
};

}  // namespace tapestry
