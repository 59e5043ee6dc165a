// SPDX-License-Identifier: Apache-2.0
#include "jobs/c/hls_rows.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tapestry {
namespace {

using nlohmann::json;

json activity(const std::string& name, const std::string& kind, const std::string& state) {
    return {{"name", name},   {"kind", kind}, {"category", "busy"},
            {"state", state}, {"port", "A"},  {"source", "/home/a/gemm.c:14"}};
}

TEST(HlsRows, ThreadsLinesLoopsAndPortsHaveTheProgramsNames) {
    json anew = activity("LOOP14_0_BEGINS12_1", "works", "LOOP14_0");
    anew["begins"] = "/home/a/gemm.c:12";
    const json kernel = {
        {"kernel", "mul_l6"},
        {"function", "mul"},
        {"module", "mul_l6_thread"},
        {"source", "/home/a/gemm.c:6"},
        {"loops", {{{"pipelined", true}, {"state", "LOOP14_0"}, {"source", "gemm.c:13"}}}},
        {"ports", {{{"name", "A_0"}, {"array", "A"}}}},
        {"activities",
         {activity("LOOP14_0_WAITS_A", "response", "LOOP14_0"),
          activity("LOOP14_0_FILLS", "fills", "LOOP14_0"), anew,
          activity("LINE14_0", "works", "LINE14_0")}}};
    tapestry::Run run;
    run.taps.resize(2);
    run.taps[0].tap.path = "accelerator.u_mul_l6.thread[3].u_thread.activity";
    run.taps[0].tap.module = "mul_l6_thread";
    run.taps[1].tap.path = "accelerator.u_mul_l6.port_A_0";
    run.taps[1].tap.module = "mul_l6";
    const std::string names = program_names_of({{"kernels", {kernel}}}, run);
    EXPECT_EQ(names,
              "state\tk0\tLOOP14_0_WAITS_A\tloop gemm.c:13 waits for A answers\n"
              "state\tk0\tLOOP14_0_FILLS\tloop gemm.c:13 fills\n"
              "state\tk0\tLOOP14_0_BEGINS12_1\tloop gemm.c:13, anew in gemm.c:12\n"
              "state\tk0\tLINE14_0\tgemm.c:14\n"
              "row\taccelerator.u_mul_l6.thread[3].u_thread.activity\tmul (gemm.c:6) thread 3\tk0\n"
              "row\taccelerator.u_mul_l6\tmul (gemm.c:6), its calls\t\n"
              "row\taccelerator.u_mul_l6.u_A_0\tmul (gemm.c:6): who is next at A\t\n"
              "row\taccelerator.u_mul_l6.port_A_0\tmul (gemm.c:6): requests to A\t\n");
}

}  // namespace
}  // namespace tapestry
