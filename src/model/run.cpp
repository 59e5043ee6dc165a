// SPDX-License-Identifier: Apache-2.0
#include "model/run.h"

#include "base/check.h"

namespace tapestry {

std::string_view to_word(Quality quality) {
    switch (quality) {
        case Quality::exact:
            return "exact";
        case Quality::lower_bound:
            return "lower_bound";
        case Quality::estimated:
            return "estimated";
        case Quality::invalid:
            return "invalid";
    }
    CHECK(false);
}

std::uint64_t TapNumbers::number(std::string_view word) const {
    for (const auto& [name, value] : numbers) {
        if (name == word) return value;
    }
    return 0;
}

}  // namespace tapestry
