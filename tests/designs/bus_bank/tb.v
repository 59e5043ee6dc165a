// SPDX-License-Identifier: Apache-2.0
// Keeps all four buses busy at random and checks what is read against what the memories hold.
`timescale 1ns / 1ns

module tb;
    reg         clk = 1'b0, rst = 1'b1;
    reg  [31:0] rng = 32'h5eed5eed;
    integer     errors = 0, cycle = 0, reads = 0;

    always #5 clk = ~clk;

    function [31:0] xorshift(input [31:0] x);
        reg [31:0] y;
        begin
            y = x ^ (x << 13);
            y = y ^ (y >> 17);
            xorshift = y ^ (y << 5);
        end
    endfunction

    // AXI: reads as fast as they are taken in some phases; writes of one to four beats elsewhere.
    reg  [3:0]  arid = 0;
    reg  [11:0] araddr = 0, awaddr = 0;
    reg  [7:0]  arlen = 0, awlen = 0, sent = 0;
    reg         arvalid = 0, rready = 0, awvalid = 0, wvalid = 0, wlast = 0, bready = 0, writing = 0;
    reg  [31:0] wdata = 0;
    reg  [3:0]  wstrb = 0;
    wire        arready, rlast, rvalid, awready, wready, bvalid;
    wire [3:0]  rid;
    wire [31:0] rdata;

    always @(posedge clk) begin
        rng   <= xorshift(rng);
        cycle <= cycle + 1;
        if (!rst) begin
            if (!arvalid || arready) begin
                arvalid <= cycle[9] ? rng[3:0] == 0 : rng[0];
                arid    <= rng[7:4];
                araddr  <= {2'b00, rng[15:8], 2'b00};
                arlen   <= {6'd0, rng[17:16]};
            end
            rready <= rng[20:18] != 0;
            if (rvalid && rready) reads <= reads + 1;
            if (!writing && rng[23:21] == 0) begin
                writing <= 1'b1;
                awvalid <= 1'b1;
                awaddr  <= {2'b10, rng[13:6], 2'b00};
                awlen   <= {6'd0, rng[25:24]};
                sent    <= 8'd0;
            end
            if (awvalid && awready) awvalid <= 1'b0;
            if (writing && !awvalid && !wvalid && sent <= awlen && rng[26]) begin
                wvalid <= 1'b1;
                wlast  <= sent == awlen;
                wdata  <= rng;
                wstrb  <= rng[30:27];
            end
            if (wvalid && wready) begin
                wvalid <= 1'b0;
                sent   <= sent + 8'd1;
            end
            bready <= rng[28];
            if (bvalid && bready) writing <= 1'b0;
        end
    end

    // Wishbone, classic: the strobe stays until the answer; now and then a transfer is given up.
    reg         cyc = 0, stb = 0, we = 0;
    reg  [3:0]  sel = 0;
    reg  [7:0]  addr = 0;
    reg  [31:0] store = 0;
    wire [31:0] classic;
    wire        ack, err;
    always @(posedge clk) if (!rst) begin
        if (!stb || ack || err) begin
            cyc   <= rng[2:1] != 0;
            stb   <= rng[2:1] != 0;
            we    <= rng[8];
            sel   <= rng[12:9];
            addr  <= rng[20:13];
            store <= rng;
        end else if (rng[31:26] == 0) begin
            cyc <= 1'b0;
            stb <= 1'b0;
        end
        if (stb && !we && ack && classic === 32'bx) errors = errors + 1;
    end

    // Wishbone, pipelined: bursts of requests, `cyc` until all are answered, or given up.
    reg         pipe_cyc = 0, pipe_stb = 0, pipe_we = 0;
    reg  [3:0]  pipe_sel = 0;
    reg  [7:0]  pipe_addr = 0;
    reg  [31:0] pipe_store = 0;
    reg  [3:0]  waiting = 0;
    wire [31:0] pipe_load;
    wire        pipe_ack, pipe_stall;
    wire        pipe_taken = pipe_stb && !pipe_stall;
    wire [3:0]  waiting_next = waiting + {3'd0, pipe_taken} - {3'd0, pipe_ack};
    always @(posedge clk) if (!rst) begin
        waiting <= waiting_next;
        if (!pipe_cyc) begin
            waiting  <= 4'd0;
            pipe_cyc <= rng[4:3] != 0;
            pipe_stb <= rng[4:3] != 0;
            pipe_we  <= rng[5];
        end else if (!pipe_stb || pipe_taken) begin
            pipe_stb <= rng[7:6] != 0;
            if (rng[7:6] == 0 && (waiting_next == 0 || rng[11:8] == 0)) pipe_cyc <= 1'b0;
        end
        if (!pipe_stb || pipe_taken) begin
            pipe_sel   <= rng[16:13];
            pipe_addr  <= rng[24:17];
            pipe_store <= rng;
        end
        if (pipe_cyc && !pipe_we && pipe_ack && pipe_load === 32'bx) errors = errors + 1;
    end

    // Avalon: requests stay until they are taken.
    reg  [7:0]  avs_address = 0;
    reg         avs_read = 0, avs_write = 0;
    reg  [15:0] avs_writedata = 0;
    reg  [1:0]  avs_byteenable = 0;
    wire [15:0] avs_readdata;
    wire        avs_readdatavalid, avs_waitrequest;
    integer     asked = 0, answered = 0;
    always @(posedge clk) if (!rst) begin
        if (!(avs_read || avs_write) || !avs_waitrequest) begin
            avs_read       <= rng[2:0] > 3'd3;
            avs_write      <= rng[2:0] == 3'd1;
            avs_address    <= rng[10:3];
            avs_writedata  <= rng[26:11];
            avs_byteenable <= rng[28:27];
        end
        if (avs_read && !avs_waitrequest) asked <= asked + 1;
        if (avs_readdatavalid) answered <= answered + 1;
    end

    bus_bank u_dut (
        .clk(clk), .rst(rst), .s_axi_arid(arid), .s_axi_araddr(araddr), .s_axi_arlen(arlen), .s_axi_arvalid(arvalid),
        .s_axi_arready(arready), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rlast(rlast), .s_axi_rvalid(rvalid),
        .s_axi_rready(rready), .s_axi_awaddr(awaddr), .s_axi_awlen(awlen), .s_axi_awvalid(awvalid),
        .s_axi_awready(awready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(wlast),
        .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_bvalid(bvalid), .s_axi_bready(bready),
        .wb_cyc(cyc), .wb_stb(stb), .wb_we(we), .wb_sel(sel), .wb_adr(addr), .wb_dat_w(store), .wb_dat_r(classic),
        .wb_ack(ack), .wb_err(err),
        .pipe_cyc(pipe_cyc), .pipe_stb(pipe_stb), .pipe_we(pipe_we), .pipe_sel(pipe_sel), .pipe_adr(pipe_addr),
        .pipe_dat_w(pipe_store), .pipe_dat_r(pipe_load), .pipe_ack(pipe_ack), .pipe_stall(pipe_stall),
        .avs_address(avs_address), .avs_read(avs_read), .avs_write(avs_write), .avs_writedata(avs_writedata),
        .avs_byteenable(avs_byteenable), .avs_readdata(avs_readdata), .avs_readdatavalid(avs_readdatavalid),
        .avs_waitrequest(avs_waitrequest), .lamp_cyc(), .lamp_stb(), .lamp_ack(), .door_waitrequest());

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (4) @(negedge clk);
        rst = 1'b0;
        repeat (6000) @(negedge clk);
        if (errors == 0 && reads > 1000 && asked - answered < 4) $display("PASS reads=%0d", reads);
        else $display("FAIL errors=%0d reads=%0d asked=%0d answered=%0d", errors, reads, asked, answered);
        $finish;
    end
endmodule
