// SPDX-License-Identifier: Apache-2.0
// Merges four sorted runs into one by a tree of two-way mergers with FIFOs between them.
module sync_fifo #(parameter LOG2 = 2) (
    input         clk,
    input         rst,
    input         wr_en,
    input  [15:0] din,
    output        full,
    input         rd_en,
    output [15:0] dout,
    output        empty
);
    reg [15:0] mem [0:(1 << LOG2) - 1];
    reg [LOG2:0] wp, rp;
    wire [LOG2:0] used = wp - rp;
    assign full  = used[LOG2];
    assign empty = wp == rp;
    assign dout  = mem[rp[LOG2-1:0]];
    always @(posedge clk)
        if (rst) begin
            wp <= 0;
            rp <= 0;
        end else begin
            if (wr_en && !full) begin
                mem[wp[LOG2-1:0]] <= din;
                wp <= wp + 1;
            end
            if (rd_en && !empty) rp <= rp + 1;
        end
endmodule

// A run from memory: ever larger values, 16'hffff at its end.
module run_reader #(parameter SEED = 1, parameter LATENCY = 5, parameter LENGTH = 250) (
    input             clk,
    input             rst,
    output            wr_en,
    output     [15:0] dout,
    input             full
);
    reg [15:0] value, count;
    reg [3:0]  wait_count;
    reg        finished;
    wire       last = count == LENGTH;
    assign wr_en = !finished && wait_count == LATENCY - 1 && !full;
    assign dout  = last ? 16'hffff : value;
    always @(posedge clk)
        if (rst) begin
            value      <= SEED;
            count      <= 0;
            wait_count <= 0;
            finished   <= 0;
        end else begin
            if (wait_count != LATENCY - 1) wait_count <= wait_count + 1;
            if (wr_en) begin
                wait_count <= 0;
                count      <= count + 1;
                value      <= value + SEED + value[2:0];
                finished   <= last;
            end
        end
endmodule

// Reads both heads, compares them, passes the smaller one on.
module merger #(parameter COMPARE = 2) (
    input             clk,
    input             rst,
    input      [15:0] a_dout,
    input             a_empty,
    output            a_rd,
    input      [15:0] b_dout,
    input             b_empty,
    output            b_rd,
    output reg        wr_en,
    output reg [15:0] dout,
    input             full
);
    localparam [1:0] LOAD = 2'b00, COMP = 2'b01, SEND = 2'b11, DONE = 2'b10;
    reg [1:0] state, next;
    reg [1:0] step;
    reg       a_less;
    wire      both_last = a_dout == 16'hffff && b_dout == 16'hffff;
    assign a_rd = state == SEND && !full && (a_less || both_last);
    assign b_rd = state == SEND && !full && (!a_less || both_last);
    always @(*) begin
        next  = state;
        wr_en = 1'b0;
        dout  = a_less ? a_dout : b_dout;
        case (state)
            LOAD: if (!a_empty && !b_empty) next = COMP;
            COMP: if (step == COMPARE - 1) next = SEND;
            SEND: if (!full) begin
                wr_en = 1'b1;
                next  = both_last ? DONE : LOAD;
            end
            DONE: next = DONE;
        endcase
    end
    always @(posedge clk)
        if (rst) begin
            state  <= LOAD;
            step   <= 0;
            a_less <= 0;
        end else begin
            state  <= next;
            step   <= state == COMP ? step + 1 : 0;
            a_less <= a_dout < b_dout;
        end
endmodule

module merge_tree #(parameter LATENCY = 5, parameter LEAF = 2, parameter ROOT = 2, parameter LOG2 = 2) (
    input         clk,
    input         rst,
    input         out_full,
    output        out_wr,
    output [15:0] out_data
);
    wire [15:0] run [0:3];
    wire [15:0] head [0:3];
    wire [3:0] run_wr, run_full, head_rd, head_empty;
    wire [15:0] low_out, high_out, low_head, high_head;
    wire low_wr, low_full, low_rd, low_empty, high_wr, high_full, high_rd, high_empty;
    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : runs
            run_reader #(.SEED(i + 1), .LATENCY(LATENCY)) reader (.clk(clk), .rst(rst), .wr_en(run_wr[i]), .dout(run[i]), .full(run_full[i]));
            sync_fifo #(.LOG2(LOG2)) fifo (.clk(clk), .rst(rst), .wr_en(run_wr[i]), .din(run[i]), .full(run_full[i]), .rd_en(head_rd[i]), .dout(head[i]), .empty(head_empty[i]));
        end
    endgenerate
    merger #(.COMPARE(LEAF)) low (.clk(clk), .rst(rst), .a_dout(head[0]), .a_empty(head_empty[0]), .a_rd(head_rd[0]),
        .b_dout(head[1]), .b_empty(head_empty[1]), .b_rd(head_rd[1]), .wr_en(low_wr), .dout(low_out), .full(low_full));
    merger #(.COMPARE(LEAF)) high (.clk(clk), .rst(rst), .a_dout(head[2]), .a_empty(head_empty[2]), .a_rd(head_rd[2]),
        .b_dout(head[3]), .b_empty(head_empty[3]), .b_rd(head_rd[3]), .wr_en(high_wr), .dout(high_out), .full(high_full));
    sync_fifo #(.LOG2(LOG2)) low_fifo (.clk(clk), .rst(rst), .wr_en(low_wr), .din(low_out), .full(low_full), .rd_en(low_rd), .dout(low_head), .empty(low_empty));
    sync_fifo #(.LOG2(LOG2)) high_fifo (.clk(clk), .rst(rst), .wr_en(high_wr), .din(high_out), .full(high_full), .rd_en(high_rd), .dout(high_head), .empty(high_empty));
    merger #(.COMPARE(ROOT)) root (.clk(clk), .rst(rst), .a_dout(low_head), .a_empty(low_empty), .a_rd(low_rd),
        .b_dout(high_head), .b_empty(high_empty), .b_rd(high_rd), .wr_en(out_wr), .dout(out_data), .full(out_full));
endmodule
