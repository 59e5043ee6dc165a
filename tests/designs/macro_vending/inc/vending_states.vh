// SPDX-License-Identifier: Apache-2.0
// States of the coin machine, and a macro that declares a stream port.
`ifndef VENDING_STATES_VH
`define VENDING_STATES_VH

`define ST_IDLE   3'd0
`define ST_COUNT  3'd1
`define ST_VEND   3'd2
`define ST_CHANGE 3'd3
`define ST_JAM    3'd4

`define STREAM_SLAVE(name, width) \
    input  wire [(width)-1:0] name``_data, \
    input  wire               name``_valid, \
    output wire               name``_ready

`define STREAM_MASTER(name, width) \
    output wire [(width)-1:0] name``_data, \
    output wire               name``_valid, \
    input  wire               name``_ready

`endif
