// SPDX-License-Identifier: Apache-2.0
// Runs the Verilated network behind co_execute, while all software processes wait.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "accelerator.h"
#include "co_machine.h"
#include "hls_float_model.h"
#include "hls_words.h"
#include "verilated.h"

namespace {

[[noreturn]] void give_up(const std::string& what) {
    std::fprintf(stderr, "network: %s\n", what.c_str());
    std::exit(3);
}

class Machine {
public:
    Machine() {
        pass_simulation_words(context_);
        model_ = std::make_unique<Vaccelerator>(&context_, "TOP");
        wires_ = network_of(*model_);
        model_->rst = 1;
        for (int i = 0; i < 4; ++i) tick();
        model_->rst = 0;
        tick();
    }
    ~Machine() {
        for (int i = 0; i < 4; ++i) step();  // lets the last writes complete
        model_->final();
        write_cycles();
    }

    void start() {
        for (MemoryPort& p : wires_.ports)
            p.wires.base = static_cast<unsigned char*>(co_machine_memory(p.memory.c_str()));
        model_->start = 1;
        step();
        model_->start = 0;
        begun_ = now_;
        was_started_ = true;
    }

    // False: nothing moved between software and hardware, and every process has ended or waits for
    // a stream.
    bool step() {
        const NearestEven nearest;
        offer();
        model_->clk = 0;
        model_->eval();
        context_.timeInc(5);
        const bool moved = move();
        bool stands = was_started_;
        for (const ProcessWires& p : wires_.processes) stands = stands && (*p.idle || *p.waits);
        if (!stands || moved) last_ = now_ + 1;
        model_->clk = 1;
        model_->eval();
        context_.timeInc(5);
        for (RegisterWires& r : wires_.registers) *r.put = 0;
        ++now_;
        if (context_.gotFinish()) std::exit(3);
        return moved || !stands;
    }

    // Null: the register is used by software only.
    RegisterWires* reg(const char* name) {
        for (RegisterWires& r : wires_.registers)
            if (r.name == name) return &r;
        return nullptr;
    }

    // A value put by software is visible at once to software, and to hardware in its next cycle; it
    // takes no cycle.
    int put(const char* name, std::uint64_t value) {
        RegisterWires* r = reg(name);
        if (!r) return 0;
        *r->put = 1;
        std::memcpy(r->put_value, &value, r->bytes < sizeof value ? r->bytes : sizeof value);
        model_->eval();
        return 1;
    }

private:
    void tick() {
        model_->clk = 0;
        model_->eval();
        context_.timeInc(5);
        model_->clk = 1;
        model_->eval();
        context_.timeInc(5);
    }

    void offer() {
        for (StreamWires& s : wires_.streams) {
            if (!s.into_hardware) {
                *s.ready = co_machine_has_room(s.name.c_str()) != 0;
                continue;
            }
            std::uint64_t value = 0;
            int ends = 0;
            *s.valid = co_machine_peek(s.name.c_str(), &value, &ends) != 0;
            if (*s.valid) set_token(s, value, ends);
        }
        for (MemoryPort& p : wires_.ports) answer(p.wires, p.reads, now_);
    }

    bool move() {
        bool moved = false;
        for (StreamWires& s : wires_.streams) {
            if (!*s.valid || !*s.ready) continue;
            moved = true;
            if (s.into_hardware)
                co_machine_pop(s.name.c_str());
            else
                push(s);
        }
        for (MemoryPort& p : wires_.ports) {
            if (!*p.wires.req_valid) continue;
            const std::uint64_t at = *p.wires.req_addr / p.wires.bytes * p.wires.bytes;
            if (at >= p.bytes)
                give_up("the hardware touches '" + p.memory + "' outside of its bytes");
            take(p.wires, p.reads, p.wires.base + at, now_ + kMemoryLatency);
        }
        return moved;
    }

    static void set_token(const StreamWires& s, std::uint64_t value, int ends) {
        unsigned char bytes[16] = {};
        std::memcpy(bytes, &value, 8);
        for (unsigned b = s.bits / 8; b < 16; ++b) bytes[b] = 0;
        bytes[s.bits / 8] = static_cast<unsigned char>(ends);
        std::memcpy(s.data, bytes, storage_of(s));
    }

    static void push(const StreamWires& s) {
        unsigned char bytes[16] = {};
        std::memcpy(bytes, s.data, storage_of(s));
        std::uint64_t value = 0;
        std::memcpy(&value, bytes, s.bits / 8);
        co_machine_push(s.name.c_str(), value, bytes[s.bits / 8] & 1);
    }

    // The bytes in which Verilator stores a token: 2, 4 or 8, then multiples of 4.
    static std::size_t storage_of(const StreamWires& s) {
        const unsigned bits = s.bits + 1;
        return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : bits <= 64 ? 8 : 12;
    }

    // +tapestry_cycles=FILE: the cycles from the start to the last one with a transfer.
    void write_cycles() const {
        write_cycles_file([this](std::FILE* file) {
            std::fprintf(file, "network 1 %llu\n",
                         static_cast<unsigned long long>(last_ > begun_ ? last_ - begun_ : 0));
        });
    }

    VerilatedContext context_;
    std::unique_ptr<Vaccelerator> model_;
    NetworkWires wires_;
    std::uint64_t now_ = 0, begun_ = 0, last_ = 0;
    bool was_started_ = false;
};

Machine& machine() {
    static Machine one;
    return one;
}

int get(const char* name, std::uint64_t* value) {
    const RegisterWires* r = machine().reg(name);
    if (!r) return 0;
    *value = 0;
    std::memcpy(value, r->value, r->bytes < sizeof *value ? r->bytes : sizeof *value);
    return 1;
}

constexpr struct co_machine kMachine = {
    [] { machine().start(); }, []() -> int { return machine().step(); }, get,
    [](const char* name, std::uint64_t value) { return machine().put(name, value); }};

}  // namespace

extern "C" {

int __real_main(int argc, char** argv, char** environment);

int __wrap_main(int argc, char** argv, char** environment) {
    const int kept = take_simulation_words(argc, argv);
    machine();
    co_machine = &kMachine;
    return __real_main(kept, argv, environment);
}
}
