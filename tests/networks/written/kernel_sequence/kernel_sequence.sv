// SPDX-License-Identifier: Apache-2.0
// One frame after the other: clear the sums, add up the histogram, find the peak. Each unit has start and done.
module clear_unit #(parameter int WORDS = 16) (
    input  logic       clk, rst, start,
    output logic       done,
    output logic       we,
    output logic [5:0] addr
);
    logic run;
    assign we = run;
    always_ff @(posedge clk) begin
        done <= 1'b0;
        if (rst) begin
            run  <= 1'b0;
            addr <= '0;
        end else if (start) begin
            run  <= 1'b1;
            addr <= '0;
        end else if (run) begin
            addr <= addr + 1'b1;
            if (addr == WORDS - 1) begin
                run  <= 1'b0;
                done <= 1'b1;
            end
        end
    end
endmodule

module sum_unit #(parameter int PIXELS = 64) (
    input  logic       clk, rst, start,
    output logic       done,
    output logic       inc,
    output logic [3:0] bin
);
    logic [6:0] left;
    logic [7:0] lfsr;
    assign bin = lfsr[3:0];
    assign inc = left != 0;
    always_ff @(posedge clk)
        if (rst) begin
            left <= '0;
            lfsr <= 8'h1d;
            done <= 1'b0;
        end else begin
            done <= left == 1;
            if (start) left <= PIXELS;
            else if (left != 0) begin
                left <= left - 1'b1;
                lfsr <= {lfsr[6:0], lfsr[7] ^ lfsr[5] ^ lfsr[4] ^ lfsr[3]};
            end
        end
endmodule

module peak_unit #(parameter int BINS = 16) (
    input  logic       clk, rst, start,
    output logic       done,
    output logic [3:0] addr,
    input  logic [7:0] count,
    output logic [3:0] peak
);
    enum logic [1:0] {READY, SEEK, LATCH} step;
    logic [7:0] best;
    assign done = step == LATCH;
    always_ff @(posedge clk)
        if (rst) begin
            step <= READY;
            addr <= '0;
            best <= '0;
            peak <= '0;
        end else case (step)
            READY: if (start) begin
                addr <= '0;
                best <= '0;
                step <= SEEK;
            end
            SEEK: begin
                if (count > best) begin
                    best <= count;
                    peak <= addr;
                end
                addr <= addr + 1'b1;
                if (addr == BINS - 1) step <= LATCH;
            end
            default: step <= READY;
        endcase
endmodule

module frame_control (
    input  logic clk, rst,
    output logic clear_start, sum_start, peak_start,
    input  logic clear_done, sum_done, peak_done,
    output logic frame
);
    enum logic [2:0] {CALL_CLEAR, WAIT_CLEAR, CALL_SUM, WAIT_SUM, CALL_PEAK, WAIT_PEAK} at;
    assign clear_start = at == CALL_CLEAR;
    assign sum_start   = at == CALL_SUM;
    assign peak_start  = at == CALL_PEAK;
    assign frame       = at == WAIT_PEAK && peak_done;
    always_ff @(posedge clk)
        if (rst) at <= CALL_CLEAR;
        else case (at)
            CALL_CLEAR: at <= WAIT_CLEAR;
            WAIT_CLEAR: if (clear_done) at <= CALL_SUM;
            CALL_SUM:   at <= WAIT_SUM;
            WAIT_SUM:   if (sum_done) at <= CALL_PEAK;
            CALL_PEAK:  at <= WAIT_PEAK;
            default:    if (peak_done) at <= CALL_CLEAR;
        endcase
endmodule

module kernel_sequence #(parameter int PIXELS = 64, parameter int WORDS = 16, parameter int BINS = 16) (
    input  logic       clk, rst,
    output logic       frame,
    output logic [3:0] peak
);
    logic clear_start, clear_done, sum_start, sum_done, peak_start, peak_done, we, inc;
    logic [5:0] clear_addr;
    logic [3:0] bin, seek_addr;
    logic [7:0] histogram[0:15];
    frame_control u_control (.*);
    clear_unit #(WORDS) u_clear (.clk, .rst, .start(clear_start), .done(clear_done), .we, .addr(clear_addr));
    sum_unit #(PIXELS) u_sum (.clk, .rst, .start(sum_start), .done(sum_done), .inc, .bin);
    peak_unit #(BINS) u_peak (.clk, .rst, .start(peak_start), .done(peak_done), .addr(seek_addr), .count(histogram[seek_addr]), .peak);
    always_ff @(posedge clk)
        if (we) histogram[clear_addr[3:0]] <= '0;
        else if (inc) histogram[bin] <= histogram[bin] + 1'b1;
endmodule
