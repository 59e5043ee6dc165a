// SPDX-License-Identifier: Apache-2.0
// A queue whose pointers are Gray codes and are cleared: no counter, so no flush is seen.
module unseen_flush (
    input clk, input rst, input clear, input push, input pop, input [7:0] din,
    output full, output empty, output [7:0] dout
);
    reg [7:0] mem [0:3];
    reg [2:0] w, r;
    function [2:0] after(input [2:0] g);
        case (g)
            3'b000: after = 3'b001;
            3'b001: after = 3'b011;
            3'b011: after = 3'b010;
            3'b010: after = 3'b110;
            3'b110: after = 3'b111;
            3'b111: after = 3'b101;
            3'b101: after = 3'b100;
            default: after = 3'b000;
        endcase
    endfunction
    assign full = w == {~r[2:1], r[0]};
    assign empty = w == r;
    wire [1:0] at = {w[2], w[1] ^ w[2] ^ w[0]};
    wire [1:0] from = {r[2], r[1] ^ r[2] ^ r[0]};
    assign dout = mem[from];
    always @(posedge clk)
        if (rst || clear) begin
            w <= 0;
            r <= 0;
        end else begin
            if (push && !full) begin
                mem[at] <= din;
                w <= after(w);
            end
            if (pop && !empty) r <= after(r);
        end
endmodule
