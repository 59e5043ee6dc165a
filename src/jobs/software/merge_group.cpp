// SPDX-License-Identifier: Apache-2.0
#include "jobs/software/merge_group.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "base/codes/software.h"
#include "base/file.h"
#include "jobs/software/board_watch.h"
#include "show/store/calls_file.h"
#include "show/store/read_run.h"
#include "software/recording/mapped_file.h"
#include "software/recording/share_bytes.h"
#include "software/recording/share_messages.h"

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
        if (const auto made = make_folder(folder_, diagnostics_); !made) return made.failure();
        Result<std::vector<Recording>> own = read_own();
        if (!own) return own.failure();
        if (const auto done = tell("summary", summaries_to_bytes(*own)); !done)
            return done.failure();
        Result<std::vector<Recording>> all = with_others(std::move(*own));
        if (!all) return all.failure();
        add_boards(*all, files_.recordings);
        HostMerge merge(std::move(*all), facts_);
        return group_.rank == 0 ? join(merge) : pass_on(merge);
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

    Result<Done> tell(const std::string& what, const std::string& bytes) {
        if (const auto written = write_file(part(what), bytes, diagnostics_); !written)
            return written.failure();
        return tell_written(what);
    }

    // A file is there when it is whole.
    fs::path part(const std::string& what) const { return file(what + ".part", group_.rank); }
    Result<Done> tell_written(const std::string& what) {
        std::error_code ec;
        fs::rename(part(what), file(what, group_.rank), ec);
        if (ec) return refuse(ec.message());
        return Done{};
    }

    // When another process of the group fails, mpirun ends us all.
    fs::path heard(const std::string& what, int rank) const {
        std::error_code ec;
        while (!fs::exists(file(what, rank), ec))
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        return file(what, rank);
    }
    Result<std::string> hear(const std::string& what, int rank) {
        return read_file(heard(what, rank), diagnostics_);
    }
    Result<std::shared_ptr<const MappedFile>> hear_mapped(const std::string& what, int rank) {
        return MappedFile::open(heard(what, rank), diagnostics_);
    }

    Reported refuse(const std::string& why) {
        return diagnostics_.report(code::recording_malformed, {folder_.string(), 0}, why);
    }

    Result<std::vector<Recording>> with_others(std::vector<Recording> own) {
        for (int rank = 0; rank < group_.size; ++rank) {
            if (rank == group_.rank) continue;
            const Result<std::string> bytes = hear("summary", rank);
            if (!bytes) return bytes.failure();
            auto others = summaries_from_bytes(*bytes);
            if (!others) return refuse("a process of the merge wrote something else");
            own.insert(own.end(), std::make_move_iterator(others->begin()),
                       std::make_move_iterator(others->end()));
        }
        return own;
    }

    Reported refuse_strange() { return refuse("a process of the merge wrote something else"); }

    Result<Done> tell_messages(const HostMerge& merge) {
        MessageFile messages(part("messages"));
        merge.each_message(messages.calls(), [&](const RankMessage& m) { messages.add(m); });
        if (const auto done = messages.finish(diagnostics_); !done) return done.failure();
        return tell_written("messages");
    }

    Result<HostRunMade> pass_on(HostMerge& merge) {
        if (const auto done = tell_messages(merge); !done) return done.failure();
        const auto bytes = hear_mapped("waits", 0);
        if (!bytes) return bytes.failure();
        ThreadWaits waits;
        if (!add_waits(**bytes, waits)) return refuse_strange();
        const HostShare share = merge.threads(waits);
        const Run& run = share.run;
        Analysis none;  // the first process analyses the whole
        none.machines.resize(run.taps.size());
        for (std::size_t i = 0; i < run.taps.size(); ++i)
            none.machines[i].states.resize(run.taps[i].states.size());
        if (const auto written =
                write_run_and_calls(run, none, share.calls, file("run", group_.rank), diagnostics_);
            !written)
            return written.failure();
        if (const auto done = tell("made", ""); !done) return done.failure();
        return HostRunMade{};
    }

    Result<JoinedMessages> join_all_messages(const HostMerge& merge) {
        MessageJoiner joiner;
        merge.each_message(joiner.calls(), [&](const RankMessage& m) { joiner.add(m); });
        for (int rank = 1; rank < group_.size; ++rank) {
            const auto bytes = hear_mapped("messages", rank);
            if (!bytes) return bytes.failure();
            if (!add_messages(**bytes, joiner)) return refuse_strange();
        }
        return joiner.join(diagnostics_);
    }

    Result<HostRunMade> join(HostMerge& merge) {
        Result<JoinedMessages> joined = join_all_messages(merge);
        if (!joined) return joined.failure();
        if (const auto done = write_waits(joined->calls, part("waits"), diagnostics_); !done)
            return done.failure();
        if (const auto done = tell_written("waits"); !done) return done.failure();
        std::vector<HostShare> shares;
        shares.push_back(merge.threads(joined->calls));
        for (int rank = 1; rank < group_.size; ++rank) {
            if (const auto done = hear("made", rank); !done) return done.failure();
            Result<Run> run = read_run(file("run", rank), diagnostics_);
            if (!run) return run.failure();
            Result<HostCalls> calls = read_calls(*run, file("run", rank), diagnostics_);
            if (!calls) return calls.failure();
            shares.push_back({std::move(*run), std::move(*calls)});
        }
        std::error_code ec;
        fs::remove_all(folder_, ec);
        HostRun host = merge.finish(std::move(shares), std::move(*joined), diagnostics_);
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
