// SPDX-License-Identifier: Apache-2.0
#include "software/recording/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

#include "base/codes.h"
#include "software/library/recording_layout.h"
#include "software/recording/meetings.h"
#include "software/recording/one_sided_waits.h"
#include "software/recording/waits.h"

namespace tapestry {

namespace {

using Entry = RankMessages;

class MessageJoiner {
public:
    MessageJoiner(HostPart& host, Diagnostics& diagnostics)
        : host_(host), diagnostics_(diagnostics) {}

    std::vector<CallWait> join(const std::vector<Entry>& all) {
        for (const Entry& e : all) {
            switch (e.message.role) {
                case TAPESTRY_SENDS:
                case TAPESTRY_RECEIVES:
                    add_to_line(e);
                    break;
                case TAPESTRY_SENDS | TAPESTRY_AWAITED:
                    awaited_[{e.rank, e.message.number}] = &e;
                    break;
                case TAPESTRY_PUTS:
                case TAPESTRY_GETS:
                    add_one_sided(e);
                    break;
                case TAPESTRY_TO_DEVICE:
                case TAPESTRY_FROM_DEVICE:
                    add_device_transfer(e);
                    break;
                default:
                    break;
            }
        }
        for (auto& [key, line] : lines_) join_line(line);
        store_waits(all);
        name_one_sided();
        std::stable_sort(host_.messages.begin(), host_.messages.end(), by_time);
        say_unmatched();
        return call_waits(waits_);
    }

private:
    static bool by_time(const RunMessage& a, const RunMessage& b) {
        return time_of(a) < time_of(b);
    }
    static std::uint64_t time_of(const RunMessage& m) {
        return m.send_call.empty() ? m.receive_start_ns : m.send_start_ns;
    }

    // Messages with the same communicator, sender, receiver and tag do not overtake each other.
    struct Line {
        std::vector<const Entry*> sends;
        std::vector<const Entry*> receives;
    };

    void add_to_line(const Entry& e) {
        const RecordedMessage& m = e.message;
        const bool sends = m.role == TAPESTRY_SENDS;
        const int from = sends ? e.rank : m.peer;
        const int to = sends ? m.peer : e.rank;
        place_of_[e.rank] = e.place;
        Line& line = lines_[{e.communicator(), from, to, m.tag}];
        (sends ? line.sends : line.receives).push_back(&e);
    }

    void join_line(Line& line) {
        const auto earlier = [](const Entry* a, const Entry* b) {
            return a->message.number < b->message.number;
        };
        std::stable_sort(line.sends.begin(), line.sends.end(), earlier);
        std::stable_sort(line.receives.begin(), line.receives.end(), earlier);
        const std::size_t most = std::max(line.sends.size(), line.receives.size());
        for (std::size_t i = 0; i < most; ++i) {
            add_message(i < line.sends.size() ? line.sends[i] : nullptr,
                        i < line.receives.size() ? line.receives[i] : nullptr);
        }
    }

    int place_of_rank(int rank) const {
        const auto at = place_of_.find(rank);
        return at == place_of_.end() ? -1 : at->second;
    }

    void add_message(const Entry* send, const Entry* receive) {
        const RecordedMessage& any = (send ? send : receive)->message;
        RunMessage m;
        m.tag = any.tag;
        m.communicator = communicator_name(any.communicator);
        m.bytes = (receive ? receive : send)->message.bytes;
        m.from = send ? send->place : place_of_rank(any.peer);
        m.to = receive ? receive->place : place_of_rank(any.peer);
        if (send) {
            m.send_call = send->call;
            m.send_start_ns = send->message.start;
            m.send_end_ns = send->message.end;
        }
        if (receive) {
            m.receive_call = receive->call;
            m.receive_start_ns = receive->message.start;
            m.receive_end_ns = receive->message.end;
        }
        if (send && receive) add_waits(*send, *receive);
        unreceived_ += receive ? 0 : 1;
        unsent_ += send ? 0 : 1;
        host_.messages.push_back(std::move(m));
    }

