// SPDX-License-Identifier: Apache-2.0
// A fast counter front end hands readings to a display driver in a slower clock domain.
module front_end #(parameter EVERY = 8) (
    input  wire       clk,
    input  wire       rst_n,
    output wire       put,
    output reg  [7:0] reading,
    input  wire       full
);
    reg [5:0] wait_count;
    assign put = wait_count == 0;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            wait_count <= EVERY;
            reading    <= 8'd0;
        end else if (put && !full) begin
            wait_count <= EVERY;
            reading    <= reading + 8'd3;
        end else if (wait_count != 0) wait_count <= wait_count - 6'd1;
endmodule

module display_driver #(parameter SEGMENTS = 6) (
    input  wire       clk,
    input  wire       rst_n,
    output wire       get,
    input  wire [7:0] reading,
    input  wire       empty,
    output reg        shown,
    output reg  [7:0] segments
);
    localparam FETCH = 1'b0, SHIFT = 1'b1;
    reg       drive;
    reg [3:0] n;
    assign get = drive == FETCH && !empty;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            drive    <= FETCH;
            n        <= 4'd0;
            shown    <= 1'b0;
            segments <= 8'd0;
        end else begin
            shown <= 1'b0;
            case (drive)
                FETCH: if (!empty) begin
                    segments <= reading;
                    n        <= 4'd0;
                    drive    <= SHIFT;
                end
                SHIFT: begin
                    segments <= {segments[6:0], segments[7]};
                    n        <= n + 4'd1;
                    if (n == SEGMENTS - 1) begin
                        shown <= 1'b1;
                        drive <= FETCH;
                    end
                end
            endcase
        end
endmodule

module clock_bridge #(parameter EVERY = 8, parameter SEGMENTS = 6, parameter LOG2 = 3) (
    input  wire       fast_clk,
    input  wire       fast_rst_n,
    input  wire       slow_clk,
    input  wire       slow_rst_n,
    output wire       shown,
    output wire [7:0] segments
);
    wire put, full, get, empty;
    wire [7:0] reading, crossed;
    front_end #(.EVERY(EVERY)) front (.clk(fast_clk), .rst_n(fast_rst_n), .put(put), .reading(reading), .full(full));
    async_fifo #(.LOG2(LOG2)) bridge (
        .wclk(fast_clk), .wrst_n(fast_rst_n), .winc(put), .wdata(reading), .wfull(full),
        .rclk(slow_clk), .rrst_n(slow_rst_n), .rinc(get), .rdata(crossed), .rempty(empty));
    display_driver #(.SEGMENTS(SEGMENTS)) display (
        .clk(slow_clk), .rst_n(slow_rst_n), .get(get), .reading(crossed), .empty(empty), .shown(shown), .segments(segments));
endmodule
