// SPDX-License-Identifier: Apache-2.0
// A file is decompressed and drawn. Its first part is packed tightly, so that unpacking takes long; its last part is
// full of colours, so that drawing takes long.
module unpacker #(parameter int HARD = 24, parameter int EASY = 4, parameter int UNTIL = 150) (
    input  logic        clk,
    input  logic        rst,
    input  logic        src_rdy,
    output logic        dst_rdy,
    input  logic [15:0] code,
    output logic        out_src_rdy,
    input  logic        out_dst_rdy,
    output logic [15:0] pixel
);
    enum logic [1:0] {EMPTY, UNPACK, FULL} state;
    logic [5:0] left;
    assign dst_rdy     = state == EMPTY;
    assign out_src_rdy = state == FULL;
    always_ff @(posedge clk)
        if (rst) begin
            state <= EMPTY;
            left  <= '0;
            pixel <= '0;
        end else case (state)
            EMPTY: if (src_rdy) begin
                left  <= code < UNTIL ? HARD : EASY;
                pixel <= code;
                state <= UNPACK;
            end
            UNPACK: begin
                left <= left - 1'b1;
                if (left == 1) state <= FULL;
            end
            default: if (out_dst_rdy) state <= EMPTY;
        endcase
endmodule

module painter #(parameter int PLAIN = 5, parameter int COLOURED = 21, parameter int FROM = 150) (
    input  logic        clk,
    input  logic        rst,
    input  logic        src_rdy,
    output logic        dst_rdy,
    input  logic [15:0] pixel,
    output logic        painted
);
    enum logic [1:0] {WAIT, PAINT, SHOW} state;
    logic [5:0] left;
    assign dst_rdy = state == WAIT;
    assign painted = state == SHOW;
    always_ff @(posedge clk)
        if (rst) begin
            state <= WAIT;
            left  <= '0;
        end else case (state)
            WAIT: if (src_rdy) begin
                left  <= pixel < FROM ? PLAIN : COLOURED;
                state <= PAINT;
            end
            PAINT: begin
                left <= left - 1'b1;
                if (left == 1) state <= SHOW;
            end
            default: state <= WAIT;
        endcase
endmodule

module moving_phases #(parameter int HARD = 24, parameter int COLOURED = 21) (
    input  logic        clk,
    input  logic        rst,
    input  logic        src_rdy,
    output logic        dst_rdy,
    input  logic [15:0] code,
    output logic        painted
);
    logic pix_src_rdy, pix_dst_rdy;
    logic [15:0] pixel;
    unpacker #(.HARD(HARD)) u_unpack (.clk, .rst, .src_rdy, .dst_rdy, .code, .out_src_rdy(pix_src_rdy), .out_dst_rdy(pix_dst_rdy), .pixel);
    painter #(.COLOURED(COLOURED)) u_paint (.clk, .rst, .src_rdy(pix_src_rdy), .dst_rdy(pix_dst_rdy), .pixel, .painted);
endmodule
