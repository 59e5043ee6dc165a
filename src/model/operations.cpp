// SPDX-License-Identifier: Apache-2.0
#include "model/operations.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/codes/runs.h"

namespace tapestry {

namespace {

// block  = version kind body crc32
// names  = channels {text depth latency room capacity}
//          threads {text clock+1 rest guessed text sets {operations {op group}}
//                   arbitrations {policy channels {channel}}}
// visits = thread count {delay*2+blocked set} stalls {cycles}
// op     = channel*2+push; every number is LEB128, a text is its length and its bytes
constexpr char kVersion = 2, kWithoutArbitrations = 1;
enum BlockKind : char { kNames = 'N', kVisits = 'V' };
constexpr std::size_t kVisitsOfABlock = 1 << 16;

constexpr std::array<std::uint32_t, 256> crc_table() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        std::uint32_t c = i;
        for (int bit = 0; bit < 8; ++bit) c = (c & 1) != 0 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[i] = c;
    }
    return table;
}

std::uint32_t crc32(std::string_view bytes) {
    static constexpr std::array<std::uint32_t, 256> kTable = crc_table();
    std::uint32_t crc = ~0u;
    for (const char c : bytes)
        crc = kTable[(crc ^ static_cast<unsigned char>(c)) & 0xff] ^ (crc >> 8);
    return ~crc;
}

class Packer {
public:
    explicit Packer(BlockKind kind) : bytes_{kVersion, kind} {}

    Packer& number(std::uint64_t n) {
        for (; n >= 0x80; n >>= 7) bytes_ += static_cast<char>(n | 0x80);
        bytes_ += static_cast<char>(n);
        return *this;
    }

    Packer& text(const std::string& text) {
        number(text.size());
        bytes_ += text;
        return *this;
    }

    std::string take() {
        const std::uint32_t crc = crc32(bytes_);
        for (int shift = 0; shift < 32; shift += 8) bytes_ += static_cast<char>(crc >> shift);
        return std::move(bytes_);
    }

private:
    std::string bytes_;
};

// The inverse of Packer. After the first error every number is 0.
class Unpacker {
public:
    explicit Unpacker(std::string_view block) {
        constexpr std::size_t kFrame = 6;  // version, kind, checksum
        if (block.size() < kFrame) {
            fail("a block of its operations is too short");
        } else if (block[0] != kVersion && block[0] != kWithoutArbitrations) {
            fail("its operations have a form that this tapestry does not know");
        } else if (checksum_of(block) != crc32(block.substr(0, block.size() - 4))) {
            fail("a block of its operations is damaged");
        } else {
            version_ = block[0];
            kind_ = block[1];
            rest_ = block.substr(2, block.size() - kFrame);
        }
    }

    char version() const { return version_; }
    char kind() const { return kind_; }
    bool good() const { return problem_ == nullptr; }
    const char* problem() const { return problem_; }
    void fail(const char* problem) {
        if (good()) problem_ = problem;
    }

    std::uint64_t number() {
        std::uint64_t n = 0;
        for (int shift = 0; good(); shift += 7) {
            if (rest_.empty() || shift > 63) break;
            const auto byte = static_cast<unsigned char>(rest_.front());
            rest_.remove_prefix(1);
            if (shift == 63 && byte > 1) break;
            n |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80) return n;
        }
        fail("a number of its operations makes no sense");
        return 0;
    }

    // A number less than `end`.
    std::uint64_t below(std::uint64_t end, const char* problem) {
        const std::uint64_t n = number();
        if (n < end) return n;
        fail(problem);
        return 0;
    }

    // The count of the following items. Each takes at least a byte, so no input makes us reserve
    // more memory than the file has bytes.
    std::uint64_t count() {
        return below(rest_.size() + 1, "its operations count more than there is");
    }

    std::string text() {
        const std::uint64_t size = count();
        std::string text(rest_.substr(0, good() ? size : 0));
        rest_.remove_prefix(text.size());
        return text;
    }

    void end() {
        if (!rest_.empty()) fail("a block of its operations is longer than it says");
    }

private:
    static std::uint32_t checksum_of(std::string_view block) {
        std::uint32_t crc = 0;
        for (const char c : block.substr(block.size() - 4))
            crc = crc >> 8 | static_cast<std::uint32_t>(static_cast<unsigned char>(c)) << 24;
        return crc;
    }

    std::string_view rest_;
    char version_ = 0, kind_ = 0;
    const char* problem_ = nullptr;
};

std::string pack_names(const Operations& operations) {
    Packer out(kNames);
    out.number(operations.channels.size());
    for (const OperationChannel& c : operations.channels)
        out.text(c.path).number(c.depth).number(c.latency).number(c.room).number(c.capacity);
    out.number(operations.threads.size());
    for (const OperationThread& t : operations.threads) {
        out.text(t.path).number(static_cast<std::uint64_t>(t.clock + 1)).number(t.rest);
        out.number(t.guessed).text(t.choice).number(t.sets.size());
        for (const std::vector<ChannelOperation>& set : t.sets) {
            out.number(set.size());
            for (const ChannelOperation& o : set)
                out.number(std::uint64_t{o.channel} * 2 + (o.push ? 1 : 0)).number(o.group);
        }
        out.number(t.arbitrations.size());
        for (const Arbitration& a : t.arbitrations) {
            out.number(static_cast<std::uint64_t>(a.policy)).number(a.channels.size());
            for (const std::uint32_t c : a.channels) out.number(c);
        }
    }
    return out.take();
}

