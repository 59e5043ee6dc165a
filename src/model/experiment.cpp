// SPDX-License-Identifier: Apache-2.0
#include "model/experiment.h"

#include <algorithm>
#include <array>

namespace tapestry {

namespace {

constexpr std::array<std::string_view, 4> kStatuses = {"tried", "rejected", "refused", "not_tried"};

}  // namespace

std::string_view to_word(ExperimentStatus status) {
    return kStatuses.at(static_cast<std::size_t>(status));
}

std::optional<ExperimentStatus> experiment_status_of(std::string_view word) {
    const auto at = std::find(kStatuses.begin(), kStatuses.end(), word);
    if (at == kStatuses.end()) return std::nullopt;
    return static_cast<ExperimentStatus>(at - kStatuses.begin());
}

}  // namespace tapestry
