// SPDX-License-Identifier: Apache-2.0
// The receiver of a modem: bits come with a strobe when the line has one, are unscrambled, gathered to bytes behind a sync
// word, checked and put out. Nothing can hold the line up.
module unscrambler (
    input      clk,
    input      rst,
    input      line_stb,
    input      line_bit,
    output reg bit_stb,
    output reg bit_out
);
    reg [6:0] shift;
    always @(posedge clk)
        if (rst) begin
            shift   <= 7'h7f;
            bit_stb <= 1'b0;
        end else begin
            bit_stb <= line_stb;
            if (line_stb) begin
                shift   <= {shift[5:0], line_bit};
                bit_out <= line_bit ^ shift[3] ^ shift[6];
            end
        end
endmodule

module deframer (
    input            clk,
    input            rst,
    input            bit_stb,
    input            bit_in,
    output reg       byte_stb,
    output reg [7:0] byte_out
);
    localparam HUNT = 1'b0, LOCKED = 1'b1;
    reg       state;
    reg [7:0] shift;
    reg [2:0] count;
    wire [7:0] next = {shift[6:0], bit_in};
    always @(posedge clk)
        if (rst) begin
            state    <= HUNT;
            byte_stb <= 1'b0;
            shift    <= 8'd0;
            count    <= 3'd0;
        end else begin
            byte_stb <= 1'b0;
            if (bit_stb) begin
                shift <= next;
                case (state)
                    HUNT: if (next == 8'h7e) begin
                        state <= LOCKED;
                        count <= 3'd0;
                    end
                    LOCKED: begin
                        count <= count + 3'd1;
                        if (count == 3'd7) begin
                            byte_stb <= 1'b1;
                            byte_out <= next;
                        end
                    end
                endcase
            end
        end
endmodule

// Corrects a byte by trying what it could have been.
module corrector #(parameter TRIES = 12) (
    input            clk,
    input            rst,
    input            byte_stb,
    input      [7:0] byte_in,
    output reg       good_stb,
    output reg [7:0] good,
    output reg       overrun
);
    localparam [1:0] IDLE = 2'd0, TRY = 2'd1, EMIT = 2'd2;
    reg [1:0] state;
    reg [4:0] tries;
    reg [7:0] guess;
    always @(posedge clk)
        if (rst) begin
            state    <= IDLE;
            good_stb <= 1'b0;
            overrun  <= 1'b0;
        end else begin
            good_stb <= 1'b0;
            if (byte_stb && state != IDLE) overrun <= 1'b1;
            case (state)
                IDLE: if (byte_stb) begin
                    guess <= byte_in;
                    tries <= 5'd0;
                    state <= TRY;
                end
                TRY: begin
                    tries <= tries + 5'd1;
                    if (tries == TRIES - 1) state <= EMIT;
                end
                EMIT: begin
                    good     <= guess;
                    good_stb <= 1'b1;
                    state    <= IDLE;
                end
                default: state <= IDLE;
            endcase
        end
endmodule

module bit_modem #(parameter TRIES = 12) (
    input        clk,
    input        rst,
    input        line_stb,
    input        line_bit,
    output       good_stb,
    output [7:0] good,
    output       overrun
);
    wire bit_stb, bit_out, byte_stb;
    wire [7:0] byte_out;
    unscrambler u_scramble (.clk(clk), .rst(rst), .line_stb(line_stb), .line_bit(line_bit), .bit_stb(bit_stb), .bit_out(bit_out));
    deframer u_frame (.clk(clk), .rst(rst), .bit_stb(bit_stb), .bit_in(bit_out), .byte_stb(byte_stb), .byte_out(byte_out));
    corrector #(.TRIES(TRIES)) u_correct (.clk(clk), .rst(rst), .byte_stb(byte_stb), .byte_in(byte_out), .good_stb(good_stb), .good(good), .overrun(overrun));
endmodule
