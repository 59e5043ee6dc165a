// SPDX-License-Identifier: Apache-2.0
// Pushes numbered bytes unevenly, flushes now and then, and checks that what comes out is in order
// and that a flush leaves nothing behind.
`timescale 1ns / 1ps

module tb;
    logic       clk = 0, rst_n = 0, flush = 0, push = 0, pop = 0;
    logic [7:0] data_in = 0, data_out;
    wire        full, empty;
    logic [7:0] model [0:63];
    int         head = 0, tail = 0, errors = 0, taken = 0, flushes = 0;
    logic [31:0] random = 32'hc0ffee11;

    always #5 clk = ~clk;

    flushed_queue u_dut (
        .clk_i(clk), .rst_ni(rst_n), .flush_i(flush), .push_i(push), .data_i(data_in), .full_o(full),
        .pop_i(pop), .data_o(data_out), .empty_o(empty)
    );

    always @(posedge clk) begin
        random <= {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
        push   <= rst_n && random[2:0] != 0;
        pop    <= rst_n && random[5:3] > 2;
        flush  <= rst_n && random[12:6] == 7'd5;
        if (rst_n) begin
            if (push) data_in <= data_in + 8'd7;
            if (flush) begin
                head    <= 0;
                tail    <= 0;
                flushes <= flushes + 1;
            end else begin
                if (push && !full) begin
                    model[head % 64] <= data_in;
                    head             <= head + 1;
                end
                if (pop && !empty) begin
                    if (data_out !== model[tail % 64]) errors <= errors + 1;
                    tail  <= tail + 1;
                    taken <= taken + 1;
                end
            end
        end
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (4) @(negedge clk);
        rst_n = 1;
        repeat (3000) @(negedge clk);
        if (errors == 0 && flushes > 10) $display("PASS taken=%0d flushes=%0d", taken, flushes);
        else $display("FAIL errors=%0d taken=%0d flushes=%0d", errors, taken, flushes);
        $finish;
    end
endmodule
