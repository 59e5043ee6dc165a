// SPDX-License-Identifier: Apache-2.0
// Bytes are fetched from a USB chip's FIFO whenever it is not empty, decoded from hexadecimal, and added up.
module usb_fetch (
    input  wire       clk,
    input  wire       nrst,
    input  wire       usb_rxf_n,
    output wire       usb_rd_n,
    input  wire [7:0] usb_d,
    output reg        char_en,
    output reg  [7:0] char,
    input  wire       char_stop
);
    assign usb_rd_n = usb_rxf_n | char_stop;
    always @(posedge clk or negedge nrst)
        if (!nrst) begin
            char_en <= 1'b0;
            char    <= 8'd0;
        end else begin
            char_en <= !usb_rd_n;
            char    <= usb_d;
        end
endmodule

module hex_decoder (
    input  wire       clk,
    input  wire       nrst,
    input  wire       char_en,
    input  wire [7:0] char,
    output wire       char_stop,
    output reg        byte_en,
    output reg  [7:0] byte_value
);
    localparam HIGH = 1'b0, LOW = 1'b1;
    reg half;
    wire [3:0] nibble = char[6] ? char[3:0] + 4'd9 : char[3:0];
    assign char_stop = 1'b0;
    always @(posedge clk or negedge nrst)
        if (!nrst) begin
            half       <= HIGH;
            byte_en    <= 1'b0;
            byte_value <= 8'd0;
        end else begin
            byte_en <= 1'b0;
            if (char_en)
                case (half)
                    HIGH: begin
                        byte_value[7:4] <= nibble;
                        half            <= LOW;
                    end
                    LOW: begin
                        byte_value[3:0] <= nibble;
                        byte_en         <= 1'b1;
                        half            <= HIGH;
                    end
                endcase
        end
endmodule

module byte_adder (
    input  wire        clk,
    input  wire        nrst,
    input  wire        byte_en,
    input  wire [7:0]  byte_value,
    output reg  [15:0] total,
    output reg         total_en
);
    always @(posedge clk or negedge nrst)
        if (!nrst) begin
            total    <= 16'd0;
            total_en <= 1'b0;
        end else begin
            total_en <= byte_en;
            if (byte_en) total <= total + byte_value;
        end
endmodule

module external_fifo (
    input  wire        clk,
    input  wire        nrst,
    input  wire        usb_rxf_n,
    output wire        usb_rd_n,
    input  wire [7:0]  usb_d,
    output wire [15:0] total,
    output wire        total_en
);
    wire char_en, char_stop, byte_en;
    wire [7:0] char, byte_value;
    usb_fetch fetch (.clk(clk), .nrst(nrst), .usb_rxf_n(usb_rxf_n), .usb_rd_n(usb_rd_n), .usb_d(usb_d), .char_en(char_en), .char(char), .char_stop(char_stop));
    hex_decoder decoder (.clk(clk), .nrst(nrst), .char_en(char_en), .char(char), .char_stop(char_stop), .byte_en(byte_en), .byte_value(byte_value));
    byte_adder adder (.clk(clk), .nrst(nrst), .byte_en(byte_en), .byte_value(byte_value), .total(total), .total_en(total_en));
endmodule
