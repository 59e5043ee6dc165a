// SPDX-License-Identifier: Apache-2.0
#include "model/run.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "base/path_name.h"

namespace tapestry {

namespace {

constexpr std::array<std::string_view, 5> kQualities = {"exact", "tried", "lower_bound",
                                                        "estimated", "invalid"};
constexpr std::array<std::string_view, 6> kPlaces = {"system",  "node",   "device",
                                                     "process", "thread", "block"};

template <class Value, class Words>
std::optional<Value> value_of(const Words& words, std::string_view word) {
    const auto at = std::find(words.begin(), words.end(), word);
    if (at == words.end()) return std::nullopt;
    return static_cast<Value>(at - words.begin());
}

// Adds the path and all its ancestors.
void add_with_parents(std::string_view path, std::set<std::string>& paths) {
    while (!path.empty() && paths.emplace(path).second) path = parent_path(path);
}

}  // namespace

std::string_view to_word(Quality quality) {
    return kQualities.at(static_cast<std::size_t>(quality));
}
std::optional<Quality> quality_of(std::string_view word) {
    return value_of<Quality>(kQualities, word);
}

std::string_view to_word(PlaceKind kind) { return kPlaces.at(static_cast<std::size_t>(kind)); }
std::optional<PlaceKind> place_kind_of(std::string_view word) {
    return value_of<PlaceKind>(kPlaces, word);
}

std::vector<RunPlace> places_of_device(const Run& run) {
    std::set<std::string> paths;
    for (const TapNumbers& n : run.taps) add_with_parents(n.tap.scope, paths);
    for (const GraphEdge& e : run.edges) {
        for (const std::string& path : {e.from, e.to})
            if (!path.starts_with('$')) add_with_parents(path, paths);  // $CPU is in no device
    }
    std::vector<RunPlace> places = {{PlaceKind::device, "device", run.top, -1}};
    std::unordered_map<std::string, int> index;
    // The set is sorted, so a path comes after its parent.
    for (const std::string& path : paths) {
        const auto parent = index.find(std::string(parent_path(path)));
        index.emplace(path, static_cast<int>(places.size()));
        places.push_back({PlaceKind::block, path, std::string(last_part(path)),
                          parent == index.end() ? 0 : parent->second});
    }
    return places;
}

void place_in_device(Run& run) {
    run.places = places_of_device(run);
    std::unordered_map<std::string, int> index;
    for (std::size_t i = 1; i < run.places.size(); ++i)
        index.emplace(run.places[i].path, static_cast<int>(i));
    for (TapNumbers& n : run.taps) {
        const auto at = index.find(n.tap.scope);
        n.place = at == index.end() ? 0 : at->second;
    }
}

std::uint64_t TapNumbers::number(std::string_view word) const {
    for (const auto& [name, value] : numbers) {
        if (name == word) return value;
    }
    return 0;
}

}  // namespace tapestry
