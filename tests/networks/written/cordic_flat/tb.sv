// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter TICKS = 8, UNROLL = 1, BITS = 1;
    logic clock = 0, reset = 1, valid;
    logic [15:0] bits, angle = 0, radius = 16'h1000;
    int cycles = 0, results = 0, wrongs = 0;
    CordicFlat #(.TICKS(TICKS), .UNROLL(UNROLL), .BITS(BITS)) dut (.clock, .reset, .io_out_ready(1'b1), .io_out_valid(valid), .io_out_bits(bits));
    always #5 clock = ~clock;
    function automatic logic [15:0] wanted(input logic [15:0] turn, input logic [15:0] length);
        logic signed [15:0] x, y, z, old, step;
        x = length;
        y = 0;
        z = {2'b00, turn[13:0]};
        for (int k = 0; k < 16; k++) begin
            step = k == 0 ? 16'h1921 : k == 1 ? 16'h0ed6 : k == 2 ? 16'h07d7 : k == 3 ? 16'h03fb : 16'h2000 >> (k + 1);
            old = x;
            if (z < 0) begin
                x = x + (y >>> k);
                y = y - (old >>> k);
                z = z + step;
            end else begin
                x = x - (y >>> k);
                y = y + (old >>> k);
                z = z - step;
            end
        end
        return (x ^ y) * 16'h9b;
    endfunction
    always @(posedge clock) begin
        cycles <= cycles + 1;
        if (cycles == 4) reset <= 0;
        if (valid && !reset) begin
            if (bits != wanted(angle, radius)) wrongs <= wrongs + 1;
            angle   <= angle + 16'h2b7;
            radius  <= radius ^ 16'h35;
            results <= results + 1;
        end
        if (results == 300) begin
            if (wrongs != 0) $display("wrong: %0d results", wrongs);
            else $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
