// SPDX-License-Identifier: Apache-2.0
// Floating-point units against the host's arithmetic, bit by bit: random numbers, drawn so that
// ties, subnormal numbers, near cancellations and the ends of the range are frequent. FLOAT and
// OTHER are the two formats; every unit is fed a new case each cycle, with pauses of en.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <random>

#include "Vfloats.h"
#include "verilated.h"

namespace {

#ifdef DOUBLE
using Float = double;
using Bits = std::uint64_t;
using Other = float;
using OtherBits = std::uint32_t;
constexpr int kFraction = 52, kExponent = 11, kMultiply = 4, kFma = 6, kDivide = 16, kRoot = 29;
#else
using Float = float;
using Bits = std::uint32_t;
using Other = double;
using OtherBits = std::uint64_t;
constexpr int kFraction = 23, kExponent = 8, kMultiply = 3, kFma = 5, kDivide = 9, kRoot = 15;
#endif

template <class To, class From>
To as(From x) {
    To y;
    static_assert(sizeof x == sizeof y);
    std::memcpy(&y, &x, sizeof y);
    return y;
}

std::mt19937_64 random_bits(1);

// A fraction of few ones or zeros, or of any; an exponent near the ends, near the middle, or any.
Bits draw() {
    const Bits fraction_mask = (Bits{1} << kFraction) - 1, ones = (Bits{1} << kExponent) - 1;
    const auto r = random_bits();
    Bits fraction = static_cast<Bits>(random_bits()) & fraction_mask;
    if ((r & 7) == 0) fraction = Bits{1} << (random_bits() % kFraction);
    if ((r & 7) == 1) fraction = fraction_mask & ~(Bits{1} << (random_bits() % kFraction));
    if ((r & 7) == 2) fraction &= fraction_mask << (random_bits() % kFraction);
    if ((r & 31) == 3) fraction = 0;
    Bits exponent = static_cast<Bits>(random_bits()) & ones;
    const auto e = (r >> 8) & 7;
    if (e == 0) exponent = static_cast<Bits>(random_bits() % 4);
    if (e == 1) exponent = ones - static_cast<Bits>(random_bits() % 4);
    if (e >= 3 && e < 6)
        exponent = ones / 2 - kFraction + static_cast<Bits>(random_bits() % (2 * kFraction));
    if (e == 6) exponent = ones / 2;
    return static_cast<Bits>(r >> 63) << (kFraction + kExponent) | exponent << kFraction | fraction;
}

struct Case {
    Bits a, b, c;
    std::uint64_t i;
};

// Some numbers are of nearly the same size, so that differences cancel; some products are near c;
// some are zeros.
Case draw_case(unsigned long long n) {
    Case c{draw(), draw(), draw(), random_bits() >> (random_bits() % 64)};
    const Bits sign = Bits{1} << (kFraction + kExponent);
    if ((n & 7) == 0) c.b = c.a ^ static_cast<Bits>(random_bits() % 16) ^ (n & 8 ? sign : 0);
    if ((n & 63) == 2) c.a &= sign, c.b &= sign;  // zeros of either sign
    if ((n & 3) != 1) return c;
    const Bits product = as<Bits>(as<Float>(c.a) * as<Float>(c.b));
    const Bits away = static_cast<Bits>(random_bits() % 8) << (random_bits() % (kFraction + 4));
    c.c = (n & 4 ? product + away : product - away) ^ (n & 8 ? sign : 0);
    return c;
}

unsigned long long wrong = 0;

template <class T>
void expect(const char* what, const Case& c, T got, T want) {
    if (got == want) return;
    if (++wrong > 20) return;
    std::printf("%s a %llx b %llx c %llx i %llx: got %llx, want %llx\n", what,
                (unsigned long long)c.a, (unsigned long long)c.b, (unsigned long long)c.c,
                (unsigned long long)c.i, (unsigned long long)got, (unsigned long long)want);
}

// The bits of a result. A NaN is quiet and has no payload; its sign is that of the first operand
// which is one, and negative where none is.
template <class F, class B, class... Operands>
B canonical(F x, Operands... operands) {
    if (!std::isnan(x)) return as<B>(x);
    bool is_negative = true, found = false;
    for (const Float o : {operands...}) {
        if (!found && std::isnan(o)) is_negative = std::signbit(o);
        found |= std::isnan(o);
    }
    const B quiet = ((B{1} << (sizeof(B) == 8 ? 12 : 9)) - 1) << (sizeof(B) == 8 ? 51 : 22);
    return quiet | static_cast<B>(is_negative) << (sizeof(B) * 8 - 1);
}

bool fits(Float x, double low, double high) { return x > low && x < high; }

void judge(const Vfloats& m, const std::deque<Case>& past) {
    // The case of `cycles` edges ago; the first in the list went in at this edge.
    auto at = [&](std::size_t cycles) -> const Case* {
        return past.size() >= cycles ? &past[cycles - 1] : nullptr;
    };
    auto f = [](Bits b) { return as<Float>(b); };
    if (const Case* c = at(4)) {
        expect<Bits>("add", *c, m.sum, canonical<Float, Bits>(f(c->a) + f(c->b), f(c->a), f(c->b)));
        expect<Bits>("subtract", *c, m.difference,
                     canonical<Float, Bits>(f(c->a) - f(c->b), f(c->a), f(c->b)));
    }
    if (const Case* c = at(kMultiply))
        expect<Bits>("multiply", *c, m.product,
                     canonical<Float, Bits>(f(c->a) * f(c->b), f(c->a), f(c->b)));
    if (const Case* c = at(kFma))
        expect<Bits>(
            "fma", *c, m.fused,
            canonical<Float, Bits>(std::fma(f(c->a), f(c->b), f(c->c)), f(c->a), f(c->b), f(c->c)));
    if (const Case* c = at(kDivide))
        expect<Bits>("divide", *c, m.quotient,
                     canonical<Float, Bits>(f(c->a) / f(c->b), f(c->a), f(c->b)));
    if (const Case* c = at(kRoot))
        expect<Bits>("root", *c, m.root, canonical<Float, Bits>(std::sqrt(f(c->a)), f(c->a)));
    const Case* c = at(2);
    if (!c) return;
    expect<OtherBits>("resize", *c, m.resized,
                      canonical<Other, OtherBits>(static_cast<Other>(f(c->a)), f(c->a)));
    if (fits(f(c->a), -2147483649.0, 2147483648.0))
        expect<std::uint32_t>("to int", *c, m.to_int,
                              static_cast<std::uint32_t>(static_cast<std::int32_t>(f(c->a))));
    if (fits(f(c->a), -1.0, 18446744073709551616.0))
        expect<std::uint64_t>("to uint", *c, m.to_uint, static_cast<std::uint64_t>(f(c->a)));
    expect<Bits>("from int", *c, m.from_int,
                 as<Bits>(static_cast<Float>(static_cast<std::int32_t>(c->i))));
    expect<Bits>("from uint", *c, m.from_uint, as<Bits>(static_cast<Float>(c->i)));
}

void judge_compare(const Vfloats& m, const Case& c) {
    const Float a = as<Float>(c.a), b = as<Float>(c.b);
    expect<int>("equal", c, m.equal, a == b);
    expect<int>("less", c, m.less, a < b);
    expect<int>("less equal", c, m.less_equal, a <= b);
    expect<int>("unordered", c, m.unordered, std::isnan(a) || std::isnan(b));
}

}  // namespace

int main(int argc, char** argv) {
    const unsigned long long cases = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100000;
    if (argc > 2) random_bits.seed(std::strtoull(argv[2], nullptr, 10));
    VerilatedContext context;
    Vfloats model(&context);
    std::deque<Case> past;
    for (unsigned long long n = 0; n < cases;) {
        const Case c = draw_case(n);
        model.en = (random_bits() & 15) != 0;
        model.a = c.a;
        model.b = c.b;
        model.c = c.c;
        model.i = c.i;
        model.clk = 0;
        model.eval();
        judge_compare(model, c);
        model.clk = 1;
        model.eval();
        if (!model.en) continue;
        ++n;
        past.push_front(c);
        if (past.size() > 64) past.pop_back();
        judge(model, past);
    }
    std::printf("%llu cases of %d bits, %llu wrong\n", cases, (int)sizeof(Bits) * 8, wrong);
    return wrong ? 1 : 0;
}
