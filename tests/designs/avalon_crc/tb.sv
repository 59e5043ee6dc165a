// SPDX-License-Identifier: Apache-2.0
// Sends packets with junk words between them and checks the appended word.
`timescale 1ns / 1ns

module tb;
    logic        clk = 0, reset = 1;
    logic [31:0] asi_data = 0, aso_data;
    logic        asi_valid = 0, asi_ready, asi_startofpacket = 0, asi_endofpacket = 0;
    logic [1:0]  asi_empty = 0, aso_empty;
    logic        aso_valid, aso_ready = 0, aso_startofpacket, aso_endofpacket;
    logic [31:0] rng = 32'h7e57ab1e, wanted = 0;
    int          position = 0, packet = 0, packets = 0, errors = 0, cycle = 0;

    always #5 clk = ~clk;

    avalon_crc u_crc (.*);

    function automatic [31:0] xorshift(input [31:0] x);
        reg [31:0] y;
        y = x ^ (x << 13);
        y = y ^ (y >> 17);
        xorshift = y ^ (y << 5);
    endfunction

    // Words 0 and 1 of each round are junk, then comes a packet of 1 to 9 words.
    wire integer last = 2 + packet % 9;

    always @(posedge clk) begin
        cycle <= cycle + 1;
        rng   <= xorshift(rng);
        if (!reset) begin
            if (!asi_valid || asi_ready) begin
                asi_valid <= rng[1:0] != 0;
                if (rng[1:0] != 0) begin
                    asi_data          <= rng ^ 32'(position);
                    asi_startofpacket <= position == 2;
                    asi_endofpacket   <= position == last;
                    asi_empty         <= position == last ? rng[3:2] : 2'd0;
                    position          <= position == last ? 0 : position + 1;
                    if (position == last) packet <= packet + 1;
                end
            end
            aso_ready <= cycle[9] ? rng[6:4] == 0 : rng[4];
            if (aso_valid && aso_ready) begin
                if (aso_endofpacket) begin
                    if (aso_data !== wanted) errors <= errors + 1;
                    packets <= packets + 1;
                end else begin
                    wanted <= (aso_startofpacket ? 32'd0 : {wanted[30:0], wanted[31]}) +
                              (asi_endofpacket ? aso_data & (32'hffffffff << (8 * asi_empty)) : aso_data);
                end
            end
        end
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (3) @(negedge clk);
        reset = 0;
        repeat (4000) @(negedge clk);
        if (errors == 0 && packets > 50) $display("PASS packets=%0d last=%h", packets, wanted);
        else $display("FAIL errors=%0d packets=%0d", errors, packets);
        $finish;
    end
endmodule
