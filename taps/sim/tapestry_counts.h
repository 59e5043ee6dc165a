// SPDX-License-Identifier: Apache-2.0
//
// Counting under Verilator: one object for each tap of a kind that logs its samples.
//
// A tap stores its samples of each edge, and nothing else; every 64 edges what it stored is counted
// here. A log is 128 bytes, that of edge n at place n % 128, with a bit for each signal. A batch is
// at most 64 edges that lie within one half of the log, so that it is counted before its places are
// used again, although some taps have stored their next sample by then. A signal becomes a word of
// bits, in which bit i is its sample of edge `start + i`. The numbers are those of the models in
// tapestry_KIND.sv, which other simulators use; docs/counting.md defines them.

#ifndef TAPESTRY_COUNTS_H
#define TAPESTRY_COUNTS_H

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#if defined(TAPESTRY_NO_VECTORS)
#elif defined(__SSE2__)
#define TAPESTRY_SSE
#include <emmintrin.h>
#elif defined(__aarch64__)
#define TAPESTRY_NEON
#include <arm_neon.h>
#endif

#include "tapestry_record.h"

namespace {

constexpr unsigned kHalf = 64;

// The edges of one batch: `count` of them from edge `start` on, at places from `place` on.
struct Batch {
    uint64_t start;
    unsigned count;
    unsigned place;
    uint64_t all;  // a bit for each edge

    // Those before edge n, as far as they lie in one half.
    static Batch from(uint64_t start, uint64_t n) {
        const uint64_t end = std::min(n, (start / kHalf + 1) * kHalf);
        const auto count = static_cast<unsigned>(end - start);
        return {start, count, static_cast<unsigned>(start % (2 * kHalf)),
                ~uint64_t{0} >> (kHalf - count)};
    }
    unsigned half() const { return place & kHalf; }
    // From bits of a half to those of the batch.
    uint64_t cut(uint64_t bits) const { return bits >> (place % kHalf) & all; }
};

using Log = const uint8_t*;     // 128 samples
constexpr unsigned kReset = 7;  // the bit of every sample that says that the tap is in reset

inline unsigned first_of(uint64_t bits) { return static_cast<unsigned>(__builtin_ctzll(bits)); }
// How many bits from the first on are 1, and how many up to the last.
inline unsigned run_of(uint64_t bits) { return bits == ~uint64_t{0} ? kHalf : first_of(~bits); }
inline unsigned last_run_of(uint64_t bits) {
    return bits == ~uint64_t{0} ? kHalf : static_cast<unsigned>(__builtin_clzll(~bits));
}

inline unsigned log2_of(uint64_t n) { return 63u - static_cast<unsigned>(__builtin_clzll(n)); }

// The sums of pairs, of fours and of bytes where there is no instruction for it: there the builtin
// would be a call of a function that looks into a table.
inline unsigned ones_of(uint64_t bits) {
    if (bits == 0) return 0;
#if defined(__POPCNT__) || defined(TAPESTRY_NEON)
    return static_cast<unsigned>(__builtin_popcountll(bits));
#else
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<unsigned>(bits * 0x0101010101010101 >> 56);
#endif
}

// How many runs of ones there are.
inline unsigned runs_of(uint64_t bits) { return ones_of(bits & ~(bits << 1)); }

// Bit i of the result: `length` bits from bit i on are 1.
inline uint64_t starts_of(uint64_t bits, uint64_t length) {
    if (length > kHalf) return 0;
    for (unsigned have = 1; have < length && bits != 0;) {
        const auto more = std::min(have, static_cast<unsigned>(length) - have);
        bits &= bits >> more;
        have += more;
    }
    return bits;
}

// Samples that are looked at together, and marks of those that are meant: all bits of a byte, or,
// of SSE, the highest.
#if defined(TAPESTRY_SSE)
using Part = __m128i;

template <unsigned kBit>
Part has_bit(Part part) {
    return _mm_slli_epi16(part, 7 - kBit);
}
inline Part is_equal(Part part, uint8_t value) {
    return _mm_cmpeq_epi8(part, _mm_set1_epi8(static_cast<char>(value)));
}
inline uint64_t word_of(const Part (&marks)[4]) {
    uint64_t bits = 0;
    for (int i = 0; i < 4; ++i)
        bits |= uint64_t{static_cast<unsigned>(_mm_movemask_epi8(marks[i]))} << 16 * i;
    return bits;
}
template <typename Mark>
[[gnu::always_inline]] inline uint64_t marked(const uint8_t* half, const Mark& mark) {
    Part marks[4];
    for (int i = 0; i < 4; ++i)
        marks[i] = mark(_mm_loadu_si128(reinterpret_cast<const Part*>(half) + i));
    return word_of(marks);
}
#elif defined(TAPESTRY_NEON)
using Part = uint8x16_t;

template <unsigned kBit>
Part has_bit(Part part) {
    return vtstq_u8(part, vdupq_n_u8(1u << kBit));
}
inline Part is_equal(Part part, uint8_t value) { return vceqq_u8(part, vdupq_n_u8(value)); }
// A mark becomes the bit of its place among eight, and eight of those a byte.
inline Part placed(Part mark) {
    return vandq_u8(mark, Part{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128});
}
inline uint64_t word_of(const Part (&marks)[4]) {
    const Part low = vpaddq_u8(marks[0], marks[1]), high = vpaddq_u8(marks[2], marks[3]);
    const Part bytes = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(bytes, bytes)), 0);
}
template <typename Mark>
[[gnu::always_inline]] inline uint64_t marked(const uint8_t* half, const Mark& mark) {
    Part marks[4];
    for (int i = 0; i < 4; ++i) marks[i] = placed(mark(vld1q_u8(half + 16 * i)));
    return word_of(marks);
}
#else
using Part = uint8_t;

