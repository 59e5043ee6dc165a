// SPDX-License-Identifier: Apache-2.0
#include "base/foreign_calls.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/file.h"
#include "base/verilog_text.h"

namespace tapestry {

bool records_elsewhere(const std::vector<std::string>& files) {
    constexpr std::array<std::string_view, 5> kCalls = {"$fsdb", "$shm_", "$vcdplus", "$dumpports",
                                                        "$wlfdump"};
    return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
        Diagnostics ignored;  // the stages that need the file report it if it is unreadable
        const std::string text = mask_comments(read_file(file, ignored).value_or(""));
        return std::any_of(kCalls.begin(), kCalls.end(), [&](std::string_view call) {
            return text.find(call) != std::string::npos;
        });
    });
}

}  // namespace tapestry
