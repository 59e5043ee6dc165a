// SPDX-License-Identifier: Apache-2.0
#include "find/streams/handshake_payload.h"

#include "find/streams/handshake_vector.h"
#include "find/streams/stream_finding.h"

namespace tapestry {

namespace {

// The byte enables of a beat: keep, or the strobes of AXI's write channel and of an AXI-Stream
// without keep.
VarId keep_of(const SiblingNames& names, VarId valid, const ValidName& name) {
    const VarId keep = names.partner(valid, name, "keep");
    return keep != kNone ? keep : names.partner(valid, name, "strb");
}

// An array has one element per handshake; a vector is divided evenly.
void add_shared_data(const Subject& on, VarId data, VarId valid, Finding& f) {
    const std::uint32_t share = share_width(on, data, handshakes(on, valid));
    if (share == 0) return;
    const bool array = on.is_array(data);
    add_data(f, on.text(data) + (array ? index_text(on, data, f.element) : ""), share);
    if (!array) f.stream().lanes_of = on.text(valid);
}

}  // namespace

void add_payload(const Subject& on, const SiblingNames& names, VarId valid, const ValidName& name,
                 Finding& f) {
    const VarId last = names.partner(valid, name, "last");
    const VarId end_of_packet = names.partner(valid, name, "endofpacket");
    const VarId eop = end_of_packet != kNone ? end_of_packet : names.partner(valid, name, "eop");
    const VarId keep = keep_of(names, valid, name);
    const VarId data = names.partner(valid, name, "data");
    if (name.letters.empty() && eop != kNone) f.stream().protocol = "avalon_st";
    const VarId end = last != kNone ? last : eop;
    if (end != kNone && on.width(end) == 1) f.observe.emplace_back("last", on.text(end));
    if (data != kNone && !on.is_array(data)) add_data(f, on.text(data), on.width(data));
    if (keep == kNone || on.is_array(keep) || on.width(keep) == 0) return;
    add_keep(f, on.text(keep), on.width(keep));
}

void add_shared_payload(const Subject& on, const SiblingNames& names, VarId valid,
                        const ValidName& name, Finding& f) {
    const std::uint64_t count = handshakes(on, valid);
    const VarId last = names.partner(valid, name, "last");
    const VarId keep = keep_of(names, valid, name);
    const VarId data = names.partner(valid, name, "data");
    if (last != kNone && handshakes(on, last) == count)
        f.observe.emplace_back("last", on.text(last) + index_text(on, last, f.element));
    if (data != kNone) add_shared_data(on, data, valid, f);
    const std::uint32_t keep_width = keep == kNone ? 0 : share_width(on, keep, count);
    const std::string share = keep_width == 0 ? "" : share_text(on, keep, keep_width, f.element);
    if (share.empty()) return;
    add_keep(f, on.text(keep) + share, keep_width);
}

}  // namespace tapestry
