// SPDX-License-Identifier: Apache-2.0
// A queue with push and pop, and the same queue with a handshake at each end.
module byte_store (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       push_i,
    input  wire [7:0] data_i,
    output wire       full_o,
    input  wire       pop_i,
    output wire [7:0] data_o,
    output wire       empty_o
);
    reg [7:0] bytes[0:3];
    reg [2:0] head, tail;

    assign full_o  = head[1:0] == tail[1:0] && head[2] != tail[2];
    assign empty_o = head == tail;
    assign data_o  = bytes[tail[1:0]];

    always @(posedge clk_i) begin
        if (rst_i) begin
            head <= 0;
            tail <= 0;
        end else begin
            if (push_i && !full_o) begin
                bytes[head[1:0]] <= data_i;
                head <= head + 1'b1;
            end
            if (pop_i && !empty_o) tail <= tail + 1'b1;
        end
    end
endmodule

module byte_fifo (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       in_valid_i,
    output wire       in_accept_o,
    input  wire [7:0] in_data_i,
    output wire       out_valid_o,
    input  wire       out_accept_i,
    output wire [7:0] out_data_o
);
    wire full, empty;

    byte_store u_store (clk_i, rst_i, in_valid_i, in_data_i, full, out_accept_i, out_data_o, empty);

    assign in_accept_o = !full;
    assign out_valid_o = !empty;
endmodule

// As translators write it: every port of an instance gets a wire of its own, and every wire an assign.
module link_front (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       in_valid_i,
    output wire       in_accept_o,
    input  wire [7:0] in_data_i,
    output wire       out_valid_o,
    input  wire       out_accept_i,
    output wire [7:0] out_data_o
);
    wire       fifo_valid, fifo_accept, head_valid, head_accept;
    wire [7:0] fifo_data;

    assign head_valid   = in_valid_i;
    assign in_accept_o  = head_accept;
    assign out_valid_o  = fifo_valid;
    assign out_data_o   = fifo_data;
    assign fifo_accept  = out_accept_i;

    byte_fifo u_fifo (clk_i, rst_i, head_valid, head_accept, in_data_i, fifo_valid, fifo_accept, fifo_data);
endmodule
