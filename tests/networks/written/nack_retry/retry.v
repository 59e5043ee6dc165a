// SPDX-License-Identifier: Apache-2.0
// Blocks are sent to a flash. While it programs one, it refuses others, and they are sent again a little later.
module block_writer #(parameter BACKOFF = 4) (
    input  wire        clk,
    input  wire        rst,
    output reg         send,
    output reg  [15:0] block_data,
    input  wire        ack,
    input  wire        nack,
    output reg         written
);
    localparam [1:0] SEND = 2'd0, ANSWER = 2'd1, REST = 2'd2;
    reg [1:0] step;
    reg [3:0] rest;
    always @(posedge clk)
        if (rst) begin
            step       <= SEND;
            send       <= 1'b0;
            block_data <= 16'h0100;
            rest       <= 4'd0;
            written    <= 1'b0;
        end else begin
            send    <= 1'b0;
            written <= 1'b0;
            case (step)
                SEND: begin
                    send <= 1'b1;
                    step <= ANSWER;
                end
                ANSWER:
                    if (ack) begin
                        block_data <= block_data + 16'd9;
                        written    <= 1'b1;
                        step       <= SEND;
                    end else if (nack) begin
                        rest <= BACKOFF;
                        step <= REST;
                    end
                default:
                    if (rest == 0) step <= SEND;
                    else rest <= rest - 4'd1;
            endcase
        end
endmodule

module flash_chip #(parameter PROGRAM = 30) (
    input  wire        clk,
    input  wire        rst,
    input  wire        send,
    input  wire [15:0] block_data,
    output reg         ack,
    output reg         nack,
    output reg  [15:0] check
);
    reg [5:0] left;
    always @(posedge clk)
        if (rst) begin
            ack   <= 1'b0;
            nack  <= 1'b0;
            left  <= 6'd0;
            check <= 16'd0;
        end else begin
            ack  <= send && left == 0;
            nack <= send && left != 0;
            if (send && left == 0) begin
                left  <= PROGRAM;
                check <= check ^ block_data;
            end else if (left != 0) left <= left - 6'd1;
        end
endmodule

module nack_retry #(parameter BACKOFF = 4, parameter PROGRAM = 30) (
    input  wire        clk,
    input  wire        rst,
    output wire        written,
    output wire [15:0] check
);
    wire send, ack, nack;
    wire [15:0] block_data;
    block_writer #(.BACKOFF(BACKOFF)) writer (.clk(clk), .rst(rst), .send(send), .block_data(block_data), .ack(ack), .nack(nack), .written(written));
    flash_chip #(.PROGRAM(PROGRAM)) flash (.clk(clk), .rst(rst), .send(send), .block_data(block_data), .ack(ack), .nack(nack), .check(check));
endmodule
