// SPDX-License-Identifier: Apache-2.0
`timescale 1ns/1ps
// Random reads and writes through hls_axi into an AXI4 memory that takes and answers when it likes: every read must
// bring what the requests before it wrote. Channels are watched: valid stays, and nothing changes, until ready.
module axi;
    parameter CASES = 4000;
    localparam BYTES = 8, WORDS = 16;
    reg clk = 0, rst = 1;
    always #5 clk = !clk;
    integer seed = 3, asked = 0, answered = 0, wrong = 0, i;

    reg req_valid = 0, req_write = 0;
    reg [31:0] req_addr = 0;
    reg [63:0] req_data = 0;
    reg [7:0] req_strb = 0;
    wire req_ready, resp_valid, error;
    wire [63:0] resp_data;
    wire awvalid, wvalid, arvalid, bready, rready, awid, arid, wlast;
    wire [63:0] awaddr, araddr, wdata;
    wire [7:0] awlen, arlen, wstrb;
    wire [2:0] awsize, arsize;
    wire [1:0] awburst, arburst;
    reg awready = 0, wready = 0, arready = 0, bvalid = 0, rvalid = 0;
    reg [63:0] rdata = 0;

    hls_axi #(.DATA(64), .READS_LOG2(2), .BASE(64'h1_0000_0000)) dut (.clk_i(clk), .rst_i(rst), .error_o(error),
        .req_valid_i(req_valid), .req_ready_o(req_ready), .req_write_i(req_write), .req_addr_i(req_addr),
        .req_data_i(req_data), .req_strb_i(req_strb), .resp_valid_o(resp_valid), .resp_ready_i(1'b1),
        .resp_data_o(resp_data), .m_axi_awvalid(awvalid), .m_axi_awready(awready), .m_axi_awid(awid),
        .m_axi_awaddr(awaddr), .m_axi_awlen(awlen), .m_axi_awsize(awsize), .m_axi_awburst(awburst),
        .m_axi_wvalid(wvalid), .m_axi_wready(wready), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb), .m_axi_wlast(wlast),
        .m_axi_bvalid(bvalid), .m_axi_bready(bready), .m_axi_bresp(2'b00), .m_axi_arvalid(arvalid),
        .m_axi_arready(arready), .m_axi_arid(arid), .m_axi_araddr(araddr), .m_axi_arlen(arlen), .m_axi_arsize(arsize),
        .m_axi_arburst(arburst), .m_axi_rvalid(rvalid), .m_axi_rready(rready), .m_axi_rdata(rdata), .m_axi_rresp(2'b00));

    // What the port must see, in the order of its requests.
    reg [63:0] expected [0:WORDS-1];
    reg [63:0] due [0:255];

    // The memory: an address and data that were taken are written some time later, then it answers. A read looks
    // at its word when it is answered, as late as it may.
    reg [63:0] words [0:WORDS-1];
    reg [63:0] queue [0:255];
    reg [63:0] write_address, write_data, at;
    reg [7:0] write_strobe;
    reg has_address = 0, has_data = 0;
    integer first = 0, last = 0;
    reg was_aw = 0, was_w = 0, was_ar = 0;
    reg [63:0] old_aw, old_w, old_ar;
    function [0:0] sometimes(input integer of); sometimes = $unsigned($random(seed)) % of == 0; endfunction

    task complain(input [8*30:1] what); begin $display("%0s at %0t", what, $time); wrong = wrong + 1; end endtask

    initial for (i = 0; i < WORDS; i = i + 1) begin words[i] = i; expected[i] = i; end

    always @(posedge clk) if (!rst) begin
        if (was_aw && (!awvalid || awaddr != old_aw)) complain("AW changed");
        if (was_w && (!wvalid || wdata != old_w)) complain("W changed");
        if (was_ar && (!arvalid || araddr != old_ar)) complain("AR changed");
        was_aw = awvalid && !awready; was_w = wvalid && !wready; was_ar = arvalid && !arready;
        old_aw = awaddr; old_w = wdata; old_ar = araddr;
        if (awvalid && awaddr[2:0] != 0) complain("not aligned");
        if (awvalid && (awlen != 0 || awsize != 3 || awburst != 1)) complain("not one beat");
        // The memory.
        if (awvalid && awready) begin write_address = awaddr; has_address = 1; end
        if (wvalid && wready) begin write_data = wdata; write_strobe = wstrb; has_data = 1; if (!wlast) complain("not last"); end
        if (arvalid && arready) begin
            if (araddr[63:32] != 1) complain("no base");
            queue[last % 256] = araddr;
            last = last + 1;
        end
        if (rvalid && rready) first = first + 1;
        bvalid <= 0;
        if (has_address && has_data && sometimes(3)) begin
            for (i = 0; i < 8; i = i + 1)
                if (write_strobe[i]) words[write_address[6:3]][i*8 +: 8] = write_data[i*8 +: 8];
            bvalid <= 1; has_address = 0; has_data = 0;
        end
        if (!rvalid || rready) begin rvalid <= first != last && sometimes(5); at = queue[first % 256]; rdata <= words[at[6:3]]; end
        awready <= sometimes(2); wready <= sometimes(2); arready <= sometimes(2);
        // The kernel.
        if (resp_valid) begin
            if (resp_data !== due[answered % 256]) complain("wrong data");
            answered = answered + 1;
        end
        if (req_valid && req_ready) begin
            if (req_write) begin
                for (i = 0; i < 8; i = i + 1)
                    if (req_strb[i]) expected[req_addr[6:3]][i*8 +: 8] = req_data[i*8 +: 8];
            end else begin due[asked % 256] = expected[req_addr[6:3]]; asked = asked + 1; end
        end
        if (!req_valid || req_ready) begin
            req_valid <= sometimes(2) || sometimes(2); req_write <= sometimes(3);
            req_addr <= $unsigned($random(seed)) % (WORDS * BYTES); req_data <= {$random(seed), $random(seed)};
            req_strb <= $random(seed);
        end
    end
    initial begin
        #25 rst = 0;
        while (answered < CASES && wrong == 0) @(posedge clk);
        $display("%0d reads answered, %0d wrong%0s", answered, wrong, error ? ", error" : "");
        $finish;
    end
    initial #(CASES * 1000) begin $display("it hangs"); $finish; end
endmodule
