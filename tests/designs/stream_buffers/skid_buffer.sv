// SPDX-License-Identifier: Apache-2.0
// Two-entry buffer that registers both directions: `ready_o` depends on registers only.

module skid_buffer #(
    parameter int WIDTH = 16
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             valid_i,
    output logic             ready_o,
    input  logic [WIDTH-1:0] data_i,
    output logic             valid_o,
    input  logic             ready_i,
    output logic [WIDTH-1:0] data_o
);
    logic             main_used, spare_used;
    logic [WIDTH-1:0] main_data, spare_data;

    assign ready_o = !spare_used;
    assign valid_o = main_used;
    assign data_o  = main_data;

    always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
            main_used  <= 1'b0;
            spare_used <= 1'b0;
            main_data  <= '0;
            spare_data <= '0;
        end else if (!main_used || ready_i) begin
            // The main register is free or leaves now: refill it, from the spare one first.
            main_used  <= spare_used || valid_i;
            main_data  <= spare_used ? spare_data : data_i;
            spare_used <= 1'b0;
        end else if (valid_i && ready_o) begin
            spare_used <= 1'b1;
            spare_data <= data_i;
        end
    end
endmodule : skid_buffer
