// SPDX-License-Identifier: Apache-2.0
#include "model/prediction.h"

namespace tapestry {

std::string_view to_word(PredictionLabel label) {
    switch (label) {
        case PredictionLabel::exact:
            return "exact";
        case PredictionLabel::approximate:
            return "approximate";
        case PredictionLabel::tried:
            return "tried";
        case PredictionLabel::refused:
            break;
    }
    return "refused";
}

}  // namespace tapestry
