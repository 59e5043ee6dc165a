// SPDX-License-Identifier: Apache-2.0
//
// TAPESTRY_DPI: the C++ support of tapestry_sim.cpp is there.

`ifdef VERILATOR
`ifndef TAPESTRY_NO_DPI
`define TAPESTRY_DPI
`endif
`endif
