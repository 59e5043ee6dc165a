// SPDX-License-Identifier: Apache-2.0
#include "weave/synthesis/data_files.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "base/file.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// A name that leads into the folder and not out of it.
bool is_below(const fs::path& name) {
    return name.is_relative() && std::find(name.begin(), name.end(), "..") == name.end();
}

std::set<std::string> names_in(const std::string& text) {
    static const std::regex kRead(R"re(\$readmem[hb]\s*\(\s*"([^"\n]+)")re");
    std::set<std::string> names;
    for (std::sregex_iterator it(text.begin(), text.end(), kRead), end; it != end; ++it) {
        if (is_below((*it)[1].str())) names.insert((*it)[1]);
    }
    return names;
}

fs::path found(const fs::path& file, const std::string& name) {
    std::error_code ec;
    const fs::path beside = fs::absolute(file, ec).parent_path() / name;
    if (fs::is_regular_file(beside, ec)) return beside;
    return fs::is_regular_file(name, ec) ? fs::absolute(name, ec) : fs::path();
}

}  // namespace

// If two sources mean different files by one name, neither is copied. Copies, not links, so that
// writing into the folder cannot change a file of the user.
void copy_data_files(const SourceSet& sources, const fs::path& folder) {
    std::map<std::string, std::set<fs::path>> meant;
    for (const auto* files : {&sources.files, &sources.library_files}) {
        for (const std::string& file : *files) {
            Diagnostics ignored;  // Yosys says what it cannot read
            for (const std::string& name : names_in(read_file(file, ignored).value_or("")))
                meant[name].insert(found(file, name));
        }
    }
    for (const auto& [name, places] : meant) {
        std::error_code ec;
        if (places.size() != 1 || places.begin()->empty()) continue;
        fs::create_directories((folder / name).parent_path(), ec);
        fs::copy_file(*places.begin(), folder / name, fs::copy_options::skip_existing, ec);
    }
}

}  // namespace tapestry
