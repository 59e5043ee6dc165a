// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <set>

#include "base/check.h"
#include "hls/library.h"

namespace tapestry::hls {

const std::string& library_file(const std::string& name) {
    const LibraryFile* found = nullptr;
    for (const LibraryFile& f : library())
        if (f.name == name) found = &f;
    CHECK(found != nullptr);
    return found->text;
}

bool is_library_header(const std::string& file) {
    const std::string name = std::filesystem::path(file).filename().string();
    return name.ends_with(".h") &&
           std::any_of(library().begin(), library().end(),
                       [&](const LibraryFile& f) { return f.name == name; });
}

std::vector<LibraryFile> modules_for(const std::string& verilog) {
    std::vector<LibraryFile> found;
    std::vector<std::string> texts = {verilog};
    std::set<std::string> known;
    while (!texts.empty()) {
        const std::string text = std::move(texts.back());
        texts.pop_back();
        for (const LibraryFile& f : library()) {
            if (!f.name.ends_with(".v")) continue;
            const std::string module = f.name.substr(0, f.name.size() - 2);
            // A longer name with this prefix matches too: that adds a module too many, never one
            // too few.
            if (text.find(module) == std::string::npos || !known.insert(module).second) continue;
            found.push_back(f);
            texts.push_back(f.text);
        }
    }
    return found;
}

}  // namespace tapestry::hls
