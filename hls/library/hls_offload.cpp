// SPDX-License-Identifier: Apache-2.0
// An offload runtime in place of libomptarget: it runs the target regions of a program on the
// Verilated accelerator. The device memory is an array; every port sees all of it, accepts a
// request per cycle and answers reads in order after kMemoryLatency cycles. With
// +tapestry_channels=N the ports share N channels, each of which accepts a request per cycle, by
// round robin.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <string_view>
#include <unordered_map>

#include "accelerator.h"
#include "hls_float_model.h"
#include "hls_offload_memory.h"
#include "hls_queue.h"
#include "hls_words.h"
#include "verilated.h"

namespace {

// How far the addresses of a part reach.
std::uint64_t part_bytes(const PortWires& port) {
    return std::uint64_t{1} << (port.parts.size() > 2 ? 30 : 31);
}

unsigned char* host_address(const PortWires& port, std::uint64_t at) {
    if (port.parts.empty()) return port.base + at;
    const std::uint64_t part = at / part_bytes(port);
    if (part >= port.parts.size()) give_up("the hardware accesses memory that it was not given");
    return port.parts[part] + at % part_bytes(port);
}

std::uint64_t hardware_address(const PortWires& port, const unsigned char* pointer) {
    if (port.parts.empty()) return static_cast<std::uint64_t>(pointer - port.base);
    std::size_t part = port.parts.size() - 1;
    while (pointer < port.parts[part]) --part;
    return part * part_bytes(port) + static_cast<std::uint64_t>(pointer - port.parts[part]);
}

constexpr std::uint64_t kMostIdleCycles = 200000000;
// Processes that all wait for streams, while nothing moves, wait for ever.
constexpr std::uint64_t kMostWaits = 64;

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
        const NearestEven nearest;
        reads_.assign(k.ports.size(), {});
        touched_.clear();
        ++k.calls;
        const std::uint64_t begun = now_;
        *k.start = 1;
        if (has_tasks(k)) withhold_streams(k);
        cycle(has_tasks(k) ? nullptr : &k);
        *k.start = 0;
        std::uint64_t idle = 0, still = 0;
        while (!*k.done) {
            step(k, idle, still);
            if (still > kMemoryLatency + kMostWaits) give_up(who_waits(k));
        }
        std::uint64_t last = now_;
        // Tasks go on with what they are given, until all of them wait.
        still = 0;
        while (has_tasks(k) && still <= kMemoryLatency + kMostWaits) {
            step(k, idle, still);
            if (still == 0) last = now_;
        }
        k.cycles += last - begun;
        // The last writes may still be on their way to the memory.
        for (int i = 0; i < 64; ++i) cycle(&k);
    }

    DeviceMemory memory;

