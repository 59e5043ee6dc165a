// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: shares one memory among PORTS threads by round robin: the thread after the one served last has priority,
//          so that no thread waits for more than PORTS-1 others.
//
// A thread whose request follows its previous one in memory, in the next cycle, keeps priority for up to RUN requests,
// so that they can form bursts downstream; then no thread waits for more than RUN*(PORTS-1) requests.
//
// Responses arrive in the order of the reads; a queue records the thread of each. It holds 2**ORDER_LOG2 reads in
// flight; when it is full, reads wait. Thread numbers always have 8 bits.
/* verilator lint_off WIDTH */
module hls_arbiter #(
    parameter PORTS = 2,
    parameter ADDRESS = 32,
    parameter DATA = 32,
    parameter RUN = 1,
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

    // The request of the last thread served, and how many it has made in a row.
    reg runs, last_write;
    reg [ADDRESS-1:0] last_address;
    reg [7:0] in_a_row;
    wire follows = runs && in_a_row < RUN && valid_i[last] && write_i[last] == last_write &&
        address_i[last*ADDRESS +: ADDRESS] == last_address + DATA / 8 && !(full && !write_i[last]);

    // That thread, or the first one after it with a request.
    reg [7:0] chosen;
    reg found;
    integer i;
    reg [8:0] at;
    always @* begin
        chosen = follows ? last : 8'd0;
        found = follows;
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
    // Separate from the choice, which does not depend on the memory's ready signal.
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
            runs <= 1'b0;
        end else begin
            if (found && req_ready_i) last <= chosen;
            if (!found || req_ready_i) runs <= found;
            if (found && req_ready_i && !req_write_o) asked <= asked + 1'b1;
            if (resp_valid_i) answered <= answered + 1'b1;
        end
        if (found && req_ready_i) begin
            last_write <= req_write_o;
            last_address <= req_address_o;
            in_a_row <= follows ? in_a_row + 1'b1 : 8'd1;
        end
        if (found && req_ready_i && !req_write_o) owner[asked[ORDER_LOG2-1:0]] <= chosen;
    end
endmodule
/* verilator lint_on WIDTH */
`default_nettype wire
