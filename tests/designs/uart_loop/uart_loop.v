// SPDX-License-Identifier: Apache-2.0
// A transmitter and a receiver joined by the serial line. The word-size selector is a register
// compared with constants and loaded with constants, but never decides about itself: it is no
// state machine.

module uart_loop #(
    parameter DIVISOR = 8
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       config_write,
    input  wire [3:0] config_bits,
    input  wire [7:0] in_data,
    input  wire       in_vld,
    output wire       in_rdy,
    output wire [7:0] out_data,
    output wire       out_vld,
    input  wire       out_rdy,
    output wire       overrun
);
    localparam [1:0] WORD_5 = 2'b00, WORD_6 = 2'b01, WORD_7 = 2'b10, WORD_8 = 2'b11;

    reg [1:0] word_size;
    reg [2:0] last_bit;
    wire      serial;

    always @(posedge clk) begin
        if (rst) word_size <= WORD_8;
        else if (config_write) begin
            case (config_bits)
                4'd5:    word_size <= WORD_5;
                4'd6:    word_size <= WORD_6;
                4'd7:    word_size <= WORD_7;
                default: word_size <= WORD_8;
            endcase
        end
    end

    always @* begin
        case (word_size)
            WORD_5:  last_bit = 3'd4;
            WORD_6:  last_bit = 3'd5;
            WORD_7:  last_bit = 3'd6;
            default: last_bit = 3'd7;
        endcase
    end

    uart_tx #(.DIVISOR(DIVISOR)) u_tx (
        .clk(clk), .rst(rst), .last_bit(last_bit),
        .in_data(in_data), .in_vld(in_vld), .in_rdy(in_rdy), .txd(serial)
    );

    uart_rx #(.DIVISOR(DIVISOR)) u_rx (
        .clk(clk), .rst(rst), .last_bit(last_bit), .rxd(serial),
        .out_data(out_data), .out_vld(out_vld), .out_rdy(out_rdy), .overrun(overrun)
    );
endmodule
