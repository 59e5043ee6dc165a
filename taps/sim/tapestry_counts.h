// SPDX-License-Identifier: Apache-2.0
//
// Counting under Verilator: one object for each tap of a kind that logs its samples.
//
// Of each edge samples are stored, and nothing else; every 64 edges what is stored is counted here.
// A log is 128 words, that of edge n at place n % 128, with a byte for each tap in which a signal
// has a bit. A batch is at most 64 edges that lie within one half of the log, so that it is counted
// before its places are used again, although some logs have the next sample by then. A signal
// becomes a Word, in which bit i is its sample of edge `start + i`; one that stays the same becomes
// a Run. The numbers are those of tapestry_KIND_numbers.h, and of the models in tapestry_KIND.sv,
// which other simulators use.

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

#include "tapestry_edges.h"
#include "tapestry_record.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Samples are stored by their lowest bytes: this needs a little-endian machine"
#endif

namespace {

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
        return {start, count, static_cast<unsigned>(start % (2 * kHalf)), all_of(count)};
    }
    unsigned half() const { return place & kHalf; }
    Word word(uint64_t bits) const { return {bits, count}; }
    Run run(bool on) const { return {on, count}; }
    // From bits of a half to those of the batch.
    uint64_t cut(uint64_t bits) const { return bits >> (place % kHalf) & all; }
};

using Samples = const uint8_t*;  // 128 of them
constexpr unsigned kReset = 7;   // the bit of every sample that says that the tap is in reset

// Samples that are looked at together, and marks of those that are meant: all bits of a byte, or,
// of SSE, the highest.
#if defined(TAPESTRY_SSE)
using Part = __m128i;

