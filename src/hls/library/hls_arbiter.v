// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: lets PORTS threads take turns at one memory. The thread after the one that was served last has
//          the first right, so that no thread waits for more than PORTS-1 others.
//
// Answers come in the order of the reads; a queue remembers whose they are. It holds 2**ORDER_LOG2 reads
// under way; when it is full, reads wait.
// Numbers of threads have 8 bits for any number of them.
/* verilator lint_off WIDTH */
module hls_arbiter #(
    parameter PORTS = 2,
    parameter ADDRESS = 32,
    parameter DATA = 32,
    parameter ORDER_LOG2 = 6
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire [PORTS-1:0] valid_i,
    output reg  [PORTS-1:0] ready_o,
    input  wire [PORTS-1:0] write_i,
    input  wire [PORTS*ADDRESS-1:0] address_i,
    input  wire [PORTS*DATA-1:0] data_i,
    input  wire [PORTS*DATA/8-1:0] strobe_i,
    output reg  [PORTS-1:0] answered_o,
    output reg  req_valid_o,
    input  wire req_ready_i,
    output reg  req_write_o,
    output reg  [ADDRESS-1:0] req_address_o,
    output reg  [DATA-1:0] req_data_o,
    output reg  [DATA/8-1:0] req_strobe_o,
    input  wire resp_valid_i,
    output wire resp_ready_o
);
    reg [7:0] owner [0:(1<<ORDER_LOG2)-1];
    reg [ORDER_LOG2:0] asked, answered;
    reg [7:0] last;
    wire full = (asked - answered) == (1 << ORDER_LOG2);

    // The first thread with a request after the last one served.
    reg [7:0] chosen;
    reg found;
    integer i;
    reg [8:0] at;
    always @* begin
        chosen = 8'd0;
        found = 1'b0;
        for (i = 1; i <= PORTS; i = i + 1) begin
            at = {1'b0, last} + i[8:0];
            if (at >= PORTS[8:0]) at = at - PORTS[8:0];
            if (!found && valid_i[at[7:0]] && !(full && !write_i[at[7:0]])) begin
                found = 1'b1;
                chosen = at[7:0];
            end
        end
        req_valid_o = found;
        req_write_o = write_i[chosen];
        req_address_o = address_i[chosen*ADDRESS +: ADDRESS];
        req_data_o = data_i[chosen*DATA +: DATA];
        req_strobe_o = strobe_i[chosen*(DATA/8) +: DATA/8];
    end
    // Apart from the choice, which does not depend on what the memory says.
    always @* begin
        ready_o = {PORTS{1'b0}};
        ready_o[chosen] = found && req_ready_i;
        answered_o = {PORTS{1'b0}};
        answered_o[owner[answered[ORDER_LOG2-1:0]]] = resp_valid_i;
    end
    assign resp_ready_o = 1'b1;

    always @(posedge clk_i) begin
        if (rst_i) begin
            asked <= 0;
            answered <= 0;
            last <= 8'd0;
        end else begin
            if (found && req_ready_i) last <= chosen;
            if (found && req_ready_i && !req_write_o) asked <= asked + 1'b1;
            if (resp_valid_i) answered <= answered + 1'b1;
        end
        if (found && req_ready_i && !req_write_o) owner[asked[ORDER_LOG2-1:0]] <= chosen;
    end
endmodule
/* verilator lint_on WIDTH */
`default_nettype wire
