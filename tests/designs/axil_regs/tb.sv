// SPDX-License-Identifier: Apache-2.0
// Writes and reads registers at random, with slow answers now and then, against a model.
`timescale 1ns / 1ns

module tb;
    logic        aclk = 0, aresetn = 0;
    logic [11:0] s_axi_awaddr = 0, s_axi_araddr = 0;
    logic        s_axi_awvalid = 0, s_axi_awready, s_axi_wvalid = 0, s_axi_wready;
    logic [31:0] s_axi_wdata = 0, s_axi_rdata;
    logic [3:0]  s_axi_wstrb = 0;
    logic [1:0]  s_axi_bresp, s_axi_rresp;
    logic        s_axi_bvalid, s_axi_bready = 0, s_axi_arvalid = 0, s_axi_arready, s_axi_rvalid, s_axi_rready = 0;
    logic [31:0] model [0:15];
    logic [31:0] rng = 32'hfab1eaf1, value;
    logic [1:0]  response;
    int          errors = 0, i, b, n;

    always #5 aclk = ~aclk;

    axil_regs u_regs (.*);

    task step_rng;
        rng = rng ^ (rng << 13);
        rng = rng ^ (rng >> 17);
        rng = rng ^ (rng << 5);
    endtask

    // Signals are driven on the falling edge and looked at just before it.
    task write_word(input logic [11:0] address, input logic [31:0] data, input logic [3:0] strobe, input int delay);
        s_axi_awaddr  = address;
        s_axi_awvalid = 1;
        while (!s_axi_awready) @(negedge aclk);
        @(negedge aclk);
        s_axi_awvalid = 0;
        repeat (delay) @(negedge aclk);
        @(negedge aclk);
        s_axi_wdata  = data;
        s_axi_wstrb  = strobe;
        s_axi_wvalid = 1;
        while (!s_axi_wready) @(negedge aclk);
        @(negedge aclk);
        s_axi_wvalid = 0;
        repeat (delay) @(negedge aclk);
        @(negedge aclk);
        s_axi_bready = 1;
        while (!s_axi_bvalid) @(negedge aclk);
        response = s_axi_bresp;
        @(negedge aclk);
        s_axi_bready = 0;
    endtask

    task read_word(input logic [11:0] address, input int delay);
        s_axi_araddr  = address;
        s_axi_arvalid = 1;
        while (!s_axi_arready) @(negedge aclk);
        @(negedge aclk);
        s_axi_arvalid = 0;
        repeat (delay) @(negedge aclk);
        @(negedge aclk);
        s_axi_rready = 1;
        while (!s_axi_rvalid) @(negedge aclk);
        value    = s_axi_rdata;
        response = s_axi_rresp;
        @(negedge aclk);
        s_axi_rready = 0;
    endtask

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        for (i = 0; i < 16; i = i + 1) model[i] = 0;
        repeat (4) @(negedge aclk);
        aresetn = 1;
        for (n = 0; n < 400; n = n + 1) begin
            step_rng;
            i = {27'd0, rng[8:4]};
            if (rng[0]) begin
                write_word({5'd0, i[4:0], 2'b00}, rng * 7, rng[12:9], {30'd0, rng[14:13]});
                if (i < 16) for (b = 0; b < 4; b = b + 1) if (rng[9 + b]) model[i][8*b +: 8] = 8'((rng * 7) >> (8 * b));
            end else begin
                read_word({5'd0, i[4:0], 2'b00}, {30'd0, rng[14:13]});
                if (value !== (i < 16 ? model[i] : 32'hdeadbeef)) begin
                    errors = errors + 1;
                    $display("register %0d: got %h", i, value);
                end
            end
            if (response !== (i < 16 ? 2'b00 : 2'b10)) errors = errors + 1;
            repeat ({30'd0, rng[16:15]}) @(negedge aclk);
            @(negedge aclk);
        end
        if (errors == 0) $display("PASS accesses=%0d last=%h", n, model[7]);
        else $display("FAIL errors=%0d", errors);
        $finish;
    end

    initial begin
        #1000000 $display("FAIL timeout");
        $finish;
    end
endmodule
