// SPDX-License-Identifier: Apache-2.0
// A constant of any width from elaboration: state codes, array bounds, parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tapestry {

class Constant {
public:
    Constant() = default;
    Constant(std::uint32_t width, std::uint64_t value);

    // "6'h2a", "32'sh3", "4'bxx01"; nothing if the text is not a constant.
    static std::optional<Constant> parse(std::string_view text);

    std::uint32_t width() const { return width_; }
    bool has_unknown() const { return unknown_hex_ != "0"; }
    bool is_unknown(std::uint32_t bit) const;  // X or Z
    bool is_one(std::uint32_t bit) const;      // false for X and Z
    bool is_zero() const { return hex_ == "0" && !has_unknown(); }
    bool is_one_hot() const;

    // Bits [lsb, lsb + width) as a constant of that width.
    Constant slice(std::uint32_t lsb, std::uint32_t width) const;
    static Constant one_hot(std::uint32_t width, std::uint32_t bit);

    const std::string& hex() const { return hex_; }  // no leading zeros
    std::string decimal() const;
    std::optional<std::uint64_t> to_u64() const;

    // Compares values and ignores widths.
    friend bool operator==(const Constant& a, const Constant& b) {
        return a.hex_ == b.hex_ && a.unknown_hex_ == b.unknown_hex_;
    }
    friend bool operator<(const Constant& a, const Constant& b) {
        if (a.hex_.size() != b.hex_.size()) return a.hex_.size() < b.hex_.size();
        return a.hex_ < b.hex_;
    }

private:
    std::uint32_t width_ = 0;
    std::string hex_ = "0";          // X and Z bits are 0 here
    std::string unknown_hex_ = "0";  // X and Z bits are 1 here
};

}  // namespace tapestry
