// SPDX-License-Identifier: Apache-2.0
// An offload runtime: where a program with OpenMP target regions calls libomptarget, the Verilated
// accelerator runs the region instead. The memory of the device is an array here; every port sees
// all of it, takes a request a cycle and answers reads in order after kMemoryLatency cycles. With
// +tapestry_channels=N the ports share N channels, each of which takes a request a cycle, in turn.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <string_view>

#include "accelerator.h"
#include "hls_words.h"
#include "verilated.h"

namespace {

constexpr std::int64_t kTo = 1, kFrom = 2, kAlways = 4, kPointerAndObject = 0x10, kParameter = 0x20,
                       kLiteral = 0x100;
constexpr std::uint64_t kMostIdleCycles = 200000000;

[[noreturn]] void give_up(const char* what) {
    std::fprintf(stderr, "offload: %s\n", what);
    std::exit(3);
}

class Accelerator {
public:
    Accelerator() {
        pass_simulation_words(context_);
        model_ = std::make_unique<Vaccelerator>(&context_, "TOP");
        kernels_ = kernels_of(*model_);
        model_->rst = 1;
        channels_ = simulation_number("+tapestry_channels=");
        turn_.assign(channels_, 0);
        for (int i = 0; i < 4; ++i) cycle(nullptr);
        model_->rst = 0;
        cycle(nullptr);
    }
    ~Accelerator() {
        model_->final();
        write_cycles();
    }

    KernelWires* find(const void* region) {
        for (KernelWires& k : kernels_)
            if (k.region == region) return &k;
        return nullptr;
    }

    KernelWires& kernel(unsigned index) { return kernels_.at(index); }

    void run(KernelWires& k) {
        reads_.assign(k.ports.size(), {});
        ++k.calls;
        const std::uint64_t begun = now_;
        *k.start = 1;
        cycle(&k);
        *k.start = 0;
        std::uint64_t idle = 0;
        while (!*k.done) {
            idle = cycle(&k) ? 0 : idle + 1;
            if (idle > kMostIdleCycles)
                give_up("the accelerator neither ends nor touches its memory");
            if (context_.gotFinish()) std::exit(3);
        }
        k.cycles += now_ - begun;
        // What was written last may still be on its way to the memory.
        for (int i = 0; i < 64; ++i) cycle(&k);
    }

    std::vector<unsigned char> memory = std::vector<unsigned char>(64);

private:
    // One cycle of the clock; true when a port moved something.
    bool cycle(KernelWires* k) {
        bool moved = false;
        model_->clk = 0;
        if (k)
            for (std::size_t p = 0; p < k->ports.size(); ++p) answer(k->ports[p], reads_[p], now_);
        if (k && channels_ > 0) share_channels(k->ports);
        model_->eval();
        context_.timeInc(5);
        if (k)
            for (std::size_t p = 0; p < k->ports.size(); ++p)
                moved |= take_request(k->ports[p], reads_[p]);
        model_->clk = 1;
        model_->eval();
        context_.timeInc(5);
        ++now_;
        return moved;
    }

    // Of the ports that ask for a channel, one is heard: the next in turn. That a port asks does
    // not depend on whether it is heard.
    void share_channels(std::vector<PortWires>& ports) {
        for (PortWires& port : ports) *port.req_ready = 0;
        model_->eval();
        for (std::size_t c = 0; c < channels_; ++c)
            for (std::size_t i = 0; i < ports.size(); ++i) {
                const std::size_t p = (turn_[c] + i) % ports.size();
                if (p % channels_ != c || !*ports[p].req_valid) continue;
                *ports[p].req_ready = 1;
                turn_[c] = p + 1;
                break;
            }
    }

    // +tapestry_cycles=FILE: for each kernel its name, calls, and cycles from start to done.
    void write_cycles() const {
        write_cycles_file([this](std::FILE* file) {
            for (const KernelWires& k : kernels_)
                std::fprintf(file, "%s %llu %llu\n", k.name.c_str(),
                             static_cast<unsigned long long>(k.calls),
                             static_cast<unsigned long long>(k.cycles));
        });
    }

    bool take_request(PortWires& port, std::deque<Read>& reads) {
        if (!*port.req_valid || !*port.req_ready) return false;
        const std::uint64_t at = *port.req_addr / port.bytes * port.bytes;
        if (!port.base && at + port.bytes > memory.size())
            give_up("the accelerator touches memory that is not mapped");
        take(port, reads, (port.base ? port.base : memory.data()) + at, now_ + kMemoryLatency);
        return true;
    }

