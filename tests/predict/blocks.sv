// SPDX-License-Identifier: Apache-2.0
// Blocks of random networks beside those of tests/networks: they take what is there.

// The token of a goes first.
module first2 (
    input  wire        clk,
    input  wire        rst,
    input  wire        a_valid,
    output wire        a_ready,
    input  wire [15:0] a_data,
    input  wire        b_valid,
    output wire        b_ready,
    input  wire [15:0] b_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data
);
    assign out_valid = a_valid || b_valid;
    assign out_data  = a_valid ? a_data : b_data;
    assign a_ready   = out_ready;
    assign b_ready   = out_ready && !a_valid;
endmodule

// The side goes first that did not go last; a register holds what was taken.
module fair2 (
    input  wire        clk,
    input  wire        rst,
    input  wire        a_valid,
    output wire        a_ready,
    input  wire [15:0] a_data,
    input  wire        b_valid,
    output wire        b_ready,
    input  wire [15:0] b_data,
    output logic       out_valid,
    input  wire        out_ready,
    output logic [15:0] out_data
);
    logic last;
    wire  pick = b_valid && (!last || !a_valid);
    wire  free = !out_valid || out_ready;
    assign a_ready = free && a_valid && !pick;
    assign b_ready = free && pick;
    always_ff @(posedge clk) begin
        if (rst) begin
            last      <= 1'b0;
            out_valid <= 1'b0;
            out_data  <= '0;
        end else if (free) begin
            out_valid <= a_valid || b_valid;
            if (a_valid || b_valid) begin
                last     <= pick;
                out_data <= pick ? b_data : a_data;
            end
        end
    end
endmodule

// Nothing at all: what is left where a block was removed.
module pass (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data
);
    assign out_valid = in_valid;
    assign out_data  = in_data;
    assign in_ready  = out_ready;
endmodule
