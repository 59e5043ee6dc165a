// SPDX-License-Identifier: Apache-2.0
#include "jobs/options/options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>

namespace tapestry {

OptionCheck one_of(std::vector<std::string> values) {
    return
        [values = std::move(values)](CLI::Option& option) { option.check(CLI::IsMember(values)); };
}

OptionCheck one_of_numbers(std::vector<unsigned> values) {
    return
        [values = std::move(values)](CLI::Option& option) { option.check(CLI::IsMember(values)); };
}

OptionCheck within(int least, int most) {
    return [=](CLI::Option& option) { option.check(CLI::Range(least, most)); };
}

OptionCheck within(double least, double most) {
    return [=](CLI::Option& option) { option.check(CLI::Range(least, most)); };
}

OptionCheck not_negative() {
    const auto check = [](std::string& text) -> std::string {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        const bool good = !text.empty() && *end == '\0' && value >= 0;
        return good ? "" : "'" + text + "' is no number of 0 or more";
    };
    return [check](CLI::Option& option) { option.check(CLI::Validator(check, "NUMBER")); };
}

OptionCheck up_to_a_billion() {
    constexpr std::uint64_t kMost = 1'000'000'000;
    const auto check = [](std::string& text) -> std::string {
        std::uint64_t value = 0;
        const char* const last = text.data() + text.size();
        const auto [end, error] = std::from_chars(text.data(), last, value);
        if (error == std::errc() && end == last && value <= kMost) return {};
        return "'" + text + "' is no whole number from 0 to 1000000000";
    };
    return [check](CLI::Option& option) { option.check(CLI::Validator(check, "")); };
}

OptionCheck not_empty() {
    return [](CLI::Option& option) {
        option.check([](const std::string& text) {
            return text.empty() ? std::string("an empty name names no file") : std::string();
        });
    };
}

Option* Option::type_name(const std::string& name) {
    option_->type_name(name);
    return this;
}

Option* Option::check(const OptionCheck& check) {
    check(*option_);
    return this;
}

Option* Option::capture_default_str() {
    option_->capture_default_str();
    return this;
}

Option* Option::allow_extra_args(bool allow) {
    option_->allow_extra_args(allow);
    return this;
}

Option* Option::required() {
    option_->required();
    return this;
}

Option* Option::expected(int values) {
    option_->expected(values);
    return this;
}

Option* Option::take_all() {
    option_->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return this;
}

Option* Option::needs(const Option* other) {
    option_->needs(other->option_);
    return this;
}

Option* Option::excludes(const Option* other) {
    option_->excludes(other->option_);
    return this;
}

Option* Option::envname(const std::string& name) {
    option_->envname(name);
    return this;
}

template <typename T>
Option* OptionList::add_option(const std::string& names, T& value, const std::string& what) {
    return added(app_.add_option(names, value, what));
}

#define TAPESTRY_OPTION_OF(TYPE) \
    template Option* OptionList::add_option(const std::string&, TYPE&, const std::string&)
TAPESTRY_OPTION_OF(std::string);
TAPESTRY_OPTION_OF(std::vector<std::string>);
TAPESTRY_OPTION_OF(std::filesystem::path);
TAPESTRY_OPTION_OF(int);
TAPESTRY_OPTION_OF(unsigned short);
TAPESTRY_OPTION_OF(unsigned);
TAPESTRY_OPTION_OF(unsigned long);
TAPESTRY_OPTION_OF(double);
TAPESTRY_OPTION_OF(std::optional<double>);
#undef TAPESTRY_OPTION_OF

Option* OptionList::add_flag(const std::string& names, bool& value, const std::string& what) {
    return added(app_.add_flag(names, value, what));
}

Option* OptionList::add_flag(const std::string& names, std::string& value,
                             const std::string& what) {
    return added(app_.add_flag(names, value, what));
}

std::string OptionList::command() const { return app_.get_name(); }

}  // namespace tapestry
