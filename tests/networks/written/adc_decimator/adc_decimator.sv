// SPDX-License-Identifier: Apache-2.0
// A converter gives a sample when it has one; nothing can hold it up. A comb filter and a decimator always keep up.
module comb_filter (
    input  logic               clk,
    input  logic               rst,
    input  logic               sample_en,
    input  logic signed [15:0] sample,
    output logic               comb_en,
    output logic signed [15:0] comb
);
    logic signed [15:0] delay;
    always_ff @(posedge clk)
        if (rst) begin
            comb_en <= 1'b0;
            delay   <= '0;
            comb    <= '0;
        end else begin
            comb_en <= sample_en;
            if (sample_en) begin
                comb  <= sample - delay;
                delay <= sample;
            end
        end
endmodule

module decimator #(parameter int RATIO = 4) (
    input  logic               clk,
    input  logic               rst,
    input  logic               in_en,
    input  logic signed [15:0] in_sample,
    output logic               out_valid,
    input  logic               out_ready,
    output logic signed [15:0] out_sample
);
    logic [3:0] phase;
    always_ff @(posedge clk)
        if (rst) begin
            phase      <= '0;
            out_valid  <= 1'b0;
            out_sample <= '0;
        end else begin
            if (out_ready) out_valid <= 1'b0;
            if (in_en) begin
                phase <= phase == RATIO - 1 ? '0 : phase + 1'b1;
                if (phase == RATIO - 1) begin
                    out_valid  <= 1'b1;
                    out_sample <= in_sample;
                end
            end
        end
endmodule

module level_meter #(parameter int STEPS = 8) (
    input  logic               clk,
    input  logic               rst,
    input  logic               in_valid,
    output logic               in_ready,
    input  logic signed [15:0] in_sample,
    output logic               level_valid,
    output logic [15:0]        level
);
    typedef enum logic {LISTEN, SQUARE} meter_t;
    meter_t meter;
    logic [4:0] step;
    assign in_ready = meter == LISTEN;
    always_ff @(posedge clk)
        if (rst) begin
            meter       <= LISTEN;
            step        <= '0;
            level_valid <= 1'b0;
            level       <= '0;
        end else begin
            level_valid <= 1'b0;
            case (meter)
                LISTEN: if (in_valid) begin
                    meter <= SQUARE;
                    level <= in_sample;
                    step  <= '0;
                end
                SQUARE: begin
                    level <= level + (level >> 3);
                    step  <= step + 1'b1;
                    if (step == STEPS - 1) begin
                        meter       <= LISTEN;
                        level_valid <= 1'b1;
                    end
                end
            endcase
        end
endmodule

module adc_decimator #(parameter int STEPS = 8) (
    input  logic               clk,
    input  logic               rst,
    input  logic               adc_en,
    input  logic signed [15:0] adc_sample,
    output logic               level_valid,
    output logic [15:0]        level
);
    logic comb_en, slow_valid, slow_ready;
    logic signed [15:0] comb, slow;
    comb_filter u_comb (.clk, .rst, .sample_en(adc_en), .sample(adc_sample), .comb_en, .comb);
    decimator u_decimator (.clk, .rst, .in_en(comb_en), .in_sample(comb), .out_valid(slow_valid), .out_ready(slow_ready), .out_sample(slow));
    level_meter #(.STEPS(STEPS)) u_meter (.clk, .rst, .in_valid(slow_valid), .in_ready(slow_ready), .in_sample(slow), .level_valid, .level);
endmodule
