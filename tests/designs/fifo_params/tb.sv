// SPDX-License-Identifier: Apache-2.0
// Pushes even when full and pops even when empty, with phases of hurry and of rest, and checks
// order and count. Gives the design another depth than its default one. A long run.
`timescale 1ns / 1ns

module tb;
    logic        clk = 0, rst = 1, wr_en = 0, rd_en = 0;
    logic        full, empty;
    logic [7:0]  wr_data, rd_data;
    logic [31:0] rng = 32'hcafef00d;
    int          pushed = 0, popped = 0, refused = 0, errors = 0, cycle = 0;

    always #5 clk = ~clk;

    fifo_params #(.DEPTH(32)) u_dut (.*);

    function automatic logic [31:0] xorshift(input logic [31:0] x);
        logic [31:0] y;
        y = x ^ (x << 13);
        y = y ^ (y >> 17);
        xorshift = y ^ (y << 5);
    endfunction

    function automatic logic [7:0] word(input int n);
        word = 8'(n * 7 + (n >> 5));
    endfunction

    // Phases of 1024 cycles: steady, writer in a hurry, reader in a hurry, both slow.
    wire [1:0] phase = cycle[11:10];

    always @(posedge clk) begin
        cycle <= cycle + 1;
        rng   <= xorshift(rng);
        if (!rst) begin
            wr_en <= phase == 1 ? 1'b1 : phase == 0 ? rng[2:0] == 0 : rng[4:0] == 0;
            rd_en <= phase == 2 ? 1'b1 : phase == 1 ? rng[12:5] == 0 : rng[6:5] == 0;
            if (wr_en && !full) pushed <= pushed + 1;
            if (wr_en && full) refused <= refused + 1;
            if (rd_en && !empty) begin
                if (rd_data !== word(popped)) begin
                    errors <= errors + 1;
                    $display("word %0d: got %h want %h", popped, rd_data, word(popped));
                end
                popped <= popped + 1;
            end
        end
    end

    // The word offered next follows from the words taken so far.
    assign wr_data = word(pushed);

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (5) @(negedge clk);
        rst = 0;
        repeat (50000) @(negedge clk);
        if (errors == 0 && popped > 1000 && refused > 100)
            $display("PASS pushed=%0d popped=%0d refused=%0d", pushed, popped, refused);
        else
            $display("FAIL errors=%0d pushed=%0d popped=%0d refused=%0d", errors, pushed, popped, refused);
        $finish;
    end
endmodule
