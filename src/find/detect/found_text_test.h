// SPDX-License-Identifier: Apache-2.0
// For tests: a text, elaborated by the real Verilator, with the findings of all detectors.
#pragma once

#include "find/detect/detect.h"
#include "read/verilog/elaborated_text.h"

namespace tapestry {

struct FoundText {
    explicit FoundText(const std::string& text, const std::vector<CustomTap>& taps = {})
        : elaborated(elaborate_text(text, "top")) {
        const NameSource names{[this](const SourcePlace& place) {
            return elaborated.source_text.name_at(
                elaborated.design.files.at(static_cast<std::size_t>(place.file)), place);
        }};
        findings = detect(elaborated.design, names, taps, diagnostics).value_or(Findings());
    }

    const Design& design() const { return elaborated.design; }

    Elaborated elaborated;
    Findings findings;
    Diagnostics diagnostics;
};

}  // namespace tapestry
