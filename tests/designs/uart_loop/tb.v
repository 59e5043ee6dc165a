// SPDX-License-Identifier: Apache-2.0
// Sends bytes of two word sizes through the loop and checks each. Looks into the design by
// hierarchical names, as many testbenches do.
`timescale 1ns / 1ps

module tb;
    localparam BYTES = 48;

    reg        clk = 1'b0, rst = 1'b1, config_write = 1'b0;
    reg  [3:0] config_bits = 4'd8;
    reg  [7:0] in_data = 8'd0;
    reg        in_vld = 1'b0, out_rdy = 1'b0;
    wire       in_rdy, out_vld, overrun;
    wire [7:0] out_data;
    integer    sent = 0, received = 0, errors = 0, in_stop = 0;
    reg [31:0] checksum = 0;
    reg [7:0]  mask = 8'hff;

    always #5 clk = ~clk;

    uart_loop #(.DIVISOR(6)) u_dut (
        .clk(clk), .rst(rst), .config_write(config_write), .config_bits(config_bits),
        .in_data(in_data), .in_vld(in_vld), .in_rdy(in_rdy),
        .out_data(out_data), .out_vld(out_vld), .out_rdy(out_rdy), .overrun(overrun)
    );

    function [7:0] pattern(input integer n);
        pattern = (n * 8'd37) ^ (n >> 2) ^ 8'h5a;
    endfunction

    always @(posedge clk) if (u_dut.u_tx.state == u_dut.u_tx.STOP) in_stop <= in_stop + 1;

    // The reader is slow on purpose: it takes a byte 9 cycles after it came.
    reg [3:0] patience = 0;
    always @(posedge clk) begin
        patience <= (out_vld && !out_rdy) ? patience + 1 : 0;
        out_rdy  <= patience == 8;
        if (out_vld && out_rdy) begin
            if (out_data !== (pattern(received) & mask)) begin
                errors = errors + 1;
                $display("byte %0d: got %h want %h", received, out_data, pattern(received) & mask);
            end
            checksum <= checksum * 31 + out_data;
            received <= received + 1;
        end
    end

    task send(input integer n);
        begin
            in_data = pattern(n);
            in_vld  = 1'b1;
            @(posedge clk);
            while (!in_rdy) @(posedge clk);
            @(negedge clk);
            in_vld = 1'b0;
            repeat (n % 7) @(negedge clk);
            @(negedge clk);
        end
    endtask

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (5) @(negedge clk);
        rst = 1'b0;
        repeat (20) @(negedge clk);
        for (sent = 0; sent < BYTES / 2; sent = sent + 1) send(sent);
        while (received < BYTES / 2) @(negedge clk);
        @(negedge clk);
        config_bits  = 4'd5;
        config_write = 1'b1;
        @(negedge clk);
        config_write = 1'b0;
        mask         = 8'h1f;
        @(negedge clk);
        for (sent = BYTES / 2; sent < BYTES; sent = sent + 1) send(sent);
        while (received < BYTES) @(negedge clk);
        repeat (3) @(negedge clk);
        if (overrun) errors = errors + 1;
        if (errors == 0) $display("PASS received=%0d checksum=%h stop_cycles=%0d", received, checksum, in_stop);
        else             $display("FAIL errors=%0d", errors);
        $finish;
    end

    initial begin
        #1000000 $display("FAIL timeout");
        $finish;
    end
endmodule
