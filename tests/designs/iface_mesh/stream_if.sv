// SPDX-License-Identifier: Apache-2.0
// A valid/ready stream as an interface.

interface stream_if #(
    parameter int WIDTH = 16
) (
    input logic clk
);
    logic             valid;
    logic             ready;
    logic [WIDTH-1:0] data;

    modport source (output valid, output data, input ready);
    modport sink (input valid, input data, output ready);
endinterface : stream_if
