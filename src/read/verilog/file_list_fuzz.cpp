// SPDX-License-Identifier: Apache-2.0
// libFuzzer program over file lists (-f); lists inside a list name files that are not there.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "read/verilog/file_list.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const int file = memfd_create("list", 0);
    static const std::string path = "/proc/self/fd/" + std::to_string(file);
    CHECK(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == static_cast<ssize_t>(size));
    tapestry::Diagnostics diagnostics;
    tapestry::SourceSet set;
    tapestry::read_file_list(path, set, diagnostics).may_fail();
    return 0;
}
