// SPDX-License-Identifier: Apache-2.0
// Ultrasound echoes: rectified, summed over a window, logarithm taken, drawn. A stage that cannot take more raises hold.
module rectify (input clk, input rst, input en, input signed [11:0] d, output hold, output reg en_q, output reg [11:0] q, input hold_q);
    assign hold = en_q & hold_q;
    always @(posedge clk)
        if (rst) en_q <= 1'b0;
        else if (!hold) begin
            en_q <= en;
            q    <= d[11] ? -d : d;
        end
endmodule

module windowed_sum #(parameter N = 2) (input clk, input rst, input en, input [11:0] d, output hold, output reg en_q, output reg [15:0] q, input hold_q);
    reg [3:0]  n;
    reg [15:0] acc;
    assign hold = en_q & hold_q;
    always @(posedge clk)
        if (rst) begin
            n    <= 0;
            acc  <= 0;
            en_q <= 1'b0;
        end else if (!hold) begin
            en_q <= 1'b0;
            if (en) begin
                n   <= n == N - 1 ? 0 : n + 1;
                acc <= n == N - 1 ? 0 : acc + d;
                if (n == N - 1) begin
                    en_q <= 1'b1;
                    q    <= acc + d;
                end
            end
        end
endmodule

// Finds the leading one by shifting, FRACTION more bits follow.
module logarithm #(parameter FRACTION = 9) (input clk, input rst, input en, input [15:0] d, output hold, output reg en_q, output reg [7:0] q, input hold_q);
    reg        work;
    reg [4:0]  n;
    reg [15:0] x;
    assign hold = work | (en_q & hold_q);
    always @(posedge clk)
        if (rst) begin
            work <= 1'b0;
            n    <= 0;
            en_q <= 1'b0;
        end else if (work) begin
            x <= {x[14:0], x[15]};
            q <= {q[6:0], x[15]};
            n <= n + 1;
            if (n == FRACTION - 1) begin
                work <= 1'b0;
                en_q <= 1'b1;
            end
        end else if (!hold) begin
            en_q <= 1'b0;
            if (en) begin
                work <= 1'b1;
                x    <= d;
                n    <= 0;
            end
        end
endmodule

module painter #(parameter SLOW = 2) (input clk, input rst, input en, input [7:0] d, output hold, output reg dot);
    reg [3:0] ink;
    assign hold = ink != 0;
    always @(posedge clk)
        if (rst) begin
            ink <= 0;
            dot <= 1'b0;
        end else begin
            dot <= en & !hold;
            if (en & !hold) ink <= SLOW;
            else if (hold) ink <= ink - 1;
        end
endmodule

module hold_chain #(parameter N = 2, parameter FRACTION = 9, parameter SLOW = 2) (input clk, input rst, input en, input [11:0] echo, output hold, output dot);
    wire en1, en2, en3, hold1, hold2, hold3;
    wire [11:0] d1;
    wire [15:0] d2;
    wire [7:0] d3;
    rectify rect (clk, rst, en, echo, hold, en1, d1, hold1);
    windowed_sum #(N) wsum (clk, rst, en1, d1, hold1, en2, d2, hold2);
    logarithm #(FRACTION) log (clk, rst, en2, d2, hold2, en3, d3, hold3);
    painter #(SLOW) paint (clk, rst, en3, d3, hold3, dot);
endmodule
