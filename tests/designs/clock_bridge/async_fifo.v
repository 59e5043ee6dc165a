// SPDX-License-Identifier: Apache-2.0
// FIFO between two clocks: gray-coded pointers, each brought to the other side by two registers.

module async_fifo #(
    parameter DSIZE = 8,
    parameter ASIZE = 3
) (
    input  wire             wclk,
    input  wire             wrst_n,
    input  wire             winc,
    input  wire [DSIZE-1:0] wdata,
    output reg              wfull,
    input  wire             rclk,
    input  wire             rrst_n,
    input  wire             rinc,
    output wire [DSIZE-1:0] rdata,
    output reg              rempty
);
    reg  [DSIZE-1:0] mem [0:(1<<ASIZE)-1];
    reg  [ASIZE:0]   wbin, wgray, rbin, rgray;
    reg  [ASIZE:0]   wgray_r1, wgray_r2, rgray_w1, rgray_w2;

    wire [ASIZE:0]   wbin_next  = wbin + (winc & ~wfull);
    wire [ASIZE:0]   wgray_next = (wbin_next >> 1) ^ wbin_next;
    wire [ASIZE:0]   rbin_next  = rbin + (rinc & ~rempty);
    wire [ASIZE:0]   rgray_next = (rbin_next >> 1) ^ rbin_next;

    assign rdata = mem[rbin[ASIZE-1:0]];

    always @(posedge wclk) if (winc && !wfull) mem[wbin[ASIZE-1:0]] <= wdata;

    always @(posedge wclk or negedge wrst_n) begin
        if (!wrst_n) begin
            wbin     <= 0;
            wgray    <= 0;
            wfull    <= 1'b0;
            rgray_w1 <= 0;
            rgray_w2 <= 0;
        end else begin
            wbin     <= wbin_next;
            wgray    <= wgray_next;
            wfull    <= wgray_next == {~rgray_w2[ASIZE:ASIZE-1], rgray_w2[ASIZE-2:0]};
            rgray_w1 <= rgray;
            rgray_w2 <= rgray_w1;
        end
    end

    always @(posedge rclk or negedge rrst_n) begin
        if (!rrst_n) begin
            rbin     <= 0;
            rgray    <= 0;
            rempty   <= 1'b1;
            wgray_r1 <= 0;
            wgray_r2 <= 0;
        end else begin
            rbin     <= rbin_next;
            rgray    <= rgray_next;
            rempty   <= rgray_next == wgray_r2;
            wgray_r1 <= wgray;
            wgray_r2 <= wgray_r1;
        end
    end
endmodule
