// SPDX-License-Identifier: Apache-2.0
#include "detect/handshake_payload.h"

#include <algorithm>

#include "detect/handshake_vector.h"
#include "detect/stream_finding.h"

namespace tapestry {

namespace {

// Which bytes of a beat count; the write channel of AXI has strobes for it.
const char* keep_word(const ValidName& name) { return name.letters == "w" ? "strb" : "keep"; }

}  // namespace

void add_payload(const Subject& on, const SiblingNames& names, VarId valid, const ValidName& name,
                 Finding& f) {
    const VarId last = names.partner(valid, name, "last");
    const VarId end_of_packet = names.partner(valid, name, "endofpacket");
    const VarId eop = end_of_packet != kNone ? end_of_packet : names.partner(valid, name, "eop");
    const VarId keep = names.partner(valid, name, keep_word(name));
    const VarId data = names.partner(valid, name, "data");
    if (name.letters.empty() && eop != kNone) f.protocol = "avalon_st";
    const VarId end = last != kNone ? last : eop;
    if (end != kNone && on.width(end) == 1) f.observe.emplace_back("last", on.text(end));
    f.bytes_per_beat = data == kNone || on.is_array(data) ? 0 : bytes_of(on.width(data));
    if (keep == kNone || on.is_array(keep) || on.width(keep) == 0) return;
    f.observe.emplace_back("keep", on.text(keep));
    f.width = on.width(keep);
    f.bytes_per_keep = std::max<std::uint64_t>(1, f.bytes_per_beat / on.width(keep));
}

void add_shared_payload(const Subject& on, const SiblingNames& names, VarId valid,
                        const ValidName& name, Finding& f) {
    const std::uint64_t count = handshakes(on, valid);
    const VarId last = names.partner(valid, name, "last");
    const VarId keep = names.partner(valid, name, keep_word(name));
    const VarId data = names.partner(valid, name, "data");
    if (last != kNone && handshakes(on, last) == count)
        f.observe.emplace_back("last", on.text(last) + index_text(on, last, f.element));
    f.bytes_per_beat = data == kNone ? 0 : bytes_of(share_width(on, data, count));
    const std::uint32_t keep_width = keep == kNone ? 0 : share_width(on, keep, count);
    const std::string share = keep_width == 0 ? "" : share_text(on, keep, keep_width, f.element);
    if (share.empty()) return;
    f.observe.emplace_back("keep", on.text(keep) + share);
    f.width = keep_width;
    f.bytes_per_keep = std::max<std::uint64_t>(1, f.bytes_per_beat / keep_width);
}

}  // namespace tapestry
