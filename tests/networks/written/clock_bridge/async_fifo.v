// SPDX-License-Identifier: Apache-2.0
// A FIFO between two clocks: Gray coded pointers, two synchroniser flops each way.
module async_fifo #(parameter WIDTH = 8, parameter LOG2 = 3) (
    input  wire             wclk,
    input  wire             wrst_n,
    input  wire             winc,
    input  wire [WIDTH-1:0] wdata,
    output reg              wfull,
    input  wire             rclk,
    input  wire             rrst_n,
    input  wire             rinc,
    output wire [WIDTH-1:0] rdata,
    output reg              rempty
);
    reg [WIDTH-1:0] mem[0:(1<<LOG2)-1];
    reg [LOG2:0] wbin, wptr, rbin, rptr;
    reg [LOG2:0] wq1_rptr, wq2_rptr, rq1_wptr, rq2_wptr;
    wire [LOG2:0] wbin_next  = wbin + (winc & ~wfull);
    wire [LOG2:0] wgray_next = (wbin_next >> 1) ^ wbin_next;
    wire [LOG2:0] rbin_next  = rbin + (rinc & ~rempty);
    wire [LOG2:0] rgray_next = (rbin_next >> 1) ^ rbin_next;
    assign rdata = mem[rbin[LOG2-1:0]];
    always @(posedge wclk) if (winc & ~wfull) mem[wbin[LOG2-1:0]] <= wdata;
    always @(posedge wclk or negedge wrst_n)
        if (!wrst_n) {wbin, wptr, wfull} <= 0;
        else begin
            wbin  <= wbin_next;
            wptr  <= wgray_next;
            wfull <= wgray_next == {~wq2_rptr[LOG2:LOG2-1], wq2_rptr[LOG2-2:0]};
        end
    always @(posedge wclk or negedge wrst_n)
        if (!wrst_n) {wq2_rptr, wq1_rptr} <= 0;
        else {wq2_rptr, wq1_rptr} <= {wq1_rptr, rptr};
    always @(posedge rclk or negedge rrst_n)
        if (!rrst_n) begin
            rbin   <= 0;
            rptr   <= 0;
            rempty <= 1'b1;
        end else begin
            rbin   <= rbin_next;
            rptr   <= rgray_next;
            rempty <= rgray_next == rq2_wptr;
        end
    always @(posedge rclk or negedge rrst_n)
        if (!rrst_n) {rq2_wptr, rq1_wptr} <= 0;
        else {rq2_wptr, rq1_wptr} <= {rq1_wptr, wptr};
endmodule
