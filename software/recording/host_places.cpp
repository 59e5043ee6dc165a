// SPDX-License-Identifier: Apache-2.0
#include "software/recording/host_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "software/library/recording_layout.h"
#include "software/recording/worlds.h"

namespace tapestry {

namespace {

// A path component: separators are replaced.
std::string plain(const std::string& text, const char* otherwise) {
    std::string name;
    for (const char c : text) {
        const auto u = static_cast<unsigned char>(c);
        const bool fine =
            std::isalnum(u) || c == '_' || c == '-' || c == '#' || c == '+' || u >= 0x80;
        name += fine ? c : '_';
    }
    return name.empty() ? otherwise : name;
}

std::string program_name(const Recording& r) {
    return std::filesystem::path(r.program).filename().string();
}

// Makes equal names unique by indices.
std::vector<std::string> with_unique_names(const std::vector<std::string>& names,
                                           const std::set<std::string>& always) {
    std::map<std::string, int> count, next;
    for (const std::string& n : names) ++count[n];
    std::vector<std::string> out;
    for (const std::string& n : names) {
        const bool indexed = count[n] > 1 || always.contains(n);
        out.push_back(indexed ? fmt::format("{}[{}]", n, next[n]++) : n);
    }
    return out;
}

std::vector<std::string> process_names(const std::vector<Recording>& recordings) {
    std::vector<std::string> names;
    const Worlds worlds(recordings);
    for (const Recording& r : recordings) {
        const std::string world =
            worlds.count() > 1 ? fmt::format("job{}_", worlds.of(r) + 1) : std::string();
        names.push_back(r.rank >= 0 ? fmt::format("{}rank[{}]", world, r.rank)
                                    : plain(program_name(r), "process"));
    }
    return with_unique_names(names, {});
}

// A thread without a name of its own has the name of its process. Of the main thread only a name
// counts that the program gave for the recording: many a runtime renames it.
std::string thread_name(const Recording& r, const RecordedThread& t) {
    const bool is_own = !t.name.empty() && t.name != program_name(r).substr(0, 15);
    if (is_own && (t.kind != TAPESTRY_THREAD_MAIN || t.is_named)) return plain(t.name, "thread");
    switch (t.kind) {
        case TAPESTRY_THREAD_MAIN:
            return "main";
        case TAPESTRY_THREAD_STD:
            return "std_thread";
        case TAPESTRY_THREAD_OPENMP:
            return "omp";
        default:
            return "thread";
    }
}

// OpenMP threads have their number in the team, if every thread has one and all are different.
constexpr std::string_view kTeam = "omp#";
bool have_team_numbers(const Recording& r) {
    std::set<std::string> seen;
    return std::all_of(r.threads.begin(), r.threads.end(), [&](const RecordedThread& t) {
        return t.kind != TAPESTRY_THREAD_OPENMP ||
               (t.name.starts_with(kTeam) && seen.insert(t.name).second);
    });
}

std::vector<std::string> thread_names(const Recording& r) {
    std::vector<std::string> names;
    const bool numbered = have_team_numbers(r);
    for (const RecordedThread& t : r.threads) {
        const bool in_team = t.kind == TAPESTRY_THREAD_OPENMP && t.name.starts_with(kTeam);
        if (!in_team)
            names.push_back(thread_name(r, t));
        else
            names.push_back(numbered ? fmt::format("omp[{}]", t.name.substr(kTeam.size())) : "omp");
    }
    return with_unique_names(names, {"thread", "std_thread", "omp"});
}

// Those that it talks to by calls of a driver (software/library/devices.c).
std::set<std::string> devices_of(const Recording& r) {
    std::set<std::string> devices;
    for (const auto& [id, name] : r.names)
        if (name.purpose == "device" && !name.peer.empty()) devices.insert(name.peer);
    return devices;
}

// The machine of each recording. Two machines may have the same name, but not the same boot id.
struct Nodes {
    std::vector<std::string> names;
    std::vector<std::size_t> of;
};
Nodes nodes_of(const std::vector<Recording>& recordings) {
    Nodes nodes;
    std::map<std::pair<std::string, std::string>, std::size_t> known;
    for (const Recording& r : recordings) {
        const auto [node, is_new] = known.try_emplace({r.host, r.boot}, nodes.names.size());
        if (is_new) nodes.names.push_back(plain(r.host, "node"));
        nodes.of.push_back(node->second);
    }
    nodes.names = with_unique_names(nodes.names, {});
    return nodes;
}

}  // namespace

HostPlaces host_places(const std::vector<Recording>& recordings) {
    HostPlaces out;
    const auto add = [&](PlaceKind kind, const std::string& path, const std::string& name,
                         int parent) {
        out.places.push_back({kind, path, name, parent});
        return static_cast<int>(out.places.size() - 1);
    };
    const int system = add(PlaceKind::system, "system", "system", -1);
    const Nodes nodes = nodes_of(recordings);
    std::vector<int> place_of(nodes.names.size(), -1);
    const std::vector<std::string> processes = process_names(recordings);
    for (std::size_t i = 0; i < recordings.size(); ++i) {
        const Recording& r = recordings[i];
        int& node = place_of[nodes.of[i]];
        const std::string& machine = nodes.names[nodes.of[i]];
        if (node < 0) node = add(PlaceKind::node, machine, machine, system);
        const int process = add(PlaceKind::process, processes[i], processes[i], node);
        out.process_of.push_back(process);
        out.thread_of.emplace_back();
        for (const std::string& name : thread_names(r)) {
            out.thread_of.back().push_back(
                add(PlaceKind::thread, fmt::format("{}.{}", processes[i], name), name, process));
        }
        out.device_of.emplace_back();
        for (const std::string& device : devices_of(r)) {
            const std::string name = plain(device.substr(device.rfind('/') + 1), "device");
            out.device_of.back()[device] =
                add(PlaceKind::device, fmt::format("{}.{}", processes[i], name), name, process);
        }
    }
    return out;
}

}  // namespace tapestry
