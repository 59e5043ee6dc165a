// SPDX-License-Identifier: Apache-2.0
#include "base/scratch.h"

#include <stdlib.h>

#include <string>

#include "base/codes.h"
#include "base/plain_names.h"

namespace tapestry {

namespace fs = std::filesystem;

Scratch::Scratch() {
    std::error_code ec;
    fs::path parent = fs::temp_directory_path(ec);
    // Prefer a parent with a plain name, so that every program accepts the paths below it.
    if (!ec && !is_plain_name(parent.string()) && fs::is_directory("/tmp", ec)) parent = "/tmp";
    std::string name = (parent / "tapestry-XXXXXX").string();
    if (ec || !mkdtemp(name.data())) return;
    path_ = name;
    on_signal_ = std::make_unique<RemovedOnSignal>(std::vector{name}, "");
}

Scratch::~Scratch() {
    std::error_code ignored;
    if (good()) fs::remove_all(path_, ignored);
}

bool is_usable(const Scratch& scratch, Diagnostics& diagnostics) {
    if (!scratch.good())
        diagnostics.report(Code::file_unwritable, {}, "a temporary folder",
                           "TMPDIR does not name a folder that can be written");
    return scratch.good();
}

}  // namespace tapestry