    VerilatedContext context_;
    std::unique_ptr<Vaccelerator> model_;
    std::vector<KernelWires> kernels_;
    std::vector<std::deque<Read>> reads_;
    std::size_t channels_ = 0;       // 0: every port has one of its own
    std::vector<std::size_t> turn_;  // by channel: the port whose turn it is
    std::uint64_t now_ = 0;
};

Accelerator& accelerator() {
    static Accelerator one;
    return one;
}

// A piece of the host's memory that has a copy on the device.
struct Mapping {
    char* host;
    std::int64_t bytes;
    std::uint64_t device;
    int uses;
};
std::vector<Mapping> mappings;

Mapping* mapping_of(const char* at) {
    for (Mapping& m : mappings)
        if (at >= m.host && at < m.host + std::max<std::int64_t>(1, m.bytes)) return &m;
    return nullptr;
}

std::uint64_t allocate(std::int64_t bytes) {
    std::vector<unsigned char>& memory = accelerator().memory;
    const std::uint64_t at = memory.size();
    memory.resize((at + static_cast<std::uint64_t>(bytes) + 127) / 64 * 64);
    return at;
}

void to_device(const Mapping& m) {
    std::memcpy(accelerator().memory.data() + m.device, m.host, static_cast<std::size_t>(m.bytes));
}

// What the device did not change is left alone: clang maps constants both ways, and they may lie in
// memory that cannot be written.
void from_device(const Mapping& m) {
    const unsigned char* device = accelerator().memory.data() + m.device;
    const auto bytes = static_cast<std::size_t>(m.bytes);
    if (std::memcmp(m.host, device, bytes) != 0) std::memcpy(m.host, device, bytes);
}

void begin(int n, void** begins, const std::int64_t* sizes, const std::int64_t* types) {
    for (int i = 0; i < n; ++i) {
        if (types[i] & kLiteral) continue;
        if (types[i] & kPointerAndObject)
            give_up("a struct that holds pointers cannot be mapped yet");
        auto* at = static_cast<char*>(begins[i]);
        Mapping* m = mapping_of(at);
        const bool is_new = m == nullptr;
        if (is_new) {
            mappings.push_back({at, sizes[i], allocate(sizes[i]), 0});
            m = &mappings.back();
        }
        ++m->uses;
        if ((types[i] & kTo) && (is_new || (types[i] & kAlways))) to_device(*m);
    }
}

void end(int n, void** begins, const std::int64_t* types) {
    for (int i = n; i-- > 0;) {
        Mapping* m = (types[i] & kLiteral) ? nullptr : mapping_of(static_cast<char*>(begins[i]));
        if (!m) continue;
        const bool is_last = --m->uses == 0;
        if ((types[i] & kFrom) && (is_last || (types[i] & kAlways))) from_device(*m);
        if (is_last) mappings.erase(mappings.begin() + (m - mappings.data()));
    }
    // Nothing is mapped: the memory may begin anew.
    if (mappings.empty()) accelerator().memory.resize(64);
}

// What clang hands over (KernelArgsTy of libomptarget, version 3).
struct KernelArguments {
    std::uint32_t version, count;
    void **bases, **begins;
    std::int64_t *sizes, *types;
};

// Pointers of one port are offsets from the first of them; they must be less than 4 GB apart.
void place_ports(KernelWires& k, const std::vector<CallArgument>& arguments) {
    constexpr std::uintptr_t kAlign = 4096;
    for (std::size_t p = 0; p < k.ports.size(); ++p) {
        std::uintptr_t first = ~std::uintptr_t{0};
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (k.arguments[i].port == static_cast<int>(p))
                first = std::min(first, reinterpret_cast<std::uintptr_t>(arguments[i].pointer));
        k.ports[p].base = reinterpret_cast<unsigned char*>(first / kAlign * kAlign);
    }
}

}  // namespace

unsigned long long call_kernel(unsigned kernel, const std::vector<CallArgument>& arguments) {
    KernelWires& k = accelerator().kernel(kernel);
    place_ports(k, arguments);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ArgumentWire& wire = k.arguments[i];
        std::uint64_t value = arguments[i].bits;
        if (wire.port >= 0)
            value = static_cast<std::uint64_t>(static_cast<unsigned char*>(arguments[i].pointer) -
                                               k.ports[static_cast<std::size_t>(wire.port)].base);
        if (wire.port >= 0 && value >> 32 != 0)
            give_up("the arguments of a function lie more than 4 GB apart");
        std::memcpy(wire.value, &value, wire.bytes);
    }
    accelerator().run(k);
    unsigned long long result = 0;
    if (k.result) std::memcpy(&result, k.result, k.result_bytes);
    return result;
}

extern "C" {

int __tgt_target_kernel(void*, std::int64_t, std::int32_t, std::int32_t, const void* region,
                        KernelArguments* a) {
    KernelWires* k = accelerator().find(region);
    if (!k) return -1;
    const int n = static_cast<int>(a->count);
    begin(n, a->begins, a->sizes, a->types);
    std::size_t next = 0;
    for (int i = 0; i < n; ++i) {
        if (!(a->types[i] & kParameter)) continue;
        if (next == k->arguments.size()) give_up("a region has more arguments than its hardware");
        std::uint64_t value = reinterpret_cast<std::uintptr_t>(a->bases[i]);
        if (!(a->types[i] & kLiteral)) {
            const auto* at = static_cast<const char*>(a->begins[i]);
            const Mapping* m = mapping_of(at);
            value = m->device +
                    static_cast<std::uint64_t>(static_cast<const char*>(a->bases[i]) - m->host);
        }
        const ArgumentWire& wire = k->arguments[next++];
        std::memcpy(wire.value, &value, wire.bytes);
    }
    accelerator().run(*k);
    end(n, a->begins, a->types);
    return 0;
}

void __tgt_target_data_begin_mapper(void*, std::int64_t, std::int32_t n, void**, void** begins,
                                    std::int64_t* sizes, std::int64_t* types, void**, void**) {
    begin(n, begins, sizes, types);
}

void __tgt_target_data_end_mapper(void*, std::int64_t, std::int32_t n, void**, void** begins,
                                  std::int64_t*, std::int64_t* types, void**, void**) {
    end(n, begins, types);
}

void __tgt_target_data_update_mapper(void*, std::int64_t, std::int32_t n, void**, void** begins,
                                     std::int64_t*, std::int64_t* types, void**, void**) {
    for (int i = 0; i < n; ++i) {
        const Mapping* m = mapping_of(static_cast<char*>(begins[i]));
        if (!m) continue;
        if (types[i] & kTo) to_device(*m);
        if (types[i] & kFrom) from_device(*m);
    }
}

int __real_main(int argc, char** argv, char** environment);

int __wrap_main(int argc, char** argv, char** environment) {
    const int kept = take_simulation_words(argc, argv);
    accelerator();
    return __real_main(kept, argv, environment);
}
}
