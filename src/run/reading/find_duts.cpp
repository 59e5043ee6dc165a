// SPDX-License-Identifier: Apache-2.0
#include "run/reading/find_duts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/path_name.h"
#include "run/reading/hierarchical_name.h"

namespace tapestry {

namespace {

// All records of one path.
struct Source {
    std::string path;  // in normal spelling
    std::vector<const ReadingRecord*> records;
};

std::string key_of(std::string_view kind, std::string_view path) {
    std::string key(kind);
    return key.append(" ").append(path);
}

std::vector<Source> group_by_path(const Reading& reading) {
    std::vector<Source> sources;
    std::unordered_map<std::string, std::size_t> index;
    for (const ReadingRecord& record : reading.records) {
        if (record.kind == "clock") continue;
        const auto [it, is_new] = index.emplace(key_of(record.kind, record.path), sources.size());
        if (is_new) sources.push_back({normal_name(record.path), {}});
        sources[it->second].records.push_back(&record);
    }
    return sources;
}

constexpr std::size_t kIgnored = ~std::size_t{0};

// One possible split of a source's path into a prefix and the instance of a tap.
struct Cut {
    std::size_t source;
    std::size_t tap;  // or kIgnored
};

class Search {
public:
    Search(const TapMap& map, std::vector<Source> sources)
        : map_(map), sources_(std::move(sources)), cuts_of_(sources_.size()) {
        for (const Tap& tap : map_.taps) {
            add_instance(tap.instance, to_word(tap.kind()), static_cast<std::size_t>(tap.tap));
        }
        for (const std::string& instance : map_.ignored) add_instance(instance, "", kIgnored);
        for (std::size_t s = 0; s < sources_.size(); ++s) find_cuts(s);
        for (const auto& [prefix, cuts] : cuts_) {
            open_.insert({-static_cast<long>(cuts.size()), prefix});
        }
    }

    Duts run() {
        Duts result;
        while (!open_.empty() && open_.begin()->first < 0) {
            const std::string prefix = open_.begin()->second;
            open_.erase(open_.begin());
            if (overlaps_a_dut(prefix)) continue;
            result.duts.push_back(take(prefix));
            prefixes_.insert(prefix);
        }
        std::sort(result.duts.begin(), result.duts.end(),
                  [](const Dut& a, const Dut& b) { return a.prefix < b.prefix; });
        for (const Source& s : sources_) {
            if (!s.records.empty()) result.unknown.push_back(s.records.front());
        }
        return result;
    }

private:
    // The map does not say what kind an ignored tap has.
    void add_instance(const std::string& instance, std::string_view kind, std::size_t tap) {
        const std::string name = normal_name(instance);
        const std::string_view below = below_top(name);
        longest_ = std::max(longest_, below.size());
        taps_.emplace(key_of(kind, below), tap);
    }

    std::optional<std::size_t> find_tap(std::string_view kind, std::string_view below) const {
        auto it = taps_.find(key_of(kind, below));
        if (it == taps_.end()) it = taps_.find(key_of("", below));
        return it == taps_.end() ? std::nullopt : std::optional(it->second);
    }

    void find_cuts(std::size_t s) {
        const std::string& path = sources_[s].path;
        const std::string& kind = sources_[s].records.front()->kind;
        for (std::size_t dot = path.rfind('.'); dot != std::string::npos && dot > 0;
             dot = path.rfind('.', dot - 1)) {
            if (path.size() - dot - 1 > longest_) return;
            const auto tap = find_tap(kind, std::string_view(path).substr(dot + 1));
            if (!tap) continue;
            const std::string prefix = path.substr(0, dot);
            cuts_[prefix].push_back({s, *tap});
            cuts_of_[s].push_back(prefix);
        }
    }

    // A design inside another one would mean that a path was split in the wrong place.
    bool overlaps_a_dut(const std::string& prefix) const {
        for (std::size_t dot = prefix.find('.'); dot != std::string::npos;
             dot = prefix.find('.', dot + 1)) {
            if (prefixes_.count(prefix.substr(0, dot))) return true;
        }
        const auto below = prefixes_.lower_bound(prefix + ".");
        return below != prefixes_.end() && below->rfind(prefix + ".", 0) == 0;
    }

    // Gives the DUT all records that can be split at `prefix`, and removes them from other
    // prefixes.
    Dut take(const std::string& prefix) {
        Dut dut{prefix, std::vector<std::vector<const ReadingRecord*>>(map_.taps.size())};
        for (const Cut& cut : cuts_[prefix]) {
            Source& source = sources_[cut.source];
            if (source.records.empty()) continue;
            forget(cut.source, prefix);
            if (cut.tap != kIgnored) {
                auto& records = dut.records[cut.tap];
                records.insert(records.end(), source.records.begin(), source.records.end());
            }
            source.records.clear();
        }
        return dut;
    }

    void forget(std::size_t s, const std::string& taken_by) {
        for (const std::string& prefix : cuts_of_[s]) {
            if (prefix == taken_by) continue;
            long& lost = lost_[prefix];
            const long size = static_cast<long>(cuts_[prefix].size());
            open_.erase({lost - size, prefix});
            ++lost;
            if (!prefixes_.count(prefix)) open_.insert({lost - size, prefix});
        }
    }

    const TapMap& map_;
    std::vector<Source> sources_;
    std::unordered_map<std::string, std::size_t> taps_;  // kind and instance below the top
    std::size_t longest_ = 0;                            // of those instances
    std::map<std::string, std::vector<Cut>> cuts_;       // by prefix
    std::vector<std::vector<std::string>> cuts_of_;      // the prefixes of each source
    std::map<std::string, long> lost_;                   // cuts whose source another prefix took
    std::set<std::pair<long, std::string>> open_;        // minus the cuts left, prefix
    std::set<std::string> prefixes_;                     // of the DUTs found
};

}  // namespace

Duts find_duts(const TapMap& map, const Reading& reading) {
    return Search(map, group_by_path(reading)).run();
}

}  // namespace tapestry
