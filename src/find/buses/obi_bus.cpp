// SPDX-License-Identifier: Apache-2.0
#include "find/buses/obi_bus.h"

#include <fmt/format.h>

#include "find/buses/record_channels.h"

namespace tapestry {

namespace {

// Request members may be in a nested struct `a`, response members in `r`.
std::optional<Member> request_member(const Record& r, const std::string& name) {
    return r.find({name, "a" + name});
}

bool is_obi_request(const Record& r) { return r.has({"req"}) && request_member(r, "addr"); }
bool is_obi_answer(const Record& r) { return r.has({"gnt", "rvalid"}); }

class Obi {
public:
    Obi(const Subject& on, const RecordPair& pair)
        : on_(on),
          pair_(pair),
          bus_(on, pair, "obi"),
          request_(*pair.asks.find({"req"})),
          grant_(*pair.answers.find({"gnt"})),
          write_enable_(request_member(pair.asks, "we")) {}

    void take() const {
        if (!take_requests(false)) return;
        const std::size_t reads = on_.findings.taken.size() - 1;
        if (write_enable_) take_requests(true);
        time(reads);
    }

private:
    bool take_requests(bool writes) const {
        const std::string direction = direction_word(writes);
        Finding f = bus_.channel(request_, grant_, direction);
        // Both directions share request and grant, so the write enable identifies writes.
        if (writes) f.valid_bit = write_enable_->bit;
        if (write_enable_)
            f.observe[0].second =
                fmt::format("{} && {}{}", request_.text, writes ? "" : "!", write_enable_->text);
        f.stream().protocol = "obi";
        f.stream().bus = {bus_.name(), direction, "request"};
        f.reason += "; an OBI bus";
        add_bytes(
            writes ? request_member(pair_.asks, "wdata") : pair_.answers.find({"rdata", "rrdata"}),
            request_member(pair_.asks, "be"), f);
        return bus_.take(std::move(f));
    }

    // A response does not show its direction.
    void time(std::size_t reads) const {
        const Finding& request = on_.findings.taken[reads];
        const Member answer = *pair_.answers.find({"rvalid"});
        const auto ready = pair_.asks.find({"rready"});
        Transfers t = bus_.transfers(write_enable_ ? "both" : "read", request, request);
        t.begins = fmt::format("{} && {}", request_.text, grant_.text);
        t.ends = ready ? fmt::format("{} && {}", answer.text, ready->text) : answer.text;
        t.answer_net = answer.bit.var;
        t.answer_bit = answer.bit;
        time_transfers(on_, t);
    }

    const Subject& on_;
    const RecordPair& pair_;
    RecordBus bus_;
    Member request_;
    Member grant_;
    std::optional<Member> write_enable_;
};

}  // namespace

void find_obi_buses(const Subject& on) {
    for (const RecordPair& pair : record_pairs(on, {is_obi_request, is_obi_answer}))
        Obi(on, pair).take();
}

}  // namespace tapestry
