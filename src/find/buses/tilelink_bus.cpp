// SPDX-License-Identifier: Apache-2.0
#include "find/buses/tilelink_bus.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "find/buses/record_channels.h"

namespace tapestry {

namespace {

constexpr const char* kGet = "3'd4";            // of a_opcode; all others write
constexpr const char* kAccessAckData = "3'd1";  // of d_opcode; all others answer writes
constexpr std::uint32_t kOpcodeBits = 3;

bool has_opcode(const Record& r, const std::string& name) {
    const auto opcode = r.find({name});
    return opcode && opcode->width == kOpcodeBits;
}
bool is_tilelink_request(const Record& r) {
    return r.has({"avalid", "dready"}) && has_opcode(r, "aopcode");
}
bool is_tilelink_answer(const Record& r) {
    return r.has({"aready", "dvalid"}) && has_opcode(r, "dopcode");
}

// A size larger than the data width is a burst, with several beats on one channel and one on the
// other. The width of the size field shows whether bursts are possible.
bool may_have_bursts(const RecordPair& pair) {
    const auto size = pair.asks.find({"asize"});
    const auto data = pair.asks.find({"adata"});
    if (!size || !data || data->width < 8) return true;
    const auto largest = static_cast<std::uint32_t>(std::bit_width(data->width / 8) - 1);
    const auto bits = static_cast<std::uint32_t>(std::bit_width(largest));
    return size->width > std::max(1U, bits);
}

class TileLink {
public:
    TileLink(const Subject& on, const RecordPair& pair)
        : on_(on), pair_(pair), bus_(on, pair, "tl") {}

    void take() const {
        for (const bool writes : {false, true}) {
            const auto request = take_channel(writes, false);
            const auto answer = take_channel(writes, true);
            if (request && answer && !may_have_bursts(pair_)) time(writes, *request, *answer);
        }
    }

private:
    // Returns its index in the findings.
    std::optional<std::size_t> take_channel(bool writes, bool returns) const {
        const Record& from = returns ? pair_.answers : pair_.asks;
        const Record& to = returns ? pair_.asks : pair_.answers;
        const std::string letter = returns ? "d" : "a";
        const Member valid = *from.find({letter + "valid"});
        const Member opcode = *from.find({letter + "opcode"});
        const std::string part = !returns ? "request" : writes ? "response" : "data";
        const std::string direction = direction_word(writes);
        Finding f = bus_.channel(valid, *to.find({letter + "ready"}),
                                 fmt::format("{}_{}", direction, part));
        // Both directions share the handshake, so the opcode identifies writes.
        if (writes) f.valid_bit = opcode.bit;
        f.observe[0].second = fmt::format("{} && ({} {} {})", valid.text, opcode.text,
                                          writes ? "!=" : "==", returns ? kAccessAckData : kGet);
        f.stream().protocol = "tl_ul";
        f.stream().bus = {bus_.name(), direction, part};
        f.reason += "; a TL-UL bus";
        if (writes != returns)
            add_bytes(from.find({letter + "data"}), from.find({letter + "mask"}), f);
        if (!bus_.take(std::move(f))) return std::nullopt;
        return on_.findings.taken.size() - 1;
    }

    void time(bool writes, std::size_t request, std::size_t answer) const {
        Transfers t = bus_.transfers(direction_word(writes), on_.findings.taken[request],
                                     on_.findings.taken[answer]);
        t.reorders = pair_.asks.has({"asource"}) && pair_.answers.has({"dsource"});
        time_transfers(on_, t);
    }

    const Subject& on_;
    const RecordPair& pair_;
    RecordBus bus_;
};

}  // namespace

void find_tilelink_buses(const Subject& on) {
    for (const RecordPair& pair : record_pairs(on, {is_tilelink_request, is_tilelink_answer}))
        TileLink(on, pair).take();
}

}  // namespace tapestry
