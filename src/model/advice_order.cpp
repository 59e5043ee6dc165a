// SPDX-License-Identifier: Apache-2.0
#include "model/advice_order.h"

#include <algorithm>

namespace tapestry {

namespace {

constexpr double kLeastWorthALine = 0.01;  // share of the run

// It promises no time, so none can be too little.
bool saves_area(const Advice& advice) { return advice.rule == "queue_too_deep"; }

}  // namespace

void order_advice(std::vector<Advice>& advice) {
    std::erase_if(advice, [](const Advice& a) {
        return a.bound && *a.bound < kLeastWorthALine && !saves_area(a);
    });
    std::stable_sort(advice.begin(), advice.end(), [](const Advice& a, const Advice& b) {
        return a.bound.value_or(-1) > b.bound.value_or(-1);
    });
}

}  // namespace tapestry
