// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: connects a datapath, which moves in whole cycles, to a memory of any latency.
//
// A request is accepted when issue_i and free_o are high. It waits in a register until the memory accepts it
// (req_valid_o, req_ready_i), so requests reach the memory in program order. Responses come in the same order and wait
// in a queue until the datapath takes them (have_o, pop_i).
//
// Parameters: DEPTH_LOG2: the queue holds 2**DEPTH_LOG2 responses. The schedule bounds the reads in flight, so that the
//             queue never overflows and every response is accepted at once.
// Timing: a response to an empty queue is offered in the same cycle.
module hls_port #(
    parameter ADDRESS = 32,
    parameter DATA = 32,
    parameter DEPTH_LOG2 = 2
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire issue_i,
    input  wire write_i,
    input  wire [ADDRESS-1:0] address_i,
    input  wire [DATA-1:0] data_i,
    input  wire [DATA/8-1:0] strobe_i,
    output wire free_o,
    output wire drained_o,
    input  wire pop_i,
    output wire have_o,
    output wire [DATA-1:0] data_o,
    output reg  req_valid_o,
    input  wire req_ready_i,
    output reg  req_write_o,
    output reg  [ADDRESS-1:0] req_address_o,
    output reg  [DATA-1:0] req_data_o,
    output reg  [DATA/8-1:0] req_strobe_o,
    input  wire resp_valid_i,
    output wire resp_ready_o,
    input  wire [DATA-1:0] resp_data_i
);
    reg [DATA-1:0] answers [0:(1<<DEPTH_LOG2)-1];
    reg [DEPTH_LOG2:0] written, taken;
    wire empty = written == taken;
    wire push = resp_valid_i && resp_ready_o && !(empty && pop_i);

    assign free_o = !req_valid_o || req_ready_i;
    assign drained_o = !(req_valid_o && req_write_o);
    assign resp_ready_o = 1'b1;
    assign have_o = !empty || resp_valid_i;
    assign data_o = empty ? resp_data_i : answers[taken[DEPTH_LOG2-1:0]];

    always @(posedge clk_i) begin
        if (rst_i) begin
            req_valid_o <= 1'b0;
        end else if (free_o) begin
            req_valid_o <= issue_i;
        end
        if (free_o) begin
            req_write_o <= write_i;
            req_address_o <= address_i;
            req_data_o <= data_i;
            req_strobe_o <= strobe_i;
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            written <= 0;
            taken <= 0;
        end else begin
            if (push) written <= written + 1'b1;
            if (pop_i && !empty) taken <= taken + 1'b1;
        end
        if (push) answers[written[DEPTH_LOG2-1:0]] <= resp_data_i;
    end
endmodule
`default_nettype wire
