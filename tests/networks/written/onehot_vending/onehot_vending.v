// SPDX-License-Identifier: Apache-2.0
// A ticket machine: coins are counted, a ticket is chosen, printed, and the change given back.
// One-hot machines with bit numbers as macros, each in the style case (1'b1).
`define C_WAIT  0
`define C_COUNT 1
`define C_TELL  2
`define P_WAIT  0
`define P_FEED  1
`define P_PRINT 2
`define P_CUT   3
`define P_TELL  4

module coin_counter (clk, rst_n, coin_avail, coin_taken, paid_avail, paid_taken);
    parameter COINS = 4;
    input  clk, rst_n, coin_avail, paid_taken;
    output coin_taken, paid_avail;
    reg [2:0] c_state, c_next;
    reg [3:0] coins;
    assign coin_taken = c_state[`C_COUNT] & coin_avail;
    assign paid_avail = c_state[`C_TELL];
    always @(c_state or coin_avail or paid_taken or coins) begin
        c_next = 3'b000;
        case (1'b1)
            c_state[`C_WAIT]:  if (coin_avail) c_next[`C_COUNT] = 1'b1;
                               else c_next[`C_WAIT] = 1'b1;
            c_state[`C_COUNT]: if (coin_avail && coins == COINS - 1) c_next[`C_TELL] = 1'b1;
                               else c_next[`C_COUNT] = 1'b1;
            c_state[`C_TELL]:  if (paid_taken) c_next[`C_WAIT] = 1'b1;
                               else c_next[`C_TELL] = 1'b1;
            default:           c_next[`C_WAIT] = 1'b1;
        endcase
    end
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            c_state <= 3'b001;
            coins   <= 4'd0;
        end
        else begin
            c_state <= c_next;
            if (coin_taken) coins <= coins + 4'd1;
            else if (c_state[`C_TELL]) coins <= 4'd0;
        end
endmodule

module ticket_printer (clk, rst_n, paid_avail, paid_taken, ticket_avail, ticket_taken);
    parameter LINES = 12;
    input  clk, rst_n, paid_avail, ticket_taken;
    output paid_taken, ticket_avail;
    reg [4:0] p_state, p_next;
    reg [5:0] line;
    assign paid_taken   = p_state[`P_WAIT];
    assign ticket_avail = p_state[`P_TELL];
    always @(p_state or paid_avail or ticket_taken or line) begin
        p_next = 5'b00000;
        case (1'b1)
            p_state[`P_WAIT]:  if (paid_avail) p_next[`P_FEED] = 1'b1;
                               else p_next[`P_WAIT] = 1'b1;
            p_state[`P_FEED]:  p_next[`P_PRINT] = 1'b1;
            p_state[`P_PRINT]: if (line == LINES - 1) p_next[`P_CUT] = 1'b1;
                               else p_next[`P_PRINT] = 1'b1;
            p_state[`P_CUT]:   p_next[`P_TELL] = 1'b1;
            p_state[`P_TELL]:  if (ticket_taken) p_next[`P_WAIT] = 1'b1;
                               else p_next[`P_TELL] = 1'b1;
            default:           p_next[`P_WAIT] = 1'b1;
        endcase
    end
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            p_state <= 5'b00001;
            line    <= 6'd0;
        end
        else begin
            p_state <= p_next;
            line    <= p_state[`P_PRINT] ? line + 6'd1 : 6'd0;
        end
endmodule

module change_giver (clk, rst_n, ticket_avail, ticket_taken, served);
    parameter DROP = 3;
    input  clk, rst_n, ticket_avail;
    output ticket_taken, served;
    reg [DROP:0] g_state;
    assign ticket_taken = g_state[0];
    assign served       = g_state[DROP];
    always @(posedge clk or negedge rst_n)
        if (!rst_n) g_state <= 1;
        else if (g_state[0] && !ticket_avail) g_state <= 1;
        else g_state <= {g_state[DROP-1:0], g_state[DROP]};
endmodule

module onehot_vending (clk, rst_n, coin_avail, coin_taken, served);
    parameter COINS = 4, LINES = 12, DROP = 3;
    input  clk, rst_n, coin_avail;
    output coin_taken, served;
    wire paid_avail, paid_taken, ticket_avail, ticket_taken;
    coin_counter #(COINS) counter (clk, rst_n, coin_avail, coin_taken, paid_avail, paid_taken);
    ticket_printer #(LINES) printer (clk, rst_n, paid_avail, paid_taken, ticket_avail, ticket_taken);
    change_giver #(DROP) giver (clk, rst_n, ticket_avail, ticket_taken, served);
endmodule