private:
    static bool has_tasks(const KernelWires& k) {
        return std::any_of(k.processes.begin(), k.processes.end(),
                           [](const ProcessWires& p) { return p.is_task; });
    }

    // One clock cycle. Counts the last ones in which nothing was transferred, and in which besides
    // all processes wait.
    void step(KernelWires& k, std::uint64_t& idle, std::uint64_t& still) {
        idle = cycle(&k) ? 0 : idle + 1;
        still = idle > 0 && all_wait(k) ? still + 1 : 0;
        if (idle > kMostIdleCycles) give_up("the accelerator neither ends nor touches its memory");
        if (context_.gotFinish()) std::exit(3);
    }

    // One clock cycle; true if a port transferred something. What a port requests comes from
    // registers alone, so that it is there since the last edge, whatever the memory answers in this
    // cycle.
    bool cycle(KernelWires* k) {
        bool moved = false;
        model_->clk = 0;
        if (k) {
            for (std::size_t p = 0; p < k->ports.size(); ++p) answer(k->ports[p], reads_[p], now_);
            if (channels_ > 0) share_channels(k->ports);
            for (std::size_t p = 0; p < k->ports.size(); ++p) moved |= take_request(*k, p);
            offer_streams(*k);
        }
        model_->eval();
        context_.timeInc(5);
        if (k) moved |= move_streams(*k);
        model_->clk = 1;
        model_->eval();
        context_.timeInc(5);
        ++now_;
        return moved;
    }

    // A task that begins anew must not take what comes with the start.
    static void withhold_streams(KernelWires& k) {
        for (StreamWires& s : k.streams) *(s.into_hardware ? s.valid : s.ready) = 0;
    }

    static void offer_streams(KernelWires& k) {
        for (StreamWires& s : k.streams) {
            if (!s.into_hardware) {
                *s.ready = 1;
                continue;
            }
            const hls_elements* all = hls_elements_of(s.queue);
            *s.valid = all != nullptr;
            if (all) std::memcpy(s.data, all->front().data(), s.bytes);
        }
    }

    static bool move_streams(KernelWires& k) {
        bool moved = false;
        std::vector<unsigned char> element;
        for (StreamWires& s : k.streams) {
            if (!*s.valid || !*s.ready) continue;
            moved = true;
            element.resize(s.bytes);
            if (s.into_hardware)
                hls_queue_read(s.queue, element.data(), s.bytes);
            else
                hls_queue_write(s.queue, s.data, s.bytes);
        }
        return moved;
    }

    static bool all_wait(const KernelWires& k) {
        for (const ProcessWires& p : k.processes)
            if (!*p.idle && !*p.waits) return false;
        return !k.processes.empty();
    }

    static std::string who_waits(const KernelWires& k) {
        std::string text = k.name + " does not go on:";
        for (const ProcessWires& p : k.processes)
            if (!*p.idle) text += " '" + p.name + "' waits;";
        for (const QueueWires& q : k.queues)
            if (*q.blocked)
                text += " stream '" + q.name + "' is full with " + std::to_string(q.depth) +
                        " elements: give it more with #pragma HLS STREAM variable=" + q.name +
                        " depth=N;";
        text.back() = '.';
        return text;
    }

    // Of the ports that request a channel, one is granted, by round robin.
    void share_channels(std::vector<PortWires>& ports) {
        for (PortWires& port : ports) *port.req_ready = 0;
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

    // Processes run at the same time, and arrays with bundles of their own are apart: what one of
    // them writes no other one may touch.
    void check_apart(const KernelWires& k, std::size_t p, const unsigned char* word) {
        const PortWires& port = k.ports[p];
        const bool writes = *port.req_write;
        const auto* strobe = static_cast<const unsigned char*>(port.req_strb);
        for (unsigned b = 0; b < port.bytes; ++b) {
            if (writes && !(strobe[b / 8] >> (b % 8) & 1)) continue;
            const std::size_t mine = k.apart.empty() ? k.port_process[p] : p;
            Touch& t = touched_.try_emplace(word + b, Touch{mine, mine, false}).first->second;
            t.is_written |= writes;
            const std::size_t other = t.first != mine ? t.first : t.last;
            if (t.is_written && other != mine && !k.apart.empty())
                give_up(k.name + ": '" + k.apart[mine] + "' and '" + k.apart[other] +
                        "' are the same memory, which is written: give them one bundle");
            if (t.is_written && other != mine)
                give_up(k.name + ": '" + k.processes[mine].name + "' and '" +
                        k.processes[other].name +
                        "' run at the same time and touch the same memory, which one of them "
                        "writes: give them arrays of their own");
            t.last = mine;
        }
    }

    bool take_request(KernelWires& k, std::size_t p) {
        PortWires& port = k.ports[p];
        std::deque<Read>& reads = reads_[p];
        if (!*port.req_valid || !*port.req_ready) return false;
        const std::uint64_t at = *port.req_addr / port.bytes * port.bytes;
        unsigned char* const word = port.base ? host_address(port, at) : memory.at(at, port.bytes);
        if (k.processes.size() > 1 || !k.apart.empty()) check_apart(k, p, word);
        take(port, reads, word, now_ + kMemoryLatency);
        return true;
    }

    struct Touch {
        std::size_t first, last;  // processes that touched the byte
        bool is_written;
    };

    VerilatedContext context_;
    std::unique_ptr<Vaccelerator> model_;
    std::vector<KernelWires> kernels_;
    std::vector<std::deque<Read>> reads_;
    std::size_t channels_ = 0;       // 0: every port has its own
    std::vector<std::size_t> turn_;  // by channel: the port whose turn it is
    std::unordered_map<const unsigned char*, Touch> touched_;  // in this call, of several processes
    std::uint64_t now_ = 0;
};

Accelerator& accelerator() {
    static Accelerator one;
    return one;
}

// The arguments that clang passes (KernelArgsTy of libomptarget, version 3).
struct KernelArguments {
    std::uint32_t version, count;
    void **bases, **begins;
    std::int64_t *sizes, *types;
};

// Pointers of one port are offsets from the lowest of them. If they are further apart than its
// addresses reach, as arrays of the stack and of the heap are, those that are close to each other
// share a part of the addresses.
void place_port(PortWires& port, std::vector<std::uintptr_t> pointers) {
    constexpr std::uintptr_t kAlign = 4096, kClose = std::uintptr_t{1} << 29;
    std::sort(pointers.begin(), pointers.end());
    port.base = reinterpret_cast<unsigned char*>(pointers.front() / kAlign * kAlign);
    port.parts.clear();
    if ((pointers.back() - pointers.front() + kAlign) >> 32 == 0) return;
    for (const std::uintptr_t p : pointers)
        if (port.parts.empty() || p - reinterpret_cast<std::uintptr_t>(port.parts.back()) >= kClose)
            port.parts.push_back(reinterpret_cast<unsigned char*>(p / kAlign * kAlign));
    if (port.parts.size() > 4)
        give_up("the arguments of a function lie in more than four places that are far apart");
}

