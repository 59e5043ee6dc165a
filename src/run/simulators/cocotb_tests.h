// SPDX-License-Identifier: Apache-2.0
// The tests of cocotb, several of which run one after the other in one simulation.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tapestry {

// The names of the tests that ran, from what cocotb leaves of a simulation (results.xml), in their
// order. None of a text that is something else.
std::vector<std::string> tests_in_results(const std::string& xml);

// What makes cocotb run this test alone, in all its versions.
std::vector<std::pair<std::string, std::string>> environment_of_test(const std::string& name);

}  // namespace tapestry
