// SPDX-License-Identifier: Apache-2.0
#include "model/comparison.h"

#include "base/check.h"

namespace tapestry {

std::string_view to_word(Verdict verdict) {
    switch (verdict) {
        case Verdict::faster:
            return "faster";
        case Verdict::slower:
            return "slower";
        case Verdict::changed:
            return "changed";
        case Verdict::same:
            return "same";
        case Verdict::unclear:
            return "unclear";
    }
    CHECK(false);
}

}  // namespace tapestry
