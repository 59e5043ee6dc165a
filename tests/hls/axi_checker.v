// SPDX-License-Identifier: Apache-2.0
// Watches an AXI4 port, from the master's side or beside it, and counts what the protocol forbids. It drives nothing.
//
// Of the master: no request in reset; valid and everything beside it stay until ready; addresses are aligned, bursts INCR, of whole
// words, no longer than BURST, and stay in their page of 4096 bytes; as many beats of data as the address says, the last one marked,
// whichever comes first. Of the slave: responses answer what was asked, a write's after its last beat, a read's beats in number.
module axi_checker #(
    parameter BYTES = 4,
    parameter BURST = 256
) (
    input wire clk,
    input wire rst,
    input wire awvalid,
    input wire awready,
    input wire [63:0] awaddr,
    input wire [7:0] awlen,
    input wire [2:0] awsize,
    input wire [1:0] awburst,
    input wire wvalid,
    input wire wready,
    input wire [BYTES*8-1:0] wdata,
    input wire [BYTES-1:0] wstrb,
    input wire wlast,
    input wire bvalid,
    input wire bready,
    input wire arvalid,
    input wire arready,
    input wire [63:0] araddr,
    input wire [7:0] arlen,
    input wire [2:0] arsize,
    input wire [1:0] arburst,
    input wire rvalid,
    input wire rready
);
    integer wrong = 0;
    task complain(input [8*24:1] what); begin $display("AXI4: %0s at %0t in %m", what, $time); wrong = wrong + 1; end endtask

    task check_burst(input [63:0] at, input [7:0] len, input [2:0] size, input [1:0] kind); begin
        if ((at & (BYTES - 1)) != 0) complain("not aligned");
        if ((1 << size) != BYTES) complain("not of whole words");
        if (kind != 1) complain("not INCR");
        if (len >= BURST) complain("too long");
        if (at[11:0] + (len + 1) * BYTES > 4096) complain("leaves its page");
    end endtask

    // Of each channel: whether it waits for ready, and with what.
    reg aw_waits = 0, w_waits = 0, ar_waits = 0, b_waits = 0, r_waits = 0;
    reg [76:0] aw, ar;
    reg [BYTES*9:0] w;
    // Lengths of bursts of writes whose data is not complete, and lengths of data whose address has not come.
    reg [8:0] due [0:255], early [0:255];
    integer addresses = 0, ends = 0, beats = 0, responses = 0, words_asked = 0, words_answered = 0;

    task match(input integer burst); begin
        if (due[burst % 256] != early[burst % 256]) complain("wlast is wrong");
    end endtask

    always @(posedge clk) if (rst) begin
        {aw_waits, w_waits, ar_waits, b_waits, r_waits} = 0;
        addresses = 0; ends = 0; beats = 0; responses = 0; words_asked = 0; words_answered = 0;
        if (awvalid || wvalid || arvalid) complain("valid in reset");
    end else begin
        if ((^{awvalid, wvalid, arvalid, bready, rready}) === 1'bx) complain("unknown");
        if (aw_waits && (!awvalid || {awburst, awsize, awlen, awaddr} != aw)) complain("AW changed");
        if (w_waits && (!wvalid || {wlast, wstrb, wdata} != w)) complain("W changed");
        if (ar_waits && (!arvalid || {arburst, arsize, arlen, araddr} != ar)) complain("AR changed");
        if (b_waits && !bvalid) complain("B withdrawn");
        if (r_waits && !rvalid) complain("R withdrawn");
        aw_waits = awvalid && !awready; w_waits = wvalid && !wready; ar_waits = arvalid && !arready;
        b_waits = bvalid && !bready; r_waits = rvalid && !rready;
        aw = {awburst, awsize, awlen, awaddr}; w = {wlast, wstrb, wdata}; ar = {arburst, arsize, arlen, araddr};
        if (bvalid && bready) begin
            if (responses >= addresses || responses >= ends) complain("B for nothing");
            responses = responses + 1;
        end
        if (rvalid && rready) begin
            if (words_answered >= words_asked) complain("R for nothing");
            words_answered = words_answered + 1;
        end
        if (awvalid && awready) begin
            check_burst(awaddr, awlen, awsize, awburst);
            due[addresses % 256] = awlen + 1; addresses = addresses + 1;
            if (addresses <= ends) match(addresses - 1);
        end
        if (wvalid && wready) begin
            beats = beats + 1;
            if (wlast) begin
                early[ends % 256] = beats; ends = ends + 1; beats = 0;
                if (ends <= addresses) match(ends - 1);
            end
        end
        if (arvalid && arready) begin
            check_burst(araddr, arlen, arsize, arburst);
            words_asked = words_asked + arlen + 1;
        end
    end
endmodule
