// SPDX-License-Identifier: Apache-2.0
#include "model/check.h"

#include "base/check.h"

namespace tapestry {

std::string_view to_word(CheckVerdict verdict) {
    switch (verdict) {
        case CheckVerdict::passed:
            return "passed";
        case CheckVerdict::failed:
            return "failed";
        case CheckVerdict::undecided:
            return "undecided";
    }
    CHECK(false);
}

}  // namespace tapestry
