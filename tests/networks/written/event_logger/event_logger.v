// SPDX-License-Identifier: Apache-2.0
// Events are stamped with the time, kept in a FIFO, and sent over a serial line of ten bits a byte.
module sync_fifo #(parameter WIDTH = 8, parameter LOG2 = 4) (
    input  wire             clk,
    input  wire             rst,
    input  wire             push,
    input  wire [WIDTH-1:0] din,
    output wire             full,
    input  wire             pop,
    output wire [WIDTH-1:0] dout,
    output wire             empty
);
    reg [WIDTH-1:0] mem[0:(1<<LOG2)-1];
    reg [LOG2:0]    wptr, rptr;
    assign empty = wptr == rptr;
    assign full  = wptr == {~rptr[LOG2], rptr[LOG2-1:0]};
    assign dout  = mem[rptr[LOG2-1:0]];
    always @(posedge clk)
        if (rst) begin
            wptr <= 0;
            rptr <= 0;
        end else begin
            if (push & ~full) begin
                mem[wptr[LOG2-1:0]] <= din;
                wptr <= wptr + 1'b1;
            end
            if (pop & ~empty) rptr <= rptr + 1'b1;
        end
endmodule

module stamper #(parameter EVERY = 30) (
    input  wire       clk,
    input  wire       rst,
    output wire       push,
    output wire [7:0] din,
    input  wire       full
);
    reg [7:0] clock_time, countdown;
    assign push = countdown == 0 && !full;
    assign din  = clock_time;
    always @(posedge clk)
        if (rst) begin
            clock_time <= 0;
            countdown  <= EVERY - 1;
        end else begin
            clock_time <= clock_time + 1'b1;
            if (push) countdown <= EVERY - 1;
            else if (countdown != 0) countdown <= countdown - 1'b1;
        end
endmodule

module uart_tx #(parameter BAUD = 5) (
    input  wire       clk,
    input  wire       rst,
    output wire       pop,
    input  wire [7:0] dout,
    input  wire       empty,
    output reg        txd
);
    reg       sending;
    reg [3:0] bit_count;
    reg [7:0] baud_count;
    reg [9:0] shift;
    assign pop = !sending && !empty;
    always @(posedge clk)
        if (rst) begin
            sending    <= 1'b0;
            bit_count  <= 0;
            baud_count <= 0;
            shift      <= 10'h3ff;
            txd        <= 1'b1;
        end else if (pop) begin
            sending    <= 1'b1;
            shift      <= {1'b1, dout, 1'b0};
            bit_count  <= 0;
            baud_count <= 0;
        end else if (sending) begin
            txd <= shift[0];
            if (baud_count == BAUD - 1) begin
                baud_count <= 0;
                shift      <= {1'b1, shift[9:1]};
                bit_count  <= bit_count + 1'b1;
                if (bit_count == 9) sending <= 1'b0;
            end else baud_count <= baud_count + 1'b1;
        end
endmodule

module event_logger #(parameter EVERY = 30, parameter BAUD = 5, parameter LOG2 = 4) (
    input  wire clk,
    input  wire rst,
    output wire txd,
    output wire taken
);
    wire push, full, pop, empty;
    wire [7:0] stamp, queued;
    assign taken = pop;
    stamper #(.EVERY(EVERY)) u_stamper (.clk(clk), .rst(rst), .push(push), .din(stamp), .full(full));
    sync_fifo #(.LOG2(LOG2)) u_fifo (.clk(clk), .rst(rst), .push(push), .din(stamp), .full(full), .pop(pop), .dout(queued), .empty(empty));
    uart_tx #(.BAUD(BAUD)) u_uart (.clk(clk), .rst(rst), .pop(pop), .dout(queued), .empty(empty), .txd(txd));
endmodule