void place_ports(KernelWires& k, const std::vector<CallArgument>& arguments) {
    for (std::size_t p = 0; p < k.ports.size(); ++p) {
        std::vector<std::uintptr_t> pointers;
        for (std::size_t i = 0; i < k.arguments.size(); ++i)
            if (k.arguments[i].port == static_cast<int>(p))
                pointers.push_back(reinterpret_cast<std::uintptr_t>(arguments[i].pointer));
        if (!pointers.empty()) place_port(k.ports[p], std::move(pointers));
    }
}

}  // namespace

unsigned long long call_kernel(unsigned kernel, const std::vector<CallArgument>& arguments) {
    KernelWires& k = accelerator().kernel(kernel);
    place_ports(k, arguments);
    for (std::size_t i = 0; i < k.arguments.size(); ++i) {
        const ArgumentWire& wire = k.arguments[i];
        std::uint64_t value = arguments[i].bits;
        if (wire.port >= 0)
            value = hardware_address(k.ports[static_cast<std::size_t>(wire.port)],
                                     static_cast<unsigned char*>(arguments[i].pointer));
        std::memcpy(wire.value, &value, wire.bytes);
    }
    for (std::size_t i = 0; i < k.streams.size(); ++i)
        k.streams[i].queue = arguments[k.arguments.size() + i].pointer;
    accelerator().run(k);
    unsigned long long result = 0;
    if (k.result) std::memcpy(&result, k.result, k.result_bytes);
    return result;
}

extern "C" {

int __tgt_target_kernel(void*, std::int64_t, std::int32_t, std::int32_t threads, const void* region,
                        KernelArguments* a) {
    KernelWires* k = accelerator().find(region);
    if (!k) return -1;
    if (k->threads > 0 && threads > k->threads)
        give_up(k->name + " asks for " + std::to_string(threads) +
                " threads, and its hardware has " + std::to_string(k->threads) +
                ": make more with --threads");
    const int n = static_cast<int>(a->count);
    DeviceMemory& memory = accelerator().memory;
    memory.begin(n, a->begins, a->sizes, a->types);
    std::size_t next = 0;
    for (int i = 0; i < n; ++i) {
        if (!(a->types[i] & kParameter)) continue;
        if (next == k->arguments.size()) give_up("a region has more arguments than its hardware");
        std::uint64_t value = reinterpret_cast<std::uintptr_t>(a->bases[i]);
        if (!(a->types[i] & kLiteral)) value = memory.address_of(a->bases[i], a->begins[i]);
        const ArgumentWire& wire = k->arguments[next++];
        std::memcpy(wire.value, &value, wire.bytes);
    }
    accelerator().run(*k);
    memory.end(n, a->begins, a->sizes, a->types);
    return 0;
}

void __tgt_target_data_begin_mapper(void*, std::int64_t, std::int32_t n, void**, void** begins,
                                    std::int64_t* sizes, std::int64_t* types, void**, void**) {
    accelerator().memory.begin(n, begins, sizes, types);
}

void __tgt_target_data_end_mapper(void*, std::int64_t, std::int32_t n, void**, void** begins,
                                  std::int64_t* sizes, std::int64_t* types, void**, void**) {
    accelerator().memory.end(n, begins, sizes, types);
}

void __tgt_target_data_update_mapper(void*, std::int64_t, std::int32_t n, void**, void** begins,
                                     std::int64_t* sizes, std::int64_t* types, void**, void**) {
    accelerator().memory.update(n, begins, sizes, types);
}

// The accelerator is device 0; the host is device 1.
int omp_get_num_devices() { return 1; }
int omp_get_default_device() { return 0; }
int omp_get_initial_device() { return 1; }

void* omp_target_alloc(std::size_t bytes, int device) {
    return device == 0 ? accelerator().memory.give(bytes) : std::malloc(bytes);
}

void omp_target_free(void* memory, int device) {
    if (device == 0)
        accelerator().memory.take_back(memory);
    else
        std::free(memory);
}

int omp_target_is_present(const void* at, int device) {
    return device != 0 || accelerator().memory.is_mapped(at);
}

int omp_target_memcpy(void* to, const void* from, std::size_t bytes, std::size_t to_offset,
                      std::size_t from_offset, int to_device, int from_device) {
    DeviceMemory& memory = accelerator().memory;
    std::memmove(memory.place(to, to_offset, bytes, to_device == 0),
                 memory.place(from, from_offset, bytes, from_device == 0), bytes);
    return 0;
}

int __real_main(int argc, char** argv, char** environment);

int __wrap_main(int argc, char** argv, char** environment) {
    const int kept = take_simulation_words(argc, argv);
    accelerator();
    return __real_main(kept, argv, environment);
}
}
