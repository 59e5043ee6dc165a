// SPDX-License-Identifier: Apache-2.0
// Drives a core that takes blocks: `init` with the first one, `next` with all others, each GAP cycles after the core is
// ready again. Ends the run when BLOCKS are done.
module block_feeder #(parameter GAP = 4, BLOCKS = 60) (
    input  wire clk,
    input  wire ready,
    output reg  reset_n,
    output reg  init,
    output reg  next,
    output reg [31:0] number  // of the block
);
    integer cycles = 0, blocks = 0, gap = 0;
    initial begin
        reset_n = 0;
        init = 0;
        next = 0;
        number = 0;
    end
    always @(posedge clk) begin
        cycles <= cycles + 1;
        reset_n <= cycles > 3;
        init <= 0;
        next <= 0;
        if (reset_n && ready && !init && !next) begin
            if (gap != 0) gap <= gap - 1;
            else begin
                init   <= blocks == 0;
                next   <= blocks != 0;
                number <= blocks;
                blocks <= blocks + 1;
                gap    <= GAP;
                if (blocks == BLOCKS) begin
                    $display("cycles %0d", cycles);
                    $finish;
                end
            end
        end
    end
endmodule
