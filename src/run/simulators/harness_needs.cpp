// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/harness_needs.h"

#include <algorithm>

#include "base/verilog_lexer.h"

namespace tapestry {

namespace {

bool mentions(std::string_view text, std::string_view word) {
    return text.find(word) != std::string_view::npos;
}

// The model's header, `#include "Vname.h"`, without its ending; that of `top` when it is included.
std::string model_of(std::string_view text, const std::string& top) {
    std::string first;
    constexpr std::string_view kBegin = "#include \"V";
    for (std::size_t at = text.find(kBegin); at != text.npos; at = text.find(kBegin, at + 1)) {
        const std::size_t from = at + kBegin.size() - 1;
        const std::size_t end = text.find(".h\"", from);
        if (end == text.npos) break;
        const std::string name(text.substr(from, end - from));
        const bool plain = std::all_of(name.begin(), name.end(), is_word_part);
        const bool part = name.find("__") != name.npos;  // of a model: Vname___024root.h
        if (name == "V" + top) return name;
        if (first.empty() && plain && !part) first = name;
    }
    return first.empty() ? "V" + top : first;
}

}  // namespace

std::vector<std::string> harness_flags(std::string_view text, const std::string& top) {
    std::vector<std::string> flags;
    if (mentions(text, "VerilatedFstC"))
        flags.push_back("--trace-fst");
    else if (mentions(text, "VerilatedVcdC"))
        flags.push_back("--trace");
    const bool steps = mentions(text, "eventsPending") || mentions(text, "nextTimeSlot");
    flags.push_back(steps ? "--timing" : "--no-timing");
    if (const std::string model = model_of(text, top); model != "V" + top)
        flags.insert(flags.end(), {"--prefix", model});
    return flags;
}

}  // namespace tapestry
