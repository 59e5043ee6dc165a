// SPDX-License-Identifier: Apache-2.0
//
// Samples of consecutive edges, and what is counted of them whatever they mean.
//
// The numbers of tapestry_KIND_numbers.h are added up from edges in either of two forms: a Word has
// the samples of at most 64 edges, as the logs of taps under Verilator give them; a Run has any
// number of edges at which the sample is the same, as changes in a waveform give them. Both are
// added by the same functions, so that a number is defined once.

#ifndef TAPESTRY_EDGES_H
#define TAPESTRY_EDGES_H

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

constexpr unsigned kHalf = 64;  // edges of a word, and of a half of a log

inline unsigned first_of(uint64_t bits) { return static_cast<unsigned>(__builtin_ctzll(bits)); }
inline unsigned last_of(uint64_t bits) {
    return 63u - static_cast<unsigned>(__builtin_clzll(bits));
}
// How many bits from the first on are 1, and how many up to the last.
inline unsigned run_of(uint64_t bits) { return bits == ~uint64_t{0} ? kHalf : first_of(~bits); }
inline unsigned last_run_of(uint64_t bits) {
    return bits == ~uint64_t{0} ? kHalf : static_cast<unsigned>(__builtin_clzll(~bits));
}

// The sums of pairs, of fours and of bytes where there is no instruction for it: there the builtin
// would be a call of a function that looks into a table.
inline unsigned ones_of(uint64_t bits) {
    if (bits == 0) return 0;
#if defined(__POPCNT__) || defined(__aarch64__)
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

// A bit for each of so many edges, of which there is one at least.
inline uint64_t all_of(unsigned edges) { return ~uint64_t{0} >> (kHalf - edges); }

// Of 1 to 64 edges: bit i is the sample of the i-th, and there are none above.
struct Word {
    uint64_t bits;
    unsigned edges;

    bool none() const { return bits == 0; }
    uint64_t count() const { return ones_of(bits); }
    Word operator&(const Word& other) const { return {bits & other.bits, edges}; }
    Word operator~() const { return {~bits & all_of(edges), edges}; }
};

// Of any number of edges, at which the sample is the same.
struct Run {
    bool on;
    uint64_t edges;

    bool none() const { return !on; }
    uint64_t count() const { return on ? edges : 0; }
    Run operator&(const Run& other) const { return {on && other.on, edges}; }
    Run operator~() const { return {!on, edges}; }
    // The first so many of them.
    Word word(unsigned count) const { return {on ? all_of(count) : 0, count}; }
};

// Numbers with a bin for each power of two.
struct Histogram {
    uint64_t bins[64] = {};

    void add(uint64_t value) { ++bins[last_of(value)]; }
    // Adds the lengths of all runs of ones. A step finds those that are at least twice as long as
    // in the step before.
    void add_runs(uint64_t bits) {
        unsigned here = runs_of(bits);
        for (unsigned k = 0; here != 0; ++k) {
            bits &= bits >> (1u << k);
            const unsigned longer = runs_of(bits);
            bins[k] += here - longer;
            here = longer;
        }
    }
    uint64_t count() const {
        uint64_t all = 0;
        for (const uint64_t bin : bins) all += bin;
        return all;
    }
    // With one more number in the histogram, unless that is 0.
    template <typename Out, size_t kSize>
    void tell(Out& out, const char (&name)[kSize], uint64_t open = 0) const {
        const unsigned open_bin = open == 0 ? 64 : last_of(open);
        for (unsigned k = 0; k < 64; ++k) {
            const uint64_t here = bins[k] + (k == open_bin);
            if (here == 0) continue;
            out.word(name, k);
            out.number(here);
        }
    }
};

// In place of a histogram where none is kept.
struct NoHistogram {
    void add(uint64_t) {}
    void add_runs(uint64_t) {}
};

// Runs of edges at which a bit is 1.
struct Runs {
    uint64_t open = 0;  // the length of the run that reaches the last edge
    uint64_t longest = 0;

    uint64_t longest_now() const { return std::max(longest, open); }

    // `lengths` gets those of the runs that end.
    template <typename Lengths>
    void end(Lengths& lengths) {
        if (open == 0) return;
        lengths.add(open);
        longest = std::max(longest, open);
        open = 0;
    }

    template <typename Lengths>
    void add(const Run& run, Lengths& lengths) {
        if (run.on)
            open += run.edges;
        else
            end(lengths);
    }

    template <typename Lengths>
    void add(const Word& word, Lengths& lengths) {
        uint64_t bits = word.bits;
        if (open != 0) {
            const unsigned more = run_of(bits);
            open += more;
            if (more == word.edges) return;
            end(lengths);
            bits &= bits + 1;
        }
        if (bits >> (word.edges - 1) != 0) {
            open = last_run_of(bits << (kHalf - word.edges));
            bits &= ~(~uint64_t{0} << (word.edges - open));
        }
        if (bits == 0) return;
        lengths.add_runs(bits);
        for (uint64_t longer = starts_of(bits, longest + 1); longer != 0; longer &= longer >> 1)
            ++longest;
    }
};

}  // namespace

#endif
