// SPDX-License-Identifier: Apache-2.0
// Words cross from a fast clock to a slow one through a FIFO of eight with Gray pointers.
module gray_queue (
    input  wire       wclk,
    input  wire       wrst_n,
    input  wire       winc,
    input  wire [7:0] wdata,
    output reg        wfull,
    input  wire       rclk,
    input  wire       rrst_n,
    input  wire       rinc,
    output wire [7:0] rdata,
    output reg        rempty
);
    reg [7:0] mem[0:7];
    reg [3:0] wbin, rbin, wgray, rgray, w1, w2, r1, r2;
    wire [3:0] wbin_next  = wbin + {3'd0, winc && !wfull};
    wire [3:0] rbin_next  = rbin + {3'd0, rinc && !rempty};
    wire [3:0] wgray_next = (wbin_next >> 1) ^ wbin_next;
    wire [3:0] rgray_next = (rbin_next >> 1) ^ rbin_next;
    assign rdata = mem[rbin[2:0]];
    always @(posedge wclk)
        if (winc && !wfull) mem[wbin[2:0]] <= wdata;
    always @(posedge wclk or negedge wrst_n)
        if (!wrst_n) begin
            {wbin, wgray, r1, r2} <= 16'd0;
            wfull <= 1'b0;
        end else begin
            {wbin, wgray} <= {wbin_next, wgray_next};
            {r2, r1} <= {r1, rgray};
            wfull <= wgray_next == {~r2[3:2], r2[1:0]};
        end
    always @(posedge rclk or negedge rrst_n)
        if (!rrst_n) begin
            {rbin, rgray, w1, w2} <= 16'd0;
            rempty <= 1'b1;
        end else begin
            {rbin, rgray} <= {rbin_next, rgray_next};
            {w2, w1} <= {w1, wgray};
            rempty <= rgray_next == w2;
        end
endmodule

module word_maker #(parameter REST = 3) (
    input  wire       clk,
    input  wire       rst_n,
    output wire       winc,
    output reg  [7:0] wdata,
    input  wire       wfull
);
    reg [3:0] rest;
    assign winc = rest == 0;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            rest  <= 4'd0;
            wdata <= 8'd0;
        end else if (rest != 0) rest <= rest - 4'd1;
        else if (!wfull) begin
            rest  <= REST;
            wdata <= wdata + 8'd1;
        end
endmodule

module word_eater #(parameter WORK = 3) (
    input  wire       clk,
    input  wire       rst_n,
    output wire       rinc,
    input  wire [7:0] rdata,
    input  wire       rempty,
    output reg        eaten,
    output reg  [7:0] sum
);
    reg [2:0] work;
    assign rinc = work == 0 && !rempty;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            work  <= 3'd0;
            sum   <= 8'd0;
            eaten <= 1'b0;
        end else begin
            eaten <= work == 3'd1;
            if (work != 0) work <= work - 3'd1;
            else if (!rempty) begin
                sum  <= sum + rdata;
                work <= WORK;
            end
        end
endmodule

module gray_fifo #(parameter REST = 3, parameter WORK = 3) (
    input  wire       fast_clk,
    input  wire       fast_rst_n,
    input  wire       slow_clk,
    input  wire       slow_rst_n,
    output wire       eaten,
    output wire [7:0] sum
);
    wire winc, wfull, rinc, rempty;
    wire [7:0] wdata, rdata;
    word_maker #(.REST(REST)) maker (.clk(fast_clk), .rst_n(fast_rst_n), .winc(winc), .wdata(wdata), .wfull(wfull));
    gray_queue queue (.wclk(fast_clk), .wrst_n(fast_rst_n), .winc(winc), .wdata(wdata), .wfull(wfull), .rclk(slow_clk), .rrst_n(slow_rst_n), .rinc(rinc), .rdata(rdata), .rempty(rempty));
    word_eater #(.WORK(WORK)) eater (.clk(slow_clk), .rst_n(slow_rst_n), .rinc(rinc), .rdata(rdata), .rempty(rempty), .eaten(eaten), .sum(sum));
endmodule
