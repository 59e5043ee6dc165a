// SPDX-License-Identifier: Apache-2.0
#include "software/recording/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/codes/software.h"
#include "software/library/recording_layout.h"
#include "software/recording/meetings.h"
#include "software/recording/message_lines.h"
#include "software/recording/one_sided_waits.h"
#include "software/recording/sorted_list.h"

namespace tapestry {

namespace {

constexpr std::uint32_t kNoCall = ~0u;

// Calls take(group) for what stands together in a list.
template <class List, class Key, class Take>
void each_group(List& list, const Key& key, const Take& take) {
    std::vector<RankMessage> group;
    list.each([&](const RankMessage& e) {
        if (!group.empty() && key(group.front()) != key(e)) {
            take(group);
            group.clear();
        }
        group.push_back(e);
    });
    if (!group.empty()) take(group);
}

}  // namespace

class MessageJoiner::Sorter {
public:
    MessageCalls calls;

    void add(const RankMessage& e) {
        if (e.place >= 0) first_place_.try_emplace(e.rank, e.place);
        if (is_part_of_meeting(e)) meetings_.add(e);
        if (is_collective(e)) collectives_.add(e);
        switch (e.message.role) {
            case TAPESTRY_SENDS:
            case TAPESTRY_RECEIVES:
                place_of_[e.rank] = e.place;
                [[fallthrough]];
            case TAPESTRY_SENDS | TAPESTRY_AWAITED:
            case TAPESTRY_SENDS | kGone:
            case TAPESTRY_RECEIVES | kGone:
                return lines_.add(e);
            case kUnknownGone:
                return lines_.add_unknown_rank(e.rank);
            case TAPESTRY_PUTS:
            case TAPESTRY_GETS:
                return add_one_sided(e);
            case TAPESTRY_TO_DEVICE:
            case TAPESTRY_FROM_DEVICE:
                return add_device_transfer(e);
            case TAPESTRY_AWAITS_THREAD:
                if (const auto w = wait_for_thread(e)) store(*w);
                return;
            default:
                if (e.message.role >= TAPESTRY_LOCKS && e.message.role <= TAPESTRY_AWAITS_COMPLETES)
                    windows_.add(e);
        }
    }

    void join(Diagnostics& diagnostics) {
        lines_.each([&](const MessageSide* send, const MessageSide* receive) {
            add_message(send, receive);
        });
        find_waits();
        waits.finish();
        say_unmatched(diagnostics);
    }

    void each_message(const Rows<RunMessage>::Take& take) {
        messages_.each([&](const StoredMessage& m) { take(run_message(m)); });
    }

    void each_collective(const Rows<HostCollective>::Take& take) {
        collectives_.each([&](const RankMessage& e) {
            const RecordedMessage& m = e.message;
            const auto root = first_place_.find(m.peer);
            take({e.place, calls.all().at(e.call).call, communicator_name(m.communicator), m.number,
                  m.peer < 0 || root == first_place_.end() ? -1 : root->second, m.start, m.end,
                  m.bytes});
        });
    }

    ThreadWaits waits;
    WaitSums sums;

private:
    // A message with numbers for texts, and with a rank where the thread is not known yet.
    struct StoredMessage {
        RecordedMessage any;  // tag, communicator, bytes
        int from = -1;
        int to = -1;
        int unknown_end = -1;  // rank at the end that is -1
        bool is_of_device = false;
        std::uint32_t send_call = kNoCall;
        std::uint32_t receive_call = kNoCall;
        std::uint64_t send_start = 0;
        std::uint64_t send_end = 0;
        std::uint64_t receive_start = 0;
        std::uint64_t receive_end = 0;

        void set_send(const RankMessage& e) {
            from = e.place;
            send_call = e.call;
            send_start = e.message.start;
            send_end = e.message.end;
        }
        void set_receive(const RankMessage& e) {
            to = e.place;
            receive_call = e.call;
            receive_start = e.message.start;
            receive_end = e.message.end;
        }
        auto order() const {
            return std::tuple(send_call == kNoCall ? receive_start : send_start, from, to, any.tag,
                              send_end, receive_start, any.number);
        }
    };

    struct InOrderOfTime {
        bool operator()(const StoredMessage& a, const StoredMessage& b) const {
            return a.order() < b.order();
        }
        bool operator()(const RankMessage& a, const RankMessage& b) const {
            return std::tuple(a.message.start, a.rank, a.message.number) <
                   std::tuple(b.message.start, b.rank, b.message.number);
        }
    };

    // Parts of one collective call, or of one window, stand together.
    struct ByCommunicatorAndNumber {
        bool operator()(const RankMessage& a, const RankMessage& b) const {
            return std::tuple(a.communicator(), a.message.number, a.rank) <
                   std::tuple(b.communicator(), b.message.number, b.rank);
        }
    };

    int place_of_rank(int rank) const {
        const auto at = place_of_.find(rank);
        return at == place_of_.end() ? -1 : at->second;
    }

    std::string call_name(std::uint32_t call) const {
        return call == kNoCall ? "" : calls.all().at(call).call;
    }

    RunMessage run_message(const StoredMessage& m) const {
        const int unknown = place_of_rank(m.unknown_end);
        return {m.from < 0 && !m.is_of_device ? unknown : m.from,
                m.to < 0 && !m.is_of_device ? unknown : m.to,
                call_name(m.send_call),
                call_name(m.receive_call),
                m.any.tag,
                m.is_of_device ? "device" : communicator_name(m.any.communicator),
                m.any.bytes,
                m.send_start,
                m.send_end,
                m.receive_start,
                m.receive_end};
    }

