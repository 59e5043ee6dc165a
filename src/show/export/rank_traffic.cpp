// SPDX-License-Identifier: Apache-2.0
#include "show/export/rank_traffic.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace tapestry {

namespace {

class TrafficReader {
public:
    TrafficReader(const RunView& run, const Timeline& timeline, Diagnostics& diagnostics)
        : run_(run), diagnostics_(diagnostics) {
        find_ranks(timeline);
    }

    Result<RankTraffic> read() {
        // Groups come first, since what is written of a message depends on all members.
        for (const bool adds : {false, true}) {
            if (adds) number_groups();
            each(
                "SELECT sender, receiver, communicator, send_start_ns, receive_end_ns, bytes, "
                "tag FROM messages WHERE receive_end_ns >= send_start_ns AND sender IS NOT "
                "NULL AND receiver IS NOT NULL ORDER BY message",
                [&](const Row& r) { adds ? add_message(r) : join_message(r); });
            each(
                "SELECT path, call, communicator, root, start_ns, end_ns, bytes FROM "
                "collectives WHERE path IS NOT NULL ORDER BY collective",
                [&](const Row& r) { adds ? add_collective(r) : join_collective(r); });
            if (!good_) return good_.failure();
        }
        return std::move(out_);
    }

private:
    // Communicators of two jobs may have one name.
    using Key = std::pair<std::string, std::string>;
    struct Rank {
        std::size_t number;
        std::string job;
    };

    void each(const char* sql, const std::function<void(const Row&)>& take) {
        if (good_) good_ = run_.for_each_row(sql, take, diagnostics_);
    }

    void find_ranks(const Timeline& timeline) {
        for (std::size_t i = 0; i < timeline.rows.size(); ++i) {
            const std::string process = timeline.process_of(timeline.rows[i]);
            const std::size_t at = process.rfind("rank[");
            if (at == std::string::npos) continue;
            row_of_.emplace(timeline.rows[i].path, i);
            const auto [rank, is_new] =
                ranks_.try_emplace(process, Rank{out_.ranks.size(), process.substr(0, at)});
            if (is_new) {
                out_.ranks.push_back(i);
                members_[{rank->second.job, "world"}].insert(rank->second.number);
            }
            rank_of_row_[i] = &rank->second;
        }
    }

    const Rank* rank_of(const Cell& path) const {
        const auto row = row_of_.find(text(path));
        return row == row_of_.end() ? nullptr : rank_of_row_.at(row->second);
    }

    void join(const Cell& path, const Cell& communicator) {
        if (const Rank* rank = rank_of(path))
            members_[{rank->job, text(communicator)}].insert(rank->number);
    }
    void join_message(const Row& r) { join(r[0], r[2]), join(r[1], r[2]); }
    void join_collective(const Row& r) { join(r[0], r[2]); }

    void number_groups() {
        for (const auto& [key, members] : members_) {
            number_of_[key] = out_.communicators.size();
            const std::string& name = key.second == "world" ? "MPI_COMM_WORLD" : key.second;
            out_.communicators.push_back({key.first + name, {members.begin(), members.end()}});
        }
    }

    std::int64_t member(std::size_t communicator, const Rank* rank) const {
        if (!rank) return -1;
        const std::vector<std::size_t>& all = out_.communicators[communicator].members;
        const auto at = std::lower_bound(all.begin(), all.end(), rank->number);
        return at == all.end() || *at != rank->number ? -1 : at - all.begin();
    }

    void add_message(const Row& r) {
        const Rank *from = rank_of(r[0]), *to = rank_of(r[1]);
        if (!from || !to || from->job != to->job) return;
        const std::size_t communicator = number_of_.at({from->job, text(r[2])});
        out_.messages.push_back({row_of_.at(text(r[0])), row_of_.at(text(r[1])),
                                 static_cast<std::uint32_t>(member(communicator, from)),
                                 static_cast<std::uint32_t>(member(communicator, to)), communicator,
                                 number(r[3]), number(r[4]), number(r[5]),
                                 static_cast<std::uint32_t>(integer(r[6]))});
    }

    void add_collective(const Row& r) {
        const Rank* rank = rank_of(r[0]);
        if (!rank) return;
        const std::size_t communicator = number_of_.at({rank->job, text(r[2])});
        const Rank* root = is_null(r[3]) ? nullptr : rank_of(r[3]);
        out_.collectives.push_back({row_of_.at(text(r[0])), text(r[1]), communicator,
                                    member(communicator, root), root == rank, number(r[4]),
                                    number(r[5]), number(r[6])});
    }

    static std::uint64_t number(const Cell& cell) {
        return static_cast<std::uint64_t>(std::max<std::int64_t>(0, integer(cell)));
    }

    const RunView& run_;
    Diagnostics& diagnostics_;
    Result<Done> good_ = Done{};
    std::map<std::string, Rank> ranks_;  // by process
    std::map<std::string, std::size_t> row_of_;
    std::map<std::size_t, const Rank*> rank_of_row_;
    std::map<Key, std::set<std::size_t>> members_;
    std::map<Key, std::size_t> number_of_;
    RankTraffic out_;
};

}  // namespace

Result<RankTraffic> read_rank_traffic(const RunView& run, const Timeline& timeline,
                                      Diagnostics& diagnostics) {
    return TrafficReader(run, timeline, diagnostics).read();
}

}  // namespace tapestry
