// SPDX-License-Identifier: Apache-2.0
#include "model/comparison.h"

#include "base/check.h"

namespace tapestry {

std::string_view to_word(Outcome verdict) {
    switch (verdict) {
        case Outcome::faster:
            return "faster";
        case Outcome::slower:
            return "slower";
        case Outcome::changed:
            return "changed";
        case Outcome::same:
            return "same";
        case Outcome::unclear:
            return "unclear";
    }
    CHECK(false);
}

}  // namespace tapestry