// The visits from `first` on, up to the limit of a block, with the stalls of the blocked ones.
std::string pack_visits(std::size_t thread, const OperationThread& t, std::size_t first,
                        std::size_t& stall) {
    Packer out(kVisits);
    const std::size_t end = std::min(first + kVisitsOfABlock, t.visits.size());
    out.number(thread).number(end - first);
    std::size_t blocked = 0;
    for (std::size_t i = first; i < end; ++i) {
        const Visit& v = t.visits[i];
        CHECK(v.delay < std::uint64_t{1} << 63 && v.set < t.sets.size());
        out.number(v.delay * 2 + (v.blocked ? 1 : 0)).number(v.set);
        blocked += v.blocked ? 1 : 0;
    }
    const std::size_t kept = t.stalls.empty() ? 0 : blocked;
    out.number(kept);
    for (std::size_t i = 0; i < kept; ++i) out.number(t.stalls[stall++]);
    return out.take();
}

std::vector<ChannelOperation> unpack_set(Unpacker& in, std::size_t channels) {
    std::vector<ChannelOperation> set;
    for (std::uint64_t i = in.count(); i > 0 && in.good(); --i) {
        const std::uint64_t op = in.below(2 * channels, "an operation names no channel");
        const std::uint64_t group = in.below(std::uint64_t{1} << 32, "an operation has no group");
        set.push_back(
            {static_cast<std::uint32_t>(op / 2), op % 2 != 0, static_cast<std::uint32_t>(group)});
    }
    return set;
}

Arbitration unpack_arbitration(Unpacker& in, std::size_t channels) {
    Arbitration a;
    constexpr auto kPolicies = static_cast<std::uint64_t>(ChoicePolicy::oldest) + 1;
    a.policy = static_cast<ChoicePolicy>(in.below(kPolicies, "a thread chooses in no known way"));
    for (std::uint64_t i = in.count(); i > 0 && in.good(); --i) {
        const std::uint64_t c = in.below(channels, "a thread chooses among no channels");
        a.channels.push_back(static_cast<std::uint32_t>(c));
    }
    return a;
}

OperationThread unpack_thread(Unpacker& in, std::size_t channels) {
    OperationThread t;
    t.path = in.text();
    t.clock = static_cast<std::int32_t>(in.below(1u << 30, "a thread has no clock")) - 1;
    t.rest = in.number();
    t.guessed = in.number();
    t.choice = in.text();
    for (std::uint64_t i = in.count(); i > 0 && in.good(); --i)
        t.sets.push_back(unpack_set(in, channels));
    if (in.version() == kWithoutArbitrations) return t;
    for (std::uint64_t i = in.count(); i > 0 && in.good(); --i)
        t.arbitrations.push_back(unpack_arbitration(in, channels));
    return t;
}

void unpack_names(Unpacker& in, Operations& operations) {
    for (std::uint64_t i = in.count(); i > 0 && in.good(); --i) {
        OperationChannel& c = operations.channels.emplace_back();
        c.path = in.text();
        c.depth = in.number();
        c.latency = in.number();
        c.room = in.number();
        c.capacity = in.number();
    }
    for (std::uint64_t i = in.count(); i > 0 && in.good(); --i)
        operations.threads.push_back(unpack_thread(in, operations.channels.size()));
    in.end();
}

void unpack_visits(Unpacker& in, Operations& operations) {
    const std::uint64_t thread = in.below(operations.threads.size(), "visits of no thread");
    if (!in.good()) return;
    OperationThread& t = operations.threads[thread];
    std::uint64_t blocked = 0;
    for (std::uint64_t i = in.count(); i > 0 && in.good(); --i) {
        const std::uint64_t delay = in.number();
        const std::uint64_t set = in.below(t.sets.size(), "a visit has no operations");
        t.visits.push_back({delay / 2, static_cast<std::uint32_t>(set), delay % 2 != 0});
        blocked += delay % 2;
    }
    const std::uint64_t stalls = in.count();
    if (stalls != 0 && stalls != blocked) in.fail("stalls without a blocked visit");
    for (std::uint64_t i = 0; i < stalls && in.good(); ++i) t.stalls.push_back(in.number());
    in.end();
}

// A thread keeps the stalls of all its blocked visits or of none.
const char* problem_of(const OperationThread& t) {
    std::size_t blocked = 0;
    for (const Visit& v : t.visits) blocked += v.blocked ? 1 : 0;
    return t.stalls.empty() || t.stalls.size() == blocked ? nullptr
                                                          : "stalls of some blocked visits only";
}

}  // namespace

std::vector<std::string> to_blocks(const Operations& operations) {
    std::vector<std::string> blocks = {pack_names(operations)};
    for (std::size_t t = 0; t < operations.threads.size(); ++t) {
        const OperationThread& thread = operations.threads[t];
        CHECK(problem_of(thread) == nullptr);
        std::size_t stall = 0;
        for (std::size_t first = 0; first < thread.visits.size(); first += kVisitsOfABlock)
            blocks.push_back(pack_visits(t, thread, first, stall));
    }
    return blocks;
}

Result<Operations> operations_from_blocks(const std::vector<std::string>& blocks,
                                          const std::string& name, Diagnostics& diagnostics) {
    Operations operations;
    const char* problem = blocks.empty() ? "its operations have no names" : nullptr;
    for (std::size_t i = 0; i < blocks.size() && !problem; ++i) {
        Unpacker in(blocks[i]);
        if (in.good() && in.kind() != (i == 0 ? kNames : kVisits))
            in.fail("the blocks of its operations are out of order");
        if (in.good()) i == 0 ? unpack_names(in, operations) : unpack_visits(in, operations);
        problem = in.problem();
    }
    for (std::size_t t = 0; t < operations.threads.size() && !problem; ++t)
        problem = problem_of(operations.threads[t]);
    if (!problem) return operations;
    return diagnostics.report(code::run_malformed, {name, 0}, problem);
}

}  // namespace tapestry