    // A nonblocking send waits in the call that completes it.
    const Entry& waiting_part(const Entry& send) const {
        const auto at = awaited_.find({send.rank, send.message.number});
        return at == awaited_.end() ? send : *at->second;
    }

    void add_waits(const Entry& send, const Entry& receive) {
        const std::uint64_t came = receive.message.start;
        const Entry& sending = waiting_part(send);
        if (send.message.start > came)
            keep(wait_until(receive, send.message.start, "late_sender", send));
        else if (sending.message.end >= came)
            keep(wait_until(sending, came, "late_receiver", receive));
    }

    void keep(const std::optional<FoundWait>& wait) {
        if (wait) waits_.push_back(*wait);
    }

    void add_one_sided(const Entry& e) {
        const RecordedMessage& m = e.message;
        RunMessage out;
        const bool puts = m.role == TAPESTRY_PUTS;
        (puts ? out.from : out.to) = e.place;
        (puts ? out.send_call : out.receive_call) = e.call;
        (puts ? out.send_start_ns : out.receive_start_ns) = m.start;
        (puts ? out.send_end_ns : out.receive_end_ns) = m.end;
        out.tag = m.tag;
        out.bytes = m.bytes;
        out.communicator = communicator_name(m.communicator);
        one_sided_.emplace_back(host_.messages.size(), m.peer);
        host_.messages.push_back(std::move(out));
        place_of_[e.rank] = e.place;
    }

    // The call is known on one side only, and is taken for both.
    void add_device_transfer(const Entry& e) {
        const RecordedMessage& m = e.message;
        const bool sends = m.role == TAPESTRY_TO_DEVICE;
        RunMessage out;
        out.from = sends ? e.place : m.peer;
        out.to = sends ? m.peer : e.place;
        out.send_call = out.receive_call = e.call;
        out.send_start_ns = out.receive_start_ns = m.start;
        out.send_end_ns = out.receive_end_ns = m.end;
        out.bytes = m.bytes;
        out.communicator = "device";
        host_.messages.push_back(std::move(out));
    }

    void store_waits(const std::vector<Entry>& all) {
        for (auto* find : {waits_at_meetings, waits_for_epochs}) {
            const std::vector<FoundWait> found = find(all);
            waits_.insert(waits_.end(), found.begin(), found.end());
        }
        waits_ = longest_of_each_call(std::move(waits_));
        for (auto* find : {waits_for_locks, waits_for_threads}) {
            const std::vector<FoundWait> found = find(all);
            waits_.insert(waits_.end(), found.begin(), found.end());
        }
        host_.waits = summed_waits(waits_);
    }

    void name_one_sided() {
        for (const auto& [message, peer] : one_sided_) {
            RunMessage& m = host_.messages[message];
            (m.from < 0 ? m.from : m.to) = place_of_rank(peer);
        }
    }

    void say_unmatched() {
        if (unreceived_ > 0)
            diagnostics_.report(Code::message_unmatched, {}, unreceived_, "sent", "received");
        if (unsent_ > 0)
            diagnostics_.report(Code::message_unmatched, {}, unsent_, "received", "sent");
    }

    HostPart& host_;
    Diagnostics& diagnostics_;
    std::map<std::tuple<std::pair<int, std::uint64_t>, int, int, int>, Line> lines_;
    std::map<std::pair<int, std::uint64_t>, const Entry*> awaited_;  // by rank and number
    std::vector<FoundWait> waits_;
    std::map<int, int> place_of_;  // by rank: a thread of it that communicated
    std::vector<std::pair<std::size_t, int>> one_sided_;
    std::uint64_t unreceived_ = 0;
    std::uint64_t unsent_ = 0;
};

}  // namespace

std::string communicator_name(std::uint64_t communicator) {
    return communicator == 0 ? "world" : fmt::format("{:x}", communicator);
}

std::vector<CallWait> join_messages(std::vector<RankMessages> all, HostPart& host,
                                    Diagnostics& diagnostics) {
    return MessageJoiner(host, diagnostics).join(all);
}

}  // namespace tapestry
