// SPDX-License-Identifier: Apache-2.0
#include "weave/choose/budget.h"

#include <cstdlib>
#include <sstream>

#include "base/codes/weave.h"

namespace tapestry {

namespace {

std::optional<Limit> limit_of(const std::string& text) {
    char* end = nullptr;
    Limit limit;
    limit.value = std::strtod(text.c_str(), &end);
    limit.percent = *end == '%';
    if (limit.percent) ++end;
    const bool good = !text.empty() && *end == '\0' && limit.value >= 0 && limit.value < 1e9;
    return good ? std::optional(limit) : std::nullopt;
}

bool within(std::uint64_t added, std::uint64_t original, const std::optional<Limit>& limit) {
    if (!limit) return true;
    const double most =
        limit->percent ? static_cast<double>(original) * limit->value / 100 : limit->value;
    return static_cast<double>(added) <= most;
}

}  // namespace

Result<Budget> budget_of(const std::string& text, Diagnostics& diagnostics) {
    Budget budget;
    std::istringstream parts(text);
    bool good = !text.empty();
    for (std::string part; std::getline(parts, part, ',');) {
        const std::size_t equals = part.find('=');
        const std::string name = part.substr(0, equals);
        std::optional<Limit>* limit = name == "lut"    ? &budget.lut
                                      : name == "ff"   ? &budget.ff
                                      : name == "bram" ? &budget.bram
                                                       : nullptr;
        if (limit && equals != std::string::npos) *limit = limit_of(part.substr(equals + 1));
        good = good && limit && *limit;
    }
    if (good) return budget;
    return diagnostics.report(code::budget_malformed, {}, text);
}

bool fits(const Area& added, const Area& original, const Budget& budget) {
    return within(added.lut, original.lut, budget.lut) &&
           within(added.ff, original.ff, budget.ff) &&
           within(added.bram, original.bram, budget.bram);
}

}  // namespace tapestry
