// SPDX-License-Identifier: Apache-2.0
// Eight sources with packets of their own; each beat carries the number of its port, and the beats of
// a packet must stay together.
`timescale 1ns / 1ps

module tb;
    reg          clk = 0, rst = 1;
    reg  [127:0] in_data = 0;
    reg  [15:0]  in_keep = 16'hffff;
    reg  [7:0]   in_valid = 0, in_last = 0;
    wire [7:0]   in_ready;
    reg          side_go = 0;
    wire         side_ok;
    wire [15:0]  out_data;
    wire [1:0]   out_keep;
    wire         out_last, out_valid;
    reg          out_ready = 0;
    reg  [31:0]  random = 32'h1b873593;
    integer      i, errors = 0, got = 0;
    reg  [7:0]   open_port = 0;
    reg          open = 0;
    reg  [7:0]   expected [0:7];

    always #5 clk = ~clk;

    port_switch u_dut (
        .clk(clk), .rst(rst), .s_axis_tdata(in_data), .s_axis_tkeep(in_keep), .s_axis_tvalid(in_valid),
        .s_axis_tready(in_ready), .s_axis_tlast(in_last), .side_word(16'h0900), .side_go(side_go),
        .side_ok(side_ok), .out_data(out_data), .out_keep(out_keep),
        .out_last(out_last), .out_valid(out_valid), .out_ready(out_ready)
    );

    initial for (i = 0; i < 8; i = i + 1) expected[i] = 0;

    always @(posedge clk) begin
        random <= {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
        if (!rst) begin
            out_ready <= random[1:0] != 0;
            if (!side_go || side_ok) side_go <= random[18:16] == 0;
            for (i = 0; i < 8; i = i + 1) begin
                if (!in_valid[i] || in_ready[i]) begin
                    in_valid[i] <= random[i +: 3] == 3'd2;
                    in_last[i]  <= random[i + 5];
                    in_keep[2*i +: 2] <= random[i + 5] ? 2'b01 : 2'b11;
                    in_data[16*i + 8 +: 8] <= i;
                    if (in_valid[i]) in_data[16*i +: 8] <= in_data[16*i +: 8] + 8'd1;
                end
            end
            if (out_valid && out_ready) begin
                got <= got + 1;
                if (open && !out_data[11] && out_data[15:8] != open_port) errors <= errors + 1;
                if (!out_data[11] && out_data[7:0] != expected[out_data[10:8]]) errors <= errors + 1;
                if (out_keep != (out_last ? 2'b01 : 2'b11)) errors <= errors + 1;
                if (!out_data[11]) expected[out_data[10:8]] <= expected[out_data[10:8]] + 8'd1;
                open      <= !out_last;
                open_port <= out_data[15:8];
            end
        end
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (4) @(negedge clk);
        rst = 0;
        repeat (4000) @(negedge clk);
        if (errors == 0 && got > 800) $display("PASS got=%0d", got);
        else $display("FAIL errors=%0d got=%0d", errors, got);
        $finish;
    end
endmodule
