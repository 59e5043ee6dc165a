// SPDX-License-Identifier: Apache-2.0
// A loop of additions; a store ends it.
module tb;
    parameter BITS = 1, LATENCY = 1, TURNS = 30;
    reg clk = 0, rst = 1;
    wire [31:0] i_adr, d_adr, d_dat;
    wire i_cyc, d_cyc, d_we;
    wire [3:0] d_sel;
    reg [31:0] i_rdt = 0;
    reg i_ack = 0, d_ack = 0;
    reg [31:0] memory [0:15];
    integer cycles = 0, left = LATENCY;
    serv_rf_top #(.W(BITS), .WITH_CSR(0)) dut (
        .clk(clk), .i_rst(rst), .i_timer_irq(1'b0), .o_ibus_adr(i_adr), .o_ibus_cyc(i_cyc), .i_ibus_rdt(i_rdt), .i_ibus_ack(i_ack),
        .o_dbus_adr(d_adr), .o_dbus_dat(d_dat), .o_dbus_sel(d_sel), .o_dbus_we(d_we), .o_dbus_cyc(d_cyc), .i_dbus_rdt(32'd0),
        .i_dbus_ack(d_ack), .o_ext_rs1(), .o_ext_rs2(), .o_ext_funct3(), .i_ext_rd(32'd0), .i_ext_ready(1'b0), .o_mdu_valid());
    initial begin
        memory[0] = 32'h00700513;                // li   a0, 7
        memory[1] = 32'h00d00593;                // li   a1, 13
        memory[2] = {TURNS[11:0], 20'h00693};    // li   a3, TURNS
        memory[3] = 32'h00b50533;                // add  a0, a0, a1
        memory[4] = 32'h00150513;                // addi a0, a0, 1
        memory[5] = 32'hfff68693;                // addi a3, a3, -1
        memory[6] = 32'hfe069ae3;                // bnez a3, -12
        memory[7] = 32'h10a02023;                // sw   a0, 256(zero)
    end
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        rst <= cycles < 40;
        i_ack <= 0;
        d_ack <= 0;
        if (!rst && i_cyc && !i_ack) begin
            left <= left == 0 ? LATENCY : left - 1;
            i_ack <= left == 0;
            i_rdt <= memory[i_adr[5:2]];
        end
        if (!rst && d_cyc && d_we) begin
            $display("result %h", d_dat);
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
