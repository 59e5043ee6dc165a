// SPDX-License-Identifier: Apache-2.0
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

}  // namespace tapestry::hls
