// SPDX-License-Identifier: Apache-2.0
#include "jobs/options/print_diagnostics.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "base/printable.h"

namespace tapestry {

void print(const Diagnostics& diagnostics) {
    std::set<std::string> hints;
    for (Diagnostic d : diagnostics.all()) {
        if (!d.hint.empty() && !hints.insert(d.hint).second) d.hint.clear();
        std::string text = to_text(d);
        // Names of strangers do not get to steer the terminal.
        std::replace_if(
            text.begin(), text.end(),
            [](unsigned char c) { return (c < ' ' && c != '\n' && c != '\t') || c == 0x7f; }, '?');
        std::fputs(for_locale(text).c_str(), stderr);
    }
}

}  // namespace tapestry
