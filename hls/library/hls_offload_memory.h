// SPDX-License-Identifier: Apache-2.0
// The device memory, an array, and the mapping from host memory to its copies there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

// Map types of libomptarget.
constexpr std::int64_t kTo = 1, kFrom = 2, kAlways = 4, kDelete = 8, kPointerAndObject = 0x10,
                       kParameter = 0x20, kLiteral = 0x100;

[[noreturn]] inline void give_up(const std::string& what) {
    std::fprintf(stderr, "offload: %s\n", what.c_str());
    std::exit(3);
}

class DeviceMemory {
public:
    // Checked access by device address, for the accelerator and the program.
    unsigned char* at(std::uint64_t address, std::uint64_t bytes) {
        if (address > memory_.size() || bytes > memory_.size() - address)
            give_up("the accelerator touches memory that is not mapped");
        return memory_.data() + address;
    }

    void begin(int n, void** begins, const std::int64_t* sizes, const std::int64_t* types) {
        for (int i = 0; i < n; ++i) {
            if (types[i] & kLiteral) continue;
            if (types[i] & kPointerAndObject)
                give_up("a struct that holds pointers cannot be mapped yet");
            auto* part = static_cast<char*>(begins[i]);
            Mapping* m = mapping_of(part);
            const bool is_new = m == nullptr;
            if (is_new) {
                mappings_.push_back({part, sizes[i], allocate(sizes[i]), 0});
                m = &mappings_.back();
            }
            ++m->uses;
            if ((types[i] & kTo) && (is_new || (types[i] & kAlways))) to_device(*m, part, sizes[i]);
        }
    }

    void end(int n, void** begins, const std::int64_t* sizes, const std::int64_t* types) {
        for (int i = n; i-- > 0;) {
            auto* part = static_cast<char*>(begins[i]);
            Mapping* m = (types[i] & kLiteral) ? nullptr : mapping_of(part);
            if (!m) continue;
            m->uses = (types[i] & kDelete) ? 0 : m->uses - 1;
            const bool is_last = m->uses == 0;
            if ((types[i] & kFrom) && (is_last || (types[i] & kAlways)))
                from_device(*m, part, sizes[i]);
            if (is_last) mappings_.erase(mappings_.begin() + (m - mappings_.data()));
        }
        begin_anew();
    }

    void update(int n, void** begins, const std::int64_t* sizes, const std::int64_t* types) {
        for (int i = 0; i < n; ++i) {
            auto* part = static_cast<char*>(begins[i]);
            const Mapping* m = mapping_of(part);
            if (!m) continue;
            if (types[i] & kTo) to_device(*m, part, sizes[i]);
            if (types[i] & kFrom) from_device(*m, part, sizes[i]);
        }
    }

    // The device address of `base`, of an object whose mapped part begins at `part`.
    std::uint64_t address_of(const void* base, const void* part) {
        const Mapping* m = mapping_of(static_cast<const char*>(part));
        return m->device + static_cast<std::uint64_t>(static_cast<const char*>(base) - m->host);
    }

    bool is_mapped(const void* part) { return mapping_of(static_cast<const char*>(part)); }

    // Allocates device memory for the program; the pointer returned is a device address.
    void* give(std::size_t bytes) {
        ++given_;
        return reinterpret_cast<void*>(allocate(static_cast<std::int64_t>(bytes)));
    }
    void take_back(const void* memory) {
        if (memory && given_ > 0) --given_;
        begin_anew();
    }

    // The host address behind a device or host pointer.
    unsigned char* place(const void* pointer, std::size_t offset, std::size_t bytes, bool is_ours) {
        const auto address = reinterpret_cast<std::uintptr_t>(pointer) + offset;
        return is_ours ? at(address, bytes) : reinterpret_cast<unsigned char*>(address);
    }

private:
    // A range of host memory with a copy on the device.
    struct Mapping {
        char* host;
        std::int64_t bytes;
        std::uint64_t device;
        int uses;
    };

    Mapping* mapping_of(const char* part) {
        for (Mapping& m : mappings_)
            if (part >= m.host && part < m.host + std::max<std::int64_t>(1, m.bytes)) return &m;
        return nullptr;
    }

    std::uint64_t allocate(std::int64_t bytes) {
        const std::uint64_t at = memory_.size();
        memory_.resize((at + static_cast<std::uint64_t>(bytes) + 127) / 64 * 64);
        return at;
    }

    // The bytes of the part that are mapped.
    static std::size_t bytes_of(const Mapping& m, const char* part, std::int64_t bytes) {
        return static_cast<std::size_t>(std::min(bytes, m.bytes - (part - m.host)));
    }

    void to_device(const Mapping& m, const char* part, std::int64_t bytes) {
        std::memcpy(memory_.data() + m.device + (part - m.host), part, bytes_of(m, part, bytes));
    }

    // Writes back changed bytes only: clang maps constants in both directions, and they may lie in
    // read-only memory.
    void from_device(const Mapping& m, char* part, std::int64_t bytes) {
        const unsigned char* device = memory_.data() + m.device + (part - m.host);
        const std::size_t count = bytes_of(m, part, bytes);
        if (std::memcmp(part, device, count) != 0) std::memcpy(part, device, count);
    }

    // When nothing is mapped or allocated, the memory is empty again.
    void begin_anew() {
        if (mappings_.empty() && given_ == 0) memory_.resize(64);
    }

    std::vector<unsigned char> memory_ = std::vector<unsigned char>(64);
    std::vector<Mapping> mappings_;
    unsigned given_ = 0;
};
