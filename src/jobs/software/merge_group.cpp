// SPDX-License-Identifier: Apache-2.0
#include "jobs/software/merge_group.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "base/codes.h"
#include "base/file.h"
#include "jobs/software/board_watch.h"
#include "show/store/read_run.h"
#include "show/store/write_run.h"
#include "software/recording/share_bytes.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

class Meeting {
public:
    Meeting(const ProcessGroup& group, HostRunFiles files, RunFacts facts, const fs::path& run,
            Diagnostics& diagnostics)
        : group_(group),
          files_(std::move(files)),
          facts_(std::move(facts)),
          run_(run),
          folder_(fs::path(run) += fmt::format(".merge.{}", group.job)),
          diagnostics_(diagnostics) {}

    Result<HostRunMade> merge() {
        if (!make_folder(folder_, diagnostics_)) return failure;
        Result<std::vector<Recording>> own = read_own();
        if (!own || !tell("summary", summaries_to_bytes(*own))) return failure;
        Result<std::vector<Recording>> all = with_others(std::move(*own));
        if (!all) return failure;
        add_boards(*all, files_.recordings);
        HostShare share = host_share(*all, facts_);
        if (group_.rank != 0) return pass_on(share);
        return join(std::move(*all), std::move(share));
    }

private:
    fs::path file(const std::string& what, int rank) const {
        return folder_ / fmt::format("{}.{}", what, rank);
    }

    Result<std::vector<Recording>> read_own() {
        std::vector<fs::path> own;
        for (std::size_t i = 0; i < files_.recordings.size(); ++i)
            if (static_cast<int>(i % static_cast<std::size_t>(group_.size)) == group_.rank)
                own.push_back(files_.recordings[i]);
        return read_recordings(own, files_.modelled, diagnostics_);
    }

    // A file is there when it is whole.
    Result<Done> tell(const std::string& what, const std::string& bytes) {
        const fs::path made = file(what + ".part", group_.rank);
        if (!write_file(made, bytes, diagnostics_)) return failure;
        std::error_code ec;
        fs::rename(made, file(what, group_.rank), ec);
        if (ec) return refuse(ec.message());
        return Done{};
    }

    // When another process of the group fails, mpirun ends us all.
    Result<std::string> hear(const std::string& what, int rank) {
        std::error_code ec;
        while (!fs::exists(file(what, rank), ec))
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        return read_file(file(what, rank), diagnostics_);
    }

    std::nullopt_t refuse(const std::string& why) {
        diagnostics_.report(Code::recording_malformed, {folder_.string(), 0}, why);
        return failure;
    }

    Result<std::vector<Recording>> with_others(std::vector<Recording> own) {
        for (int rank = 0; rank < group_.size; ++rank) {
            if (rank == group_.rank) continue;
            const Result<std::string> bytes = hear("summary", rank);
            if (!bytes) return failure;
            auto others = summaries_from_bytes(*bytes);
            if (!others) return refuse("a process of the merge wrote something else");
            own.insert(own.end(), std::make_move_iterator(others->begin()),
                       std::make_move_iterator(others->end()));
        }
        return own;
    }

    Result<HostRunMade> pass_on(const HostShare& share) {
        const fs::path stored = file("run", group_.rank);
        Analysis none;  // the first process analyses the whole
        none.machines.resize(share.run.taps.size());
        for (std::size_t i = 0; i < share.run.taps.size(); ++i)
            none.machines[i].states.resize(share.run.taps[i].states.size());
        if (!write_run(share.run, none, stored, diagnostics_)) return failure;
        if (!tell("messages", messages_to_bytes(share.messages))) return failure;
        return HostRunMade{};
    }

    Result<HostRunMade> join(std::vector<Recording> all, HostShare own) {
        std::vector<HostShare> shares;
        shares.push_back(std::move(own));
        for (int rank = 1; rank < group_.size; ++rank) {
            const Result<std::string> bytes = hear("messages", rank);
            Result<Run> run = bytes ? read_run(file("run", rank), diagnostics_) : failure;
            if (!run) return failure;
            auto messages = messages_from_bytes(*bytes);
            if (!messages) return refuse("a process of the merge wrote something else");
            shares.push_back({std::move(*run), std::move(*messages)});
        }
        std::error_code ec;
        fs::remove_all(folder_, ec);
        HostRun host = join_shares(std::move(all), std::move(shares), facts_, diagnostics_);
        return store_joined(host, files_, facts_.partial, run_, diagnostics_);
    }

    const ProcessGroup& group_;
    HostRunFiles files_;
    RunFacts facts_;
    fs::path run_;
    fs::path folder_;
    Diagnostics& diagnostics_;
};

}  // namespace

Result<HostRunMade> merge_in_group(const ProcessGroup& group, const HostRunFiles& files,
                                   RunFacts facts, const fs::path& run, Diagnostics& diagnostics) {
    return Meeting(group, files, std::move(facts), run, diagnostics).merge();
}

}  // namespace tapestry
