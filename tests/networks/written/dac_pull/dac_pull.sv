// SPDX-License-Identifier: Apache-2.0
// A sound chip: notes are made, shaped, and handed to a converter that asks for a sample when it is time.
module oscillator (
    input  logic        clk,
    input  logic        reset,
    input  logic        next,
    output logic        tone_ok,
    output logic [15:0] tone
);
    logic [2:0] n;
    assign tone_ok = n == 0;
    always_ff @(posedge clk)
        if (reset) begin
            n    <= 3'd3;
            tone <= '0;
        end else if (n != 0) begin
            n    <= n - 1'b1;
            tone <= tone + 16'h0123;
        end else if (next) n <= 3'd3;
endmodule

module envelope #(parameter int SHAPE = 6) (
    input  logic        clk,
    input  logic        reset,
    output logic        next,
    input  logic        tone_ok,
    input  logic [15:0] tone,
    output logic        sample_ok,
    input  logic        sample_next,
    output logic [15:0] sample
);
    localparam FETCH = 2'd0, SHAPING = 2'd1, OFFER = 2'd2;
    logic [1:0] st;
    logic [3:0] n;
    assign next      = st == FETCH;
    assign sample_ok = st == OFFER;
    always_ff @(posedge clk)
        if (reset) begin
            st     <= FETCH;
            n      <= '0;
            sample <= '0;
        end else if (st == FETCH) begin
            if (tone_ok) begin
                st     <= SHAPING;
                sample <= tone;
                n      <= '0;
            end
        end else if (st == SHAPING) begin
            sample <= sample - (sample >> 5);
            n      <= n + 1'b1;
            if (n == SHAPE - 1) st <= OFFER;
        end else if (sample_next) st <= FETCH;
endmodule

module dac_pull #(parameter int SHAPE = 6) (
    input  logic        clk,
    input  logic        reset,
    input  logic        dac_ask,
    output logic        dac_ok,
    output logic [15:0] dac_sample
);
    logic next, tone_ok;
    logic [15:0] tone;
    oscillator osc (.clk, .reset, .next, .tone_ok, .tone);
    envelope #(.SHAPE(SHAPE)) env (.clk, .reset, .next, .tone_ok, .tone, .sample_ok(dac_ok), .sample_next(dac_ask), .sample(dac_sample));
endmodule