    // A message that was there before the run's time begins is no part of it.
    void add_message(const MessageSide* send, const MessageSide* receive) {
        const auto is_before = [](const MessageSide* s) {
            return !s || s->message.message.end == 0;
        };
        if (is_before(send) && is_before(receive)) return;
        StoredMessage m;
        m.any = (receive ? receive : send)->message.message;
        if (send) m.set_send(send->message);
        if (receive) m.set_receive(receive->message);
        if (!send || !receive) m.unknown_end = m.any.peer;
        if (send && receive) {
            check_order(m.send_start, m.receive_end);
            find_wait(*send, receive->message);
        }
        // The other side of a message to or from another job is not looked for.
        const bool is_missing = m.any.peer != TAPESTRY_STRANGER;
        unreceived_ += !receive && is_missing ? 1 : 0;
        unsent_ += !send && is_missing ? 1 : 0;
        messages_.add(m);
    }

    // Nothing arrives before it is sent, whatever the clocks of two machines say.
    void check_order(std::uint64_t sent, std::uint64_t received) {
        if (received >= sent) return;
        ++too_early_;
        earliest_ns_ = std::max(earliest_ns_, sent - received);
    }

    void find_wait(const MessageSide& send, const RankMessage& receive) {
        const std::uint64_t came = receive.message.start;
        const std::uint64_t sent = send.message.message.start;
        const RankMessage& sending = send.waiting_part();
        std::optional<FoundWait> wait;
        if (sent > came)
            wait = wait_until(receive, sent, WaitPattern::late_sender, send.message);
        else if (sending.message.end >= came)
            wait = wait_until(sending, came, WaitPattern::late_receiver, receive);
        if (wait) longest_.add(*wait);
    }

    void add_one_sided(const RankMessage& e) {
        StoredMessage m;
        m.any = e.message;
        m.unknown_end = e.message.peer;
        if (e.message.role == TAPESTRY_PUTS)
            m.set_send(e);
        else
            m.set_receive(e);
        messages_.add(m);
        place_of_[e.rank] = e.place;
    }

    // The call is known on one side only, and is taken for both.
    void add_device_transfer(const RankMessage& e) {
        StoredMessage m;
        m.is_of_device = true;
        m.any.bytes = e.message.bytes;
        m.set_send(e);
        m.set_receive(e);
        (e.message.role == TAPESTRY_TO_DEVICE ? m.to : m.from) = e.message.peer;
        messages_.add(m);
    }

    void store(const FoundWait& w) {
        sums.add(w);
        waits.add(w.wait);
    }

    void find_waits() {
        const TakeWait keep = [&](const FoundWait& w) { longest_.add(w); };
        const TakeWait to_store = [&](const FoundWait& w) { store(w); };
        each_group(
            meetings_,
            [](const RankMessage& e) { return std::pair(e.communicator(), e.message.number); },
            [&](const auto& parts) { each_wait_at_meeting(parts, calls, keep); });
        meetings_ = {};
        each_group(
            windows_, [](const RankMessage& e) { return e.communicator(); },
            [&](const auto& entries) {
                each_wait_for_epoch(entries, keep);
                each_wait_for_lock(entries, to_store);
            });
        windows_ = {};
        longest_.each(to_store);
        longest_ = {};
    }

    void say_unmatched(Diagnostics& diagnostics) const {
        if (unreceived_ > 0)
            diagnostics.report(code::message_unmatched, {}, unreceived_, "sent", "received");
        if (unsent_ > 0)
            diagnostics.report(code::message_unmatched, {}, unsent_, "received", "sent");
        if (too_early_ > 0)
            diagnostics.report(code::message_too_early, {}, too_early_, earliest_ns_);
    }

    MessageLines lines_;
    SortedList<RankMessage, ByCommunicatorAndNumber> meetings_, windows_;
    SortedList<RankMessage, InOrderOfTime> collectives_;
    SortedList<StoredMessage, InOrderOfTime> messages_;
    LongestWaits longest_;
    std::map<int, int> place_of_;     // by rank: a thread of it that sent or received,
    std::map<int, int> first_place_;  // one that did anything
    std::uint64_t unreceived_ = 0;
    std::uint64_t unsent_ = 0;
    std::uint64_t too_early_ = 0;  // messages that arrived before they were sent
    std::uint64_t earliest_ns_ = 0;
};

MessageJoiner::MessageJoiner() : sorter_(std::make_shared<Sorter>()) {}
MessageJoiner::~MessageJoiner() = default;
MessageCalls& MessageJoiner::calls() { return sorter_->calls; }
void MessageJoiner::add(const RankMessage& message) { sorter_->add(message); }

JoinedMessages MessageJoiner::join(Diagnostics& diagnostics) {
    sorter_->join(diagnostics);
    JoinedMessages out;
    out.messages = Rows<RunMessage>(
        [sorter = sorter_](const Rows<RunMessage>::Take& take) { sorter->each_message(take); });
    out.collectives =
        Rows<HostCollective>([sorter = sorter_](const Rows<HostCollective>::Take& take) {
            sorter->each_collective(take);
        });
    out.waits = sorter_->sums.sums(sorter_->calls);
    out.calls = std::move(sorter_->waits);
    return out;
}

std::string communicator_name(std::uint64_t communicator) {
    return communicator == 0 ? "world" : fmt::format("{:x}", communicator);
}

}  // namespace tapestry
