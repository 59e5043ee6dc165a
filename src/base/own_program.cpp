// SPDX-License-Identifier: Apache-2.0
#include "base/own_program.h"

#include <filesystem>
#include <fstream>

namespace tapestry {

namespace fs = std::filesystem;

std::string program_beside(const std::string& name) {
    std::error_code ec;
    const fs::path beside = fs::read_symlink("/proc/self/exe", ec).parent_path() / name;
    return fs::exists(beside, ec) ? beside.string() : name;
}

std::vector<std::string> words_of_this_process() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
    return words;
}

}  // namespace tapestry
