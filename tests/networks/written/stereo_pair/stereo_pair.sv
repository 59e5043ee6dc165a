// SPDX-License-Identifier: Apache-2.0
// A stereo effect: a sample goes to a filter for the left ear and to one for the right, and the two results are put together
// again. Both filters take the same time.
module splitter (
    input  logic        clk,
    input  logic        rst,
    input  logic        frame_send,
    output logic        frame_take,
    input  logic [23:0] frame,
    output logic        left_send,
    input  logic        left_take,
    output logic [11:0] left,
    output logic        right_send,
    input  logic        right_take,
    output logic [11:0] right
);
    logic left_given, right_given;
    wire left_ok  = left_given || left_take;
    wire right_ok = right_given || right_take;
    assign {left, right} = frame;
    assign left_send     = frame_send && !left_given;
    assign right_send    = frame_send && !right_given;
    assign frame_take    = frame_send && left_ok && right_ok;
    always_ff @(posedge clk)
        if (rst) {left_given, right_given} <= 2'b00;
        else if (frame_take) {left_given, right_given} <= 2'b00;
        else if (frame_send) {left_given, right_given} <= {left_ok, right_ok};
endmodule

// A resonator that is computed term by term.
module ear_filter #(parameter int TERMS = 8, parameter logic [11:0] GAIN = 12'd5) (
    input  logic        clk,
    input  logic        rst,
    input  logic        in_send,
    output logic        in_take,
    input  logic [11:0] in,
    output logic        out_send,
    input  logic        out_take,
    output logic [11:0] out
);
    logic [3:0]  terms;
    logic        full;
    logic [11:0] former;
    assign in_take  = !full;
    assign out_send = full && terms == 0;
    always_ff @(posedge clk)
        if (rst) begin
            full   <= 1'b0;
            terms  <= '0;
            former <= '0;
        end else if (in_send && in_take) begin
            full   <= 1'b1;
            terms  <= 4'(TERMS);
            out    <= in * GAIN + former;
            former <= in;
        end else if (terms != 0) terms <= terms - 4'd1;
        else if (out_take) full <= 1'b0;
endmodule

// Both at once, and a dither that takes a few cycles.
module combiner #(parameter int DITHER = 3) (
    input  logic        clk,
    input  logic        rst,
    input  logic        left_send,
    output logic        left_take,
    input  logic [11:0] left,
    input  logic        right_send,
    output logic        right_take,
    input  logic [11:0] right,
    output logic        mix_send,
    output logic [23:0] mix
);
    logic [2:0] dither;
    wire both = left_send && right_send && dither == 0;
    assign left_take  = both;
    assign right_take = both;
    assign mix_send   = dither == 3'd1;
    always_ff @(posedge clk)
        if (rst) dither <= '0;
        else if (both) begin
            dither <= 3'(DITHER);
            mix    <= {left, right};
        end else if (dither != 0) dither <= dither - 3'd1;
endmodule

module stereo_pair #(parameter int LEFT = 8, parameter int RIGHT = 8, parameter int DITHER = 3) (
    input  logic        clk,
    input  logic        rst,
    input  logic        frame_send,
    output logic        frame_take,
    input  logic [23:0] frame,
    output logic        mix_send,
    output logic [23:0] mix
);
    logic l_send, l_take, r_send, r_take, lf_send, lf_take, rf_send, rf_take;
    logic [11:0] l, r, lf, rf;
    splitter split (.clk, .rst, .frame_send, .frame_take, .frame, .left_send(l_send), .left_take(l_take), .left(l), .right_send(r_send), .right_take(r_take), .right(r));
    ear_filter #(.TERMS(LEFT), .GAIN(12'd5)) left_ear (.clk, .rst, .in_send(l_send), .in_take(l_take), .in(l), .out_send(lf_send), .out_take(lf_take), .out(lf));
    ear_filter #(.TERMS(RIGHT), .GAIN(12'd7)) right_ear (.clk, .rst, .in_send(r_send), .in_take(r_take), .in(r), .out_send(rf_send), .out_take(rf_take), .out(rf));
    combiner #(.DITHER(DITHER)) join_ears (.clk, .rst, .left_send(lf_send), .left_take(lf_take), .left(lf), .right_send(rf_send), .right_take(rf_take), .right(rf), .mix_send, .mix);
endmodule
