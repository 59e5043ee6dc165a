// SPDX-License-Identifier: Apache-2.0
// A register of its own module, as a technology library has it.
module flop #(parameter int W = 1, parameter logic [W-1:0] RESET = '0) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic [W-1:0] d_i,
    output logic [W-1:0] q_o
);
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) q_o <= RESET;
        else q_o <= d_i;
endmodule
