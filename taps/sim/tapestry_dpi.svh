// SPDX-License-Identifier: Apache-2.0
//
// What depends on the simulator.
//
// TAPESTRY_DPI: the C++ support of tapestry_sim.cpp is there.
// TAPESTRY_NOW: the time to the last bit, as 64 bits that are only compared. $time would round it,
// and $realtime costs Verilator a division at every edge. Verilator 5.006 takes $c64 only as the whole
// right side of an assignment and not in a function; TAPESTRY_NOW_IN_FUNCTION is for there.

`ifdef VERILATOR
`ifndef TAPESTRY_NO_DPI
`define TAPESTRY_DPI
`endif
`endif

`ifdef TAPESTRY_DPI
`define TAPESTRY_NOW $c64("vlSymsp->_vm_contextp__->time()")
`define TAPESTRY_NOW_IN_FUNCTION tapestry_sim::now(handle)
`else
`define TAPESTRY_NOW $realtobits($realtime)
`define TAPESTRY_NOW_IN_FUNCTION $realtobits($realtime)
`endif

// TAPESTRY_FRAME_AT_EDGE: the leader of a clock ends a frame right at the edge. A signal that all wait
// for would cost Verilator's loop a trigger at every evaluation; but in a model of several threads
// other taps may be at work at that moment, so there (TAPESTRY_THREADS) the signal it is; and with cores (TAPESTRY_CORES), some of
// whose registers may have their next values by then and others not.
`ifdef TAPESTRY_DPI
`ifndef TAPESTRY_THREADS
`ifndef TAPESTRY_CORES
`define TAPESTRY_FRAME_AT_EDGE
`endif
`endif
`endif

// TAPESTRY_LOG: taps of most kinds store their samples, which the C++ support counts.
// TAPESTRY_PUT: stores the lowest bytes of a value at a place of memory that the C++ support has. Arrays of the model itself would move
// its variables so far apart that processors which reach far ones by more instructions lose more by that than by the taps.
// TAPESTRY_COUNT_AT_EDGE: the leader of a clock has them counted, at the edge.
`ifdef TAPESTRY_DPI
`ifndef TAPESTRY_CORES
`define TAPESTRY_LOG
`define TAPESTRY_PUT(memory, bytes, place, value) \
    $c("{const auto put = ", value, "; __builtin_memcpy(reinterpret_cast<char*>(", memory, ") + ", bytes, " * ", place, ", &put, ", bytes, ");}");
`ifdef TAPESTRY_FRAME_AT_EDGE
`define TAPESTRY_COUNT_AT_EDGE
`endif
`endif
`endif
