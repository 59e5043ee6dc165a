// SPDX-License-Identifier: Apache-2.0
// One-entry registers in a row, joined by arrays of handshakes: the ends of the arrays are the ports.

module one_slice #(
    parameter W = 19
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [W-1:0] in_data,
    input  wire         in_valid,
    output wire         in_ready,
    output reg  [W-1:0] out_data,
    output reg          out_valid,
    input  wire         out_ready
);
    assign in_ready = !out_valid || out_ready;
    always @(posedge clk) begin
        if (in_ready) begin
            out_valid <= in_valid;
            out_data  <= in_data;
        end
        if (rst) out_valid <= 0;
    end
endmodule

module slice_chain #(
    parameter W      = 19,
    parameter LENGTH = 3
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [W-1:0] head_data,
    input  wire         head_valid,
    output wire         head_ready,
    output wire [W-1:0] tail_data,
    output wire         tail_valid,
    input  wire         tail_ready
);
    wire [W-1:0] hop_data [0:LENGTH];
    wire         hop_valid [0:LENGTH];
    wire         hop_ready [0:LENGTH];

    assign hop_data[0]        = head_data;
    assign hop_valid[0]       = head_valid;
    assign head_ready         = hop_ready[0];
    assign tail_data          = hop_data[LENGTH];
    assign tail_valid         = hop_valid[LENGTH];
    assign hop_ready[LENGTH]  = tail_ready;

    genvar g;
    generate
        for (g = 0; g < LENGTH; g = g + 1) begin : stage
            one_slice #(.W(W)) u_slice (
                .clk(clk), .rst(rst), .in_data(hop_data[g]), .in_valid(hop_valid[g]), .in_ready(hop_ready[g]),
                .out_data(hop_data[g+1]), .out_valid(hop_valid[g+1]), .out_ready(hop_ready[g+1])
            );
        end
    endgenerate
endmodule
