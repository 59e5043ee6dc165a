// SPDX-License-Identifier: Apache-2.0
#include "model/size_parameter.h"

#include <array>
#include <bit>
#include <string_view>

#include "model/handshake_names.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kLargest = 1U << 16;
constexpr std::uint64_t kWidestAddress = 16;

// Words in parameter names that mean a capacity. Of two candidates, the earlier word wins.
constexpr std::array<std::string_view, 17> kSizes = {
    "depth",    "credit", "outstanding", "window", "slot", "entr",   "size", "max", "limit",
    "inflight", "under",  "pend",        "places", "num",  "buffer", "page", "bank"};
constexpr std::array<std::string_view, 4> kWidths = {"addr", "log", "aw", "lg"};
constexpr std::array<std::string_view, 4> kNoSizes = {"data", "width", "bits", "latency"};

template <std::size_t N>
std::size_t rank_of(const std::string& name, const std::array<std::string_view, N>& words) {
    for (std::size_t i = 0; i < N; ++i)
        if (name.find(words[i]) != std::string::npos) return i;
    return N;
}

}  // namespace

std::optional<SizeParameter> parameter_for(const Module& module,
                                           const std::set<std::uint64_t>& sizes) {
    std::optional<SizeParameter> best;
    std::size_t best_rank = 2 * kSizes.size();
    for (const Var& var : module.vars) {
        const auto value = var.is_settable && var.scope.empty() && !var.is_local
                               ? var.value.to_u64()
                               : std::nullopt;
        if (!value || *value == 0 || *value > kLargest) continue;
        const std::string name = in_lower_case(var.name);
        const bool logarithm = rank_of(name, kWidths) < kWidths.size() &&
                               *value <= kWidestAddress && sizes.contains(1ULL << *value);
        // A 1 is a size only by its name: it may be a choice between two ways.
        const std::size_t named = rank_of(name, kSizes);
        const bool size = rank_of(name, kNoSizes) == kNoSizes.size() && sizes.contains(*value) &&
                          (*value > 1 || named < kSizes.size());
        const std::size_t rank = size ? named : kSizes.size() + 1;
        if ((!size && !logarithm) || rank >= best_rank) continue;
        best = SizeParameter{var.name, *value, !size};
        best_rank = rank;
    }
    return best;
}

std::uint64_t SizeParameter::value_for(std::uint64_t size) const {
    return is_logarithm ? static_cast<std::uint64_t>(std::bit_width(size > 0 ? size - 1 : 0))
                        : size;
}

}  // namespace tapestry
