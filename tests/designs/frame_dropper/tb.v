// SPDX-License-Identifier: Apache-2.0
// Sends packets of random length, some of them bad, and counts what comes out: less than went in.
`timescale 1ns / 1ps

module tb;
    reg         clk = 0, rst = 1;
    reg  [7:0]  in_data = 0;
    reg         in_valid = 0, in_last = 0, in_user = 0, out_ready = 0;
    wire        in_ready, out_valid;
    wire [8:0]  out_data;
    reg  [31:0] random = 32'h2545f491;
    integer     sent = 0, got = 0, errors = 0;

    always #5 clk = ~clk;

    frame_dropper u_dut (
        .clk(clk), .rst(rst), .in_tdata(in_data), .in_tvalid(in_valid), .in_tready(in_ready),
        .in_tlast(in_last), .in_tuser(in_user), .out_tdata(out_data), .out_tvalid(out_valid),
        .out_tready(out_ready)
    );

    always @(posedge clk) begin
        random <= {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
        if (!rst) begin
            out_ready <= random[9:8] != 0 || random[20];
            if (!in_valid || in_ready) begin
                in_valid <= random[2:0] != 0;
                in_data  <= in_data + 8'd3;
                in_last  <= random[6:4] == 0;
                in_user  <= random[7];
            end
            if (in_valid && in_ready) sent <= sent + 1;
            if (out_valid && out_ready) begin
                got <= got + 1;
                if (^out_data === 1'bx) errors <= errors + 1;
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
        if (errors == 0 && got > 100 && got < sent) $display("PASS sent=%0d got=%0d", sent, got);
        else $display("FAIL errors=%0d sent=%0d got=%0d", errors, sent, got);
        $finish;
    end
endmodule
