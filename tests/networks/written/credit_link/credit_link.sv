// SPDX-License-Identifier: Apache-2.0
// A link between two dice: the sender may have as many flits under way as it has credits, and a credit takes as
// long to come back as a flit takes to get there.
module link_tx #(parameter CREDITS = 4) (
    input  wire        clk,
    input  wire        rst,
    input  wire        flit_valid,
    output wire        flit_ready,
    input  wire [15:0] flit,
    output reg         tx_valid,
    output reg  [15:0] tx_flit,
    input  wire        credit_return
);
    reg [6:0] credits;
    wire send = flit_valid && credits != 0;
    assign flit_ready = credits != 0;
    always @(posedge clk)
        if (rst) begin
            credits  <= CREDITS;
            tx_valid <= 1'b0;
            tx_flit  <= 16'd0;
        end else begin
            tx_valid <= send;
            if (send) tx_flit <= flit;
            credits <= credits - send + credit_return;
        end
endmodule

module wire_delay #(parameter FLIGHT = 8) (
    input  wire        clk,
    input  wire        rst,
    input  wire        there_valid,
    input  wire [15:0] there_flit,
    output wire        here_valid,
    output wire [15:0] here_flit,
    input  wire        credit_in,
    output wire        credit_out
);
    reg [FLIGHT-1:0] valids, credits;
    reg [15:0]       flits[0:FLIGHT-1];
    integer i;
    assign here_valid = valids[FLIGHT-1];
    assign here_flit  = flits[FLIGHT-1];
    assign credit_out = credits[FLIGHT-1];
    always @(posedge clk)
        if (rst) begin
            valids  <= 0;
            credits <= 0;
        end else begin
            valids   <= {valids[FLIGHT-2:0], there_valid};
            credits  <= {credits[FLIGHT-2:0], credit_in};
            flits[0] <= there_flit;
            for (i = 1; i < FLIGHT; i = i + 1) flits[i] <= flits[i-1];
        end
endmodule

module link_rx (
    input  wire        clk,
    input  wire        rst,
    input  wire        rx_valid,
    input  wire [15:0] rx_flit,
    output wire        credit_give,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_flit
);
    reg [15:0] buffer[0:63];
    reg [6:0]  wr, rd;
    assign out_valid   = wr != rd;
    assign out_flit    = buffer[rd[5:0]];
    assign credit_give = out_valid && out_ready;
    always @(posedge clk)
        if (rst) begin
            wr <= 0;
            rd <= 0;
        end else begin
            if (rx_valid) begin
                buffer[wr[5:0]] <= rx_flit;
                wr <= wr + 1;
            end
            if (credit_give) rd <= rd + 1;
        end
endmodule

module summer #(parameter WORK = 2) (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_flit,
    output reg         sum_strobe,
    output reg  [15:0] sum
);
    reg [3:0] work;
    assign in_ready = work == 0;
    always @(posedge clk)
        if (rst) begin
            work       <= 0;
            sum        <= 0;
            sum_strobe <= 1'b0;
        end else begin
            sum_strobe <= in_valid && in_ready;
            if (in_valid && in_ready) begin
                work <= WORK - 1;
                sum  <= sum + in_flit;
            end else if (work != 0) work <= work - 1;
        end
endmodule

module credit_link #(parameter CREDITS = 4, parameter FLIGHT = 8, parameter WORK = 2) (
    input  wire        clk,
    input  wire        rst,
    input  wire        flit_valid,
    output wire        flit_ready,
    input  wire [15:0] flit,
    output wire        sum_strobe,
    output wire [15:0] sum
);
    wire tx_valid, rx_valid, credit_far, credit_near, got_valid, got_ready;
    wire [15:0] tx_flit, rx_flit, got;
    link_tx #(.CREDITS(CREDITS)) u_tx (.clk(clk), .rst(rst), .flit_valid(flit_valid), .flit_ready(flit_ready), .flit(flit),
                                       .tx_valid(tx_valid), .tx_flit(tx_flit), .credit_return(credit_near));
    wire_delay #(.FLIGHT(FLIGHT)) u_wires (.clk(clk), .rst(rst), .there_valid(tx_valid), .there_flit(tx_flit), .here_valid(rx_valid),
                                           .here_flit(rx_flit), .credit_in(credit_far), .credit_out(credit_near));
    link_rx u_rx (.clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_flit(rx_flit), .credit_give(credit_far),
                  .out_valid(got_valid), .out_ready(got_ready), .out_flit(got));
    summer #(.WORK(WORK)) u_summer (.clk(clk), .rst(rst), .in_valid(got_valid), .in_ready(got_ready), .in_flit(got),
                                    .sum_strobe(sum_strobe), .sum(sum));
endmodule