inline Part has_bit(Part part, unsigned bit) {
    return _mm_sll_epi16(part, _mm_cvtsi32_si128(static_cast<int>(7 - bit)));
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
// The bytes with even numbers of two parts, and those with odd ones.
inline Part evens_of(Part a, Part b) {
    const Part low = _mm_set1_epi16(0xff);
    return _mm_packus_epi16(_mm_and_si128(a, low), _mm_and_si128(b, low));
}
inline Part odds_of(Part a, Part b) {
    return _mm_packus_epi16(_mm_srli_epi16(a, 8), _mm_srli_epi16(b, 8));
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

inline Part has_bit(Part part, unsigned bit) {
    return vtstq_u8(part, vdupq_n_u8(static_cast<uint8_t>(1u << bit)));
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
inline Part evens_of(Part a, Part b) { return vuzp1q_u8(a, b); }
inline Part odds_of(Part a, Part b) { return vuzp2q_u8(a, b); }
template <typename Mark>
[[gnu::always_inline]] inline uint64_t marked(const uint8_t* half, const Mark& mark) {
    Part marks[4];
    for (int i = 0; i < 4; ++i) marks[i] = placed(mark(vld1q_u8(half + 16 * i)));
    return word_of(marks);
}
#else
using Part = uint8_t;

inline bool has_bit(Part part, unsigned bit) { return part >> bit & 1; }
inline bool is_equal(Part part, uint8_t value) { return part == value; }
template <typename Mark>
uint64_t marked(const uint8_t* half, const Mark& mark) {
    uint64_t bits = 0;
    for (unsigned i = 0; i < kHalf; ++i) bits |= uint64_t{mark(half[i])} << i;
    return bits;
}
#endif

// One bit of all samples of a half.
inline uint64_t bits_of(const uint8_t* half, unsigned bit) {
    return marked(half, [bit](Part part) { return has_bit(part, bit); });
}

// Bits of the samples that are `value`.
inline uint64_t matches_of(Samples log, const Batch& batch, uint8_t value) {
    return batch.cut(
        marked(log + batch.half(), [value](Part part) { return is_equal(part, value); }));
}

// Bits of the samples that are not the one before; `before` is that before the batch.
inline uint64_t changes_of(Samples log, const Batch& batch, uint8_t before) {
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

// What one tap or several have stored: a word for each edge, in which each tap has a byte, its
// lane.
class SampleLog {
public:
    static constexpr unsigned kLanes = 8;

    void start(unsigned bytes) { bytes_ = bytes; }
    bool is_started() const { return bytes_ != 0; }
    const void* words() const { return words_; }
    // The samples of a lane side by side.
    Samples lane(unsigned k) const { return lanes_[k]; }

    // Looks at the samples of a batch. Batches come in order, each from every tap.
    void look_at(const Batch& batch) {
        const uint64_t end = batch.start + batch.count;
        if (end <= seen_) return;
        seen_ = end;
        switch (bytes_) {
            case 1:
                return look_at_half<1>(batch.half());
            case 2:
                return look_at_half<2>(batch.half());
            case 4:
                return look_at_half<4>(batch.half());
            default:
                return look_at_half<8>(batch.half());
        }
    }

    // A bit of a lane, number 8 * lane + bit, at the edges of a batch that has been looked at.
    uint64_t bits(unsigned number, const Batch& batch) {
        Half& half = halves_[batch.half() / kHalf];
        const uint64_t bit = uint64_t{1} << number;
        if ((half.varying & bit) == 0) return (half.ones & bit) == 0 ? 0 : batch.all;
        if ((half.known & bit) == 0) {
            half.known |= bit;
            half.bits[number] = bits_of(lanes_[number / 8] + batch.half(), number % 8);
        }
        return batch.cut(half.bits[number]);
    }
    // The sample of a lane at all edges of the half of a batch, if it is the same one; else -1.
    int resting(unsigned lane, const Batch& batch) const {
        const Half& half = halves_[batch.half() / kHalf];
        if ((half.varying >> 8 * lane & 0xff) != 0) return -1;
        return static_cast<int>(half.ones >> 8 * lane & 0xff);
    }

private:
    // Most lanes of most designs have the same sample at all edges.
    template <unsigned kBytes>
    void look_at_half(unsigned at) {
        const uint64_t* const words = words_ + at * kBytes / sizeof(uint64_t);
        uint64_t any = 0, all = ~uint64_t{0};
#pragma GCC unroll 8
        for (unsigned i = 0; i < kHalf * kBytes / sizeof(uint64_t); ++i) {
            any |= words[i];
            all &= words[i];
        }
        for (unsigned shift = 32; shift >= 8 * kBytes; shift /= 2) {
            any |= any >> shift;
            all &= all >> shift;
        }
        Half& half = halves_[at / kHalf];
        const bool is_same = any == all && half.varying == 0 && half.ones == all;
        half.varying = any ^ all;
        half.ones = all;
        half.known = 0;
        if (!is_same) part_half<kBytes>(reinterpret_cast<const uint8_t*>(words), at);
    }

    template <unsigned kBytes>
    void part_half(const uint8_t* words, unsigned half) {
#if defined(TAPESTRY_SSE) || defined(TAPESTRY_NEON)
        for (unsigned at = half; at < half + kHalf; at += sizeof(Part)) {
            Part parts[kBytes];
            std::memcpy(parts, words, sizeof parts);
            part(parts, &lanes_[0][at], 1);
            words += sizeof parts;
        }
#else
        for (unsigned at = half; at < half + kHalf; ++at)
            for (unsigned k = 0; k < kBytes; ++k) lanes_[k][at] = *words++;
#endif
    }

#if defined(TAPESTRY_SSE) || defined(TAPESTRY_NEON)
    // Parts in which several lanes take turns, the first of them that of `lane`, each next one
    // `step` further. Those with even numbers among them are parted from the others, and so on.
    template <unsigned kCount>
    static void part(const Part (&parts)[kCount], uint8_t* lane, unsigned step) {
        Part even[kCount / 2], odd[kCount / 2];
        for (unsigned i = 0; i < kCount / 2; ++i) {
            even[i] = evens_of(parts[2 * i], parts[2 * i + 1]);
            odd[i] = odds_of(parts[2 * i], parts[2 * i + 1]);
        }
        part(even, lane, 2 * step);
        part(odd, lane + step * sizeof(Lane), 2 * step);
    }
    static void part(const Part (&parts)[1], uint8_t* lane, unsigned) {
        std::memcpy(lane, parts, sizeof parts);
    }
#endif

    // What is known of 64 edges; a bit for each bit of a word.
    struct Half {
        uint64_t varying = 0;
        uint64_t ones = 0;       // at all edges
        uint64_t known = 0;      // found in `bits`
        uint64_t bits[64] = {};  // of each, those of the edges
    };
    using Lane = uint8_t[2 * kHalf];

    unsigned bytes_ = 0;  // of a word
    uint64_t seen_ = 0;   // edges
    uint64_t words_[2 * kHalf] = {};
    Lane lanes_[kLanes] = {};
    Half halves_[2];
};

// Where the samples of a tap are.
struct Log {
    SampleLog* log = nullptr;
    unsigned lane = 0;

    uint64_t bits(unsigned bit, const Batch& batch) const {
        return log->bits(8 * lane + bit, batch);
    }
    int resting(const Batch& batch) const { return log->resting(lane, batch); }
};

enum StreamBit { kValid, kReady, kLast };

inline bool is_set(int sample, unsigned bit) { return (sample >> bit & 1) != 0; }

inline uint64_t transfers_of(const Log& stream, const Batch& batch) {
    return stream.bits(kValid, batch) & stream.bits(kReady, batch);
}
// Nothing is seen to move, all the time.
inline bool rests(const Log& stream, const Batch& batch) {
    const int sample = stream.resting(batch);
    return sample >= 0 && !(is_set(sample, kValid) && is_set(sample, kReady));
}

// The stream whose transfers end what those of another one, the log of a call or queue, begin. Both
// are in one log.
struct LastEnd {
    const Log* stream = nullptr;  // none: the samples of the call or queue are its own
    bool is_packet = false;

    uint64_t transfers(const Batch& batch) const {
        const uint64_t all = transfers_of(*stream, batch);
        return is_packet ? all & stream->bits(kLast, batch) : all;
    }
};

// The numbers of one tap.
class Counts {
public:
    // `log` stays where it is, and may be filled in later.
    explicit Counts(const Log& log) : log_(log) {}
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
    const Log& log_;
    uint64_t reset_cycles_ = 0;

private:
    void add_batch(const Batch& batch) {
        log_.log->look_at(batch);
        add(batch);
        counted_ = batch.start + batch.count;
    }
    virtual void add(const Batch& batch) = 0;
    // From the word `saturated` on.
    virtual void tell_numbers(Record& line, uint64_t observed, bool at_end, uint32_t beat_bits,
                              uint32_t keep_bits) = 0;

    uint64_t counted_ = 0;  // edges
};

}  // namespace

#endif
