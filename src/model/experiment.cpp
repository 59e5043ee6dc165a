// SPDX-License-Identifier: Apache-2.0
#include "model/experiment.h"

namespace tapestry {

std::string_view to_word(ExperimentStatus status) {
    switch (status) {
        case ExperimentStatus::tried:
            return "tried";
        case ExperimentStatus::rejected:
            return "rejected";
        case ExperimentStatus::refused:
            return "refused";
        case ExperimentStatus::not_tried:
            return "not_tried";
    }
    return "";
}

}  // namespace tapestry
