// SPDX-License-Identifier: Apache-2.0
// Four channels of a modem share one module: an array of states, one machine for each, in a loop. Frames are
// dealt round to them, and a checksum unit takes what they decoded.
module frame_dealer #(parameter int N = 4) (
    input  logic         clk,
    input  logic         rst,
    input  logic         frame_valid,
    output logic         frame_ready,
    output logic [N-1:0] ch_valid,
    input  logic [N-1:0] ch_ready
);
    logic [1:0] turn;
    assign ch_valid    = frame_valid ? (4'd1 << turn) : 4'd0;
    assign frame_ready = ch_ready[turn];
    always_ff @(posedge clk)
        if (rst) turn <= '0;
        else if (frame_valid && frame_ready) turn <= turn + 1'b1;
endmodule

module decoders #(parameter int N = 4, parameter int DECODE = 40) (
    input  logic         clk,
    input  logic         rst,
    input  logic [N-1:0] in_valid,
    output logic [N-1:0] in_ready,
    output logic [N-1:0] out_valid,
    input  logic [N-1:0] out_ready
);
    localparam logic [1:0] FREE = 2'd0, DECODING = 2'd1, FULL = 2'd2;
    logic [1:0] state[N];
    logic [6:0] left[N];
    for (genvar g = 0; g < N; g++) begin : g_flags
        assign in_ready[g]  = state[g] == FREE;
        assign out_valid[g] = state[g] == FULL;
    end
    always_ff @(posedge clk)
        for (int i = 0; i < N; i++)
            if (rst) begin
                state[i] <= FREE;
                left[i]  <= '0;
            end else
                case (state[i])
                    FREE: if (in_valid[i]) begin
                        state[i] <= DECODING;
                        left[i]  <= DECODE;
                    end
                    DECODING: begin
                        left[i] <= left[i] - 1'b1;
                        if (left[i] == 1) state[i] <= FULL;
                    end
                    default: if (out_ready[i]) state[i] <= FREE;
                endcase
endmodule

module checksum #(parameter int N = 4, parameter int CYCLES = 4) (
    input  logic         clk,
    input  logic         rst,
    input  logic [N-1:0] in_valid,
    output logic [N-1:0] in_ready,
    output logic         good
);
    logic       busy;
    logic [3:0] left;
    logic [1:0] turn;
    assign in_ready = busy ? 4'd0 : (4'd1 << turn);
    assign good     = busy && left == 1;
    always_ff @(posedge clk)
        if (rst) begin
            busy <= 1'b0;
            left <= '0;
            turn <= '0;
        end else if (!busy) begin
            if (in_valid[turn]) begin
                busy <= 1'b1;
                left <= CYCLES;
                turn <= turn + 1'b1;
            end
        end else begin
            left <= left - 1'b1;
            if (left == 1) busy <= 1'b0;
        end
endmodule

module channel_array #(parameter int DECODE = 40, parameter int CYCLES = 4) (
    input  logic clk,
    input  logic rst,
    input  logic frame_valid,
    output logic frame_ready,
    output logic good
);
    logic [3:0] ch_valid, ch_ready, dec_valid, dec_ready;
    frame_dealer u_dealer (.clk, .rst, .frame_valid, .frame_ready, .ch_valid, .ch_ready);
    decoders #(.DECODE(DECODE)) u_decoders (.clk, .rst, .in_valid(ch_valid), .in_ready(ch_ready), .out_valid(dec_valid), .out_ready(dec_ready));
    checksum #(.CYCLES(CYCLES)) u_checksum (.clk, .rst, .in_valid(dec_valid), .in_ready(dec_ready), .good);
endmodule
