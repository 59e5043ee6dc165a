// SPDX-License-Identifier: Apache-2.0
//
// The text of records that are not yet written; docs/formats.md has their form.

#ifndef TAPESTRY_RECORD_H
#define TAPESTRY_RECORD_H

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {

constexpr size_t kMostDigits = 20;

// A frame of a small design is written every few cycles' worth of its own work, so a word is put
// together in place: no string is made and none is measured.
struct Record {
    std::vector<char> room;  // of which `used` is text
    size_t used = 0;
    uint64_t checksum = 0;

    // Where `most` characters may be put; done() says where they ended.
    char* next(size_t most) {
        if (room.size() - used < most) room.resize(2 * room.size() + most);
        return room.data() + used;
    }
    void done(const char* end) { used = static_cast<size_t>(end - room.data()); }
    void put(const char* text, size_t size) {
        std::memcpy(next(size), text, size);
        used += size;
    }

    void number(uint64_t n) { done(number_at(next(kMostDigits + 1), n)); }

    template <size_t kSize>
    void word(const char (&name)[kSize], uint64_t n) {
        char* const at = next(1 + kSize + kMostDigits + 1);
        *at = ' ';
        std::memcpy(at + 1, name, kSize - 1);
        done(number_at(at + kSize, n));
    }

    // Puts a blank and the number where there is room for it, and returns where they end.
    char* number_at(char* at, uint64_t n) {
        checksum = checksum * 31 + n;
        *at++ = ' ';
        if (n < 10) {  // most are
            *at = static_cast<char>('0' + n);
            return at + 1;
        }
        return std::to_chars(at, at + kMostDigits, n).ptr;
    }
};

}  // namespace

#endif