template <unsigned kBit>
bool has_bit(Part part) {
    return part >> kBit & 1;
}
inline bool is_equal(Part part, uint8_t value) { return part == value; }
template <typename Mark>
uint64_t marked(const uint8_t* half, const Mark& mark) {
    uint64_t bits = 0;
    for (unsigned i = 0; i < kHalf; ++i) bits |= uint64_t{mark(half[i])} << i;
    return bits;
}
#endif

// Bit kBit of the samples. Inlined, so that several of them load the samples once.
template <unsigned kBit>
[[gnu::always_inline]] inline uint64_t bits_of(Log log, const Batch& batch) {
    return batch.cut(marked(log + batch.half(), [](Part part) { return has_bit<kBit>(part); }));
}

// Bits of the samples that are `value`.
inline uint64_t matches_of(Log log, const Batch& batch, uint8_t value) {
    return batch.cut(
        marked(log + batch.half(), [value](Part part) { return is_equal(part, value); }));
}

// Bits of the samples that are not the one before; `before` is that before the batch.
inline uint64_t changes_of(Log log, const Batch& batch, uint8_t before) {
    const uint8_t* const half = log + batch.half();
#if defined(TAPESTRY_SSE)
    Part parts[4], last = _mm_set1_epi8(static_cast<char>(before)), differ = _mm_setzero_si128();
    for (int i = 0; i < 4; ++i) {
        parts[i] = _mm_loadu_si128(reinterpret_cast<const Part*>(half) + i);
        differ = _mm_or_si128(differ, _mm_xor_si128(parts[i], last));
    }
    if (_mm_movemask_epi8(is_equal(differ, 0)) == 0xffff) return 0;  // in the whole half
    for (int i = 0; i < 4; ++i) {
        const Part shifted = _mm_or_si128(_mm_slli_si128(parts[i], 1), _mm_srli_si128(last, 15));
        last = parts[i];
        parts[i] = _mm_cmpeq_epi8(parts[i], shifted);
    }
    return batch.cut(~word_of(parts));
#elif defined(TAPESTRY_NEON)
    Part parts[4], last = vdupq_n_u8(before), differ = vdupq_n_u8(0);
    for (int i = 0; i < 4; ++i) {
        parts[i] = vld1q_u8(half + 16 * i);
        differ = vorrq_u8(differ, veorq_u8(parts[i], last));
    }
    if (vmaxvq_u8(differ) == 0) return 0;  // in the whole half
    for (int i = 0; i < 4; ++i) {
        const Part shifted = vextq_u8(last, parts[i], 15);
        last = parts[i];
        parts[i] = placed(vceqq_u8(parts[i], shifted));
    }
    return batch.cut(~word_of(parts));
#else
    uint64_t bits = 0;
    for (unsigned i = 0; i < kHalf; ++i)
        bits |= uint64_t{half[i] != (i ? half[i - 1] : before)} << i;
    return batch.cut(bits);
#endif
}

// The numbers of one tap.
class Counts {
public:
    virtual ~Counts() = default;

    // Adds the samples of all edges before edge n.
    void add_until(uint64_t n) {
        while (counted_ < n) add_batch(Batch::from(counted_, n));
    }

    // Adds a batch that many taps have in common, if this one has come to its start.
    void add_shared(const Batch& batch, uint64_t n) {
        if (counted_ == batch.start)
            add_batch(batch);
        else
            add_until(n);
    }

    // Adds the numbers to the open record, as they stand before edge n, up to which all is added.
    void tell(Record& line, uint64_t n, bool at_end, uint32_t beat_bits, uint32_t keep_bits) {
        line.word("edges", n);
        line.word("reset_cycles", reset_cycles_);
        line.word("observed_cycles", n - reset_cycles_);
        line.word("end", at_end);
        tell_numbers(line, n - reset_cycles_, at_end, beat_bits, keep_bits);
    }

protected:
    uint64_t reset_cycles_ = 0;

private:
    void add_batch(const Batch& batch) {
        add(batch);
        counted_ = batch.start + batch.count;
    }
    virtual void add(const Batch& batch) = 0;
    // From the word `saturated` on.
    virtual void tell_numbers(Record& line, uint64_t observed, bool at_end, uint32_t beat_bits,
                              uint32_t keep_bits) = 0;

    uint64_t counted_ = 0;  // edges
};

// Numbers with a bin for each power of two.
struct Histogram {
    uint64_t bins[64] = {};
    uint64_t used = 0;  // a bit for each bin that holds something

    void add(uint64_t value) {
        const unsigned k = log2_of(value);
        ++bins[k];
        used |= uint64_t{1} << k;
    }
    // Adds the lengths of all runs of ones, of which there is at least one, and returns how many
    // there are. A step finds those that are at least twice as long as in the step before.
    unsigned add_runs(uint64_t bits) {
        const unsigned all = runs_of(bits);
        unsigned here = all;
        for (unsigned k = 0; here != 0; ++k) {
            bits &= bits >> (1u << k);
            const unsigned longer = runs_of(bits);
            bins[k] += here - longer;
            used |= uint64_t{here != longer} << k;
            here = longer;
        }
        return all;
    }
    // With one more number in the histogram, unless that is 0.
    template <size_t kSize>
    void tell(Record& line, const char (&name)[kSize], uint64_t open = 0) const {
        const unsigned open_bin = open == 0 ? 64 : log2_of(open);
        for (uint64_t left = used | (open == 0 ? 0 : uint64_t{1} << open_bin); left != 0;
             left &= left - 1) {
            const unsigned k = first_of(left);
            line.word(name, k);
            line.number(bins[k] + (k == open_bin));
        }
    }
};

}  // namespace

#endif
