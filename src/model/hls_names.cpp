// SPDX-License-Identifier: Apache-2.0
#include "model/hls_names.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace tapestry {

namespace {

// "ap_ST_fsm_pp0_stage2" -> "ap_ST_fsm_pp0_stage"; nothing if it is not a pipeline stage.
std::string_view without_number(std::string_view state) {
    constexpr std::string_view stage = "_stage";
    const std::size_t at = state.rfind(stage);
    if (at == state.npos || state.find("_pp") == state.npos) return {};
    const std::string_view number = state.substr(at + stage.size());
    const bool is_number = !number.empty() && number.find_first_not_of("0123456789") == number.npos;
    return is_number ? state.substr(0, at + stage.size()) : std::string_view();
}

}  // namespace

bool is_loop_control(const std::string& module) {
    return module.find("flow_control_loop_pipe") != std::string::npos;
}

std::string loop_of(const std::string& path) {
    constexpr std::string_view pipeline = "_Pipeline_", unit = "_fu_";
    const std::size_t name = path.rfind('.') + 1;
    const std::size_t from = path.find(pipeline, name), to = path.rfind(unit);
    const bool is_loop = path.compare(name, 4, "grp_") == 0 && from != path.npos &&
                         to != path.npos && to > from + pipeline.size();
    if (!is_loop) return {};
    const std::size_t at = from + pipeline.size();
    return path.substr(at, to - at);
}

std::size_t interval_of(const TapForm& machine) {
    std::set<std::string_view> pipelines;
    for (const TapState& state : machine.states()) pipelines.insert(without_number(state.name));
    const bool one_pipeline = pipelines.size() == 1 && !pipelines.begin()->empty();
    return one_pipeline ? machine.states().size() : 0;
}

}  // namespace tapestry
