// SPDX-License-Identifier: Apache-2.0
#include "find/buses/axi_records.h"

#include "find/buses/axi_bus.h"
#include "find/buses/record_channels.h"

namespace tapestry {

namespace {

bool is_axi_request(const Record& r) {
    return r.has({"arvalid", "rready"}) || r.has({"awvalid", "wvalid", "bready"});
}
bool is_axi_answer(const Record& r) {
    return r.has({"arready", "rvalid"}) || r.has({"awready", "wready", "bvalid"});
}

void take_bus(const Subject& on, const RecordPair& pair) {
    const RecordBus bus(on, pair, "axi");
    AxiChannels channels;
    for (const std::string letters : {"aw", "w", "b", "ar", "r"}) {
        const bool returns = letters == "b" || letters == "r";
        const Record& from = returns ? pair.answers : pair.asks;
        const Record& to = returns ? pair.asks : pair.answers;
        const auto valid = from.find({letters + "valid"});
        const auto ready = to.find({letters + "ready"});
        if (!valid || !ready) continue;
        Finding f = bus.channel(*valid, *ready, letters);
        if (const auto last = from.find({letters + "last"}); last && last->width == 1)
            f.observe.emplace_back("last", last->text);
        add_bytes(from.find({letters + "data"}), from.find({letters + "strb"}), f);
        if (!bus.take(std::move(f))) continue;
        AxiChannel& channel = channels[letters];
        channel.at = on.findings.taken.size() - 1;
        channel.has_length = from.find({letters + "len"}).has_value();
        channel.has_identifier = from.find({letters + "id"}).has_value();
        const auto atop = from.find({letters + "atop"});
        if (atop && atop->width > kAtomicReads) channel.atomic_read = atop->bit_text(kAtomicReads);
    }
    take_axi_bus(on, bus.name(), channels);
}

}  // namespace

void find_axi_records(const Subject& on) {
    for (const RecordPair& pair : record_pairs(on, {is_axi_request, is_axi_answer}))
        take_bus(on, pair);
}

}  // namespace tapestry
