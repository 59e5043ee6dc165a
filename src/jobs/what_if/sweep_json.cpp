// SPDX-License-Identifier: Apache-2.0
#include "jobs/what_if/sweep_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace tapestry {

namespace {

using Json = nlohmann::ordered_json;

Json area_json(const SweepPoint& p) {
    if (!p.area) return Json();
    return {{"lut", p.area->lut}, {"ff", p.area->ff}, {"bram", p.area->bram}};
}

}  // namespace

std::optional<double> error_of(const SweepPoint& p) {
    if (p.actual_cycles == 0 || p.deadlock) return std::nullopt;
    return (p.predicted_cycles - p.actual_cycles) / p.actual_cycles;
}

std::string sweep_json(const std::vector<SweepPoint>& points, std::uint64_t measured_cycles) {
    Json list = Json::array();
    for (const SweepPoint& p : points)
        list.push_back(
            {{"changes", p.changes},
             {"predicted_cycles", p.deadlock ? Json() : Json(std::llround(p.predicted_cycles))},
             {"deadlock", p.deadlock},
             {"label", p.label},
             {"storage_bits", p.storage_bits},
             {"block_rams", p.block_rams},
             {"pareto", p.pareto},
             {"actual_cycles", p.actual_cycles > 0 ? Json(std::llround(p.actual_cycles)) : Json()},
             {"error", error_of(p) ? Json(*error_of(p)) : Json()},
             {"area", area_json(p)}});
    const Json out = {
        {"schema", "tapestry.sweep/1"}, {"measured_cycles", measured_cycles}, {"points", list}};
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tapestry
