// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/seen_takes.h"

#include <algorithm>

namespace tapestry {

namespace {

bool is_valid(StretchKind kind) {
    return kind == StretchKind::blocked || kind == StretchKind::transfer;
}

// How the valids of an input (take) and an output (give) coincide.
struct Company {
    bool only_with = true;        // the give is valid only while the take is
    bool moves_only_with = true;  // beats are given only while the take is valid
    bool rises_with = false;
    bool moves_alone = false;  // a beat is given while the take is valid and does not move
};

std::uint64_t first_transfer(const RecordedHandshake& handshake) {
    for (const HandshakeStretch& s : handshake.stretches)
        if (s.kind == StretchKind::transfer) return s.start;
    return handshake.end;
}

Company company_of(const RecordedHandshake& take, const RecordedHandshake& give) {
    Company company;
    if (take.stretches.empty() || give.stretches.empty()) return company;
    bool take_was = false, give_was = false;
    std::size_t t = 0, g = 0;
    for (std::uint64_t now = 0; now < take.end;) {
        while (t + 1 < take.stretches.size() && take.stretches[t + 1].start <= now) ++t;
        while (g + 1 < give.stretches.size() && give.stretches[g + 1].start <= now) ++g;
        const StretchKind taking = take.stretches[t].kind, giving = give.stretches[g].kind;
        const bool take_is = is_valid(taking), give_is = is_valid(giving);
        const bool gives = giving == StretchKind::transfer;
        company.only_with = company.only_with && (take_is || !give_is);
        company.moves_only_with = company.moves_only_with && (take_is || !gives);
        company.rises_with =
            company.rises_with || (take_is && give_is && !take_was && !give_was && now > 0);
        company.moves_alone = company.moves_alone || (gives && taking == StretchKind::blocked);
        take_was = take_is;
        give_was = give_is;
        now = std::max(now + 1, std::min(take.end_of(t), give.end_of(g)));
    }
    return company;
}

}  // namespace

SeenTakes seen_takes(const std::vector<ThreadEnd>& ends) {
    SeenTakes seen;
    for (std::size_t e = 0; e < ends.size(); ++e) {
        if (ends[e].push || ends[e].says_waiting) continue;
        const RecordedHandshake& take = *ends[e].handshake;
        Company all{true, true, true, false};
        bool gives_first = false;
        for (const ThreadEnd& give : ends) {
            if (!give.push) continue;
            const Company one = company_of(take, *give.handshake);
            all.only_with = all.only_with && one.only_with;
            all.moves_only_with = all.moves_only_with && one.moves_only_with;
            all.rises_with = all.rises_with && one.rises_with;
            all.moves_alone = all.moves_alone || one.moves_alone;
            gives_first = gives_first || first_transfer(*give.handshake) < first_transfer(take);
        }
        if (!all.moves_only_with || !all.moves_alone) continue;
        const bool straight = all.only_with && all.rises_with;
        if (straight && gives_first)
            seen.sure |= std::uint64_t{1} << e;
        else if (straight || gives_first)
            seen.perhaps |= std::uint64_t{1} << e;
    }
    return seen;
}

}  // namespace tapestry
