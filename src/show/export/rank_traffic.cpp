// SPDX-License-Identifier: Apache-2.0
#include "show/export/rank_traffic.h"

#include <fmt/format.h>

#include <algorithm>

namespace tapestry {

namespace {

constexpr const char* kBothSides =
    "messages WHERE receive_end_ns >= send_start_ns AND sender IS NOT NULL AND receiver IS NOT "
    "NULL";
constexpr const char* kParts = "collectives WHERE path IS NOT NULL";

// The numbers are those of RankEvent::Kind.
std::string messages_sql() {
    return fmt::format(
        "SELECT sender AS path, send_start_ns AS time, 0 AS kind, message AS number, receiver AS "
        "peer, communicator, bytes, tag, '' AS call FROM {0} UNION ALL SELECT receiver, "
        "receive_end_ns, 1, message, sender, communicator, bytes, tag, '' FROM {0}",
        kBothSides);
}

std::string collectives_sql(bool with_ends) {
    const auto moments = [](const char* time, int kind) {
        return fmt::format(
            "SELECT path, {} AS time, {} AS kind, collective AS number, root AS peer, "
            "communicator, bytes, 0 AS tag, call FROM {}",
            time, kind, kParts);
    };
    const std::string begins = moments("start_ns", RankEvent::begin);
    return with_ends ? begins + " UNION ALL " + moments("end_ns", RankEvent::end) : begins;
}

std::uint64_t count_of(const Cell& cell) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, integer(cell)));
}

}  // namespace

Result<RankTraffic> RankTraffic::read(const RunView& run, const Timeline& timeline,
                                      Diagnostics& diagnostics) {
    RankTraffic traffic(run);
    traffic.find_ranks(timeline);
    const std::string sql = fmt::format(
        "SELECT sender, communicator FROM {0} UNION SELECT receiver, communicator FROM {0} UNION "
        "SELECT path, communicator FROM {1}",
        kBothSides, kParts);
    const auto join = [&](const Row& r) {
        if (const Rank* rank = traffic.rank_of(r[0]))
            traffic.members_[{rank->job, text(r[1])}].insert(rank->number);
    };
    if (const auto done = run.for_each_row(sql, join, diagnostics); !done) return done.failure();
    traffic.number_groups();
    return traffic;
}

void RankTraffic::find_ranks(const Timeline& timeline) {
    for (std::size_t i = 0; i < timeline.rows.size(); ++i) {
        const std::string process = timeline.process_of(timeline.rows[i]);
        const std::size_t at = process.rfind("rank[");
        if (at == std::string::npos) continue;
        row_of_.emplace(timeline.rows[i].path, i);
        process_of_row_[i] = process;
        const auto [rank, is_new] =
            by_process_.try_emplace(process, Rank{ranks_.size(), process.substr(0, at)});
        if (!is_new) continue;
        ranks_.push_back(i);
        members_[{rank->second.job, "world"}].insert(rank->second.number);
    }
}

const RankTraffic::Rank* RankTraffic::rank_of(const Cell& path) const {
    const auto row = is_null(path) ? row_of_.end() : row_of_.find(text(path));
    return row == row_of_.end() ? nullptr : &by_process_.at(process_of_row_.at(row->second));
}

void RankTraffic::number_groups() {
    for (const auto& [key, members] : members_) {
        number_of_[key] = communicators_.size();
        const std::string& name = key.second == "world" ? "MPI_COMM_WORLD" : key.second;
        communicators_.push_back({key.first + name, {members.begin(), members.end()}});
    }
}

std::int64_t RankTraffic::member(std::size_t communicator, const Rank* rank) const {
    if (!rank) return -1;
    const std::vector<std::size_t>& all = communicators_[communicator].members;
    const auto at = std::lower_bound(all.begin(), all.end(), rank->number);
    return at == all.end() || *at != rank->number ? -1 : at - all.begin();
}

void RankTraffic::tell(const Row& r, const Take& take) const {
    const Rank *rank = rank_of(r[0]), *peer = rank_of(r[4]);
    const auto kind = static_cast<RankEvent::Kind>(integer(r[2]));
    const bool is_message = kind == RankEvent::send || kind == RankEvent::receive;
    if (!rank || (is_message && (!peer || peer->job != rank->job))) return;
    const std::size_t communicator = number_of_.at({rank->job, text(r[5])});
    take({kind, row_of_.at(text(r[0])), count_of(r[1]), communicator, member(communicator, peer),
          peer == rank, count_of(r[6]), static_cast<std::uint32_t>(integer(r[7])), text(r[8])});
}

// Parts of collective calls that follow each other at one moment end before the next one begins.
Result<Done> RankTraffic::each_event(const Take& take, Diagnostics& diagnostics) const {
    const std::string sql = fmt::format(
        "SELECT * FROM ({} UNION ALL {}) ORDER BY path, time, min(kind, 2), number, kind",
        messages_sql(), collectives_sql(true));
    return run_->for_each_row(
        sql, [&](const Row& r) { tell(r, take); }, diagnostics);
}

Result<Done> RankTraffic::each_collective(const Take& take, Diagnostics& diagnostics) const {
    return run_->for_each_row(
        collectives_sql(false) + " ORDER BY number", [&](const Row& r) { tell(r, take); },
        diagnostics);
}

}  // namespace tapestry
