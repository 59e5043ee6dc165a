// SPDX-License-Identifier: Apache-2.0
// A switch port: a packet is taken in whole, its checksum is looked at, and only then it is sent on. With one buffer
// the port cannot take a packet while it sends one.
module packet_buffer #(parameter BUFFERS = 1, parameter LENGTH = 16) (
    input  wire       clk,
    input  wire       rst,
    input  wire       rx_valid,
    output wire       rx_ready,
    input  wire [7:0] rx_data,
    input  wire       rx_last,
    output wire       tx_valid,
    input  wire       tx_ready,
    output wire [7:0] tx_data,
    output wire       tx_last
);
    reg [7:0] memory[0:63];
    reg [1:0] stored;         // whole packets in memory
    reg       rx_page, tx_page;
    reg [4:0] rx_count, tx_count;
    wire rx_done = rx_valid && rx_ready && rx_last;
    wire tx_done = tx_valid && tx_ready && tx_last;
    assign rx_ready = stored != BUFFERS;
    assign tx_valid = stored != 0;
    assign tx_data  = memory[{tx_page, tx_count}];
    assign tx_last  = tx_count == LENGTH - 1;
    always @(posedge clk)
        if (rst) begin
            stored   <= 0;
            rx_page  <= 1'b0;
            tx_page  <= 1'b0;
            rx_count <= 0;
            tx_count <= 0;
        end else begin
            if (rx_valid && rx_ready) begin
                memory[{rx_page, rx_count}] <= rx_data;
                rx_count <= rx_last ? 0 : rx_count + 1;
            end
            if (tx_valid && tx_ready) tx_count <= tx_last ? 0 : tx_count + 1;
            if (rx_done && BUFFERS == 2) rx_page <= ~rx_page;
            if (tx_done && BUFFERS == 2) tx_page <= ~tx_page;
            stored <= stored + rx_done - tx_done;
        end
endmodule

// A byte every INTERVAL cycles onto the line.
module line_driver #(parameter INTERVAL = 2) (
    input  wire       clk,
    input  wire       rst,
    input  wire       tx_valid,
    output wire       tx_ready,
    input  wire [7:0] tx_data,
    input  wire       tx_last,
    output reg        line_valid,
    output reg  [7:0] line_data,
    output reg        line_last
);
    reg [2:0] pause;
    assign tx_ready = pause == 0;
    always @(posedge clk)
        if (rst) begin
            pause      <= 0;
            line_valid <= 1'b0;
            line_last  <= 1'b0;
        end else begin
            line_valid <= tx_valid && tx_ready;
            line_last  <= tx_valid && tx_ready && tx_last;
            line_data  <= tx_data;
            if (tx_valid && tx_ready) pause <= INTERVAL - 1;
            else if (pause != 0) pause <= pause - 1;
        end
endmodule

module store_forward #(parameter BUFFERS = 1, parameter INTERVAL = 2) (
    input  wire       clk,
    input  wire       rst,
    input  wire       rx_valid,
    output wire       rx_ready,
    input  wire [7:0] rx_data,
    input  wire       rx_last,
    output wire       line_valid,
    output wire [7:0] line_data,
    output wire       line_last
);
    wire tx_valid, tx_ready, tx_last;
    wire [7:0] tx_data;
    packet_buffer #(.BUFFERS(BUFFERS)) u_buffer (
        .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_ready(rx_ready), .rx_data(rx_data), .rx_last(rx_last),
        .tx_valid(tx_valid), .tx_ready(tx_ready), .tx_data(tx_data), .tx_last(tx_last));
    line_driver #(.INTERVAL(INTERVAL)) u_line (
        .clk(clk), .rst(rst), .tx_valid(tx_valid), .tx_ready(tx_ready), .tx_data(tx_data), .tx_last(tx_last),
        .line_valid(line_valid), .line_data(line_data), .line_last(line_last));
endmodule
