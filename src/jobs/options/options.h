// SPDX-License-Identifier: Apache-2.0
// The options that a command declares: a narrow face of the library that parses them. That library
// takes seconds to compile, so only options.cpp and those who parse include it.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tapestry {

// What the value of an option must be; --help shows it.
using OptionCheck = std::function<void(CLI::Option&)>;
OptionCheck one_of(std::vector<std::string> values);
OptionCheck one_of_numbers(std::vector<unsigned> values);
OptionCheck within(int least, int most);
OptionCheck within(double least, double most);
OptionCheck not_negative();
OptionCheck not_empty();
OptionCheck up_to_a_billion();  // whole numbers: seconds, megabytes

// One of them. Everything returns the option itself, so that a declaration is one sentence.
class Option {
public:
    explicit Option(CLI::Option* option) : option_(option) {}

    Option* type_name(const std::string& name);
    Option* check(const OptionCheck& check);
    Option* capture_default_str();
    Option* allow_extra_args(bool allow = true);
    Option* required();
    Option* expected(int values);
    Option* take_all();  // given several times, each adds to the list
    Option* needs(const Option* other);
    Option* excludes(const Option* other);
    Option* envname(const std::string& name);

private:
    CLI::Option* option_;
};

class OptionList {
public:
    explicit OptionList(CLI::App& app) : app_(app) {}

    // options.cpp names the types there are.
    template <typename T>
    Option* add_option(const std::string& names, T& value, const std::string& what);
    Option* add_flag(const std::string& names, bool& value, const std::string& what);
    // One that may have a value: --names{VALUE} is what it says without one.
    Option* add_flag(const std::string& names, std::string& value, const std::string& what);

    std::string command() const;
    CLI::App& parser() { return app_; }

private:
    Option* added(CLI::Option* option) { return &options_.emplace_back(option); }

    CLI::App& app_;
    std::deque<Option> options_;
};

}  // namespace tapestry
