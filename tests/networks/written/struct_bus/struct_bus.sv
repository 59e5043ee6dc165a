// SPDX-License-Identifier: Apache-2.0
// Two walkers over linked lists share one small memory. A request and its answer are structs.
module list_walker
    import bus_pkg::*;
#(parameter int THINK = 3, parameter logic [7:0] FIRST = 8'd1) (
    input  logic clk_i,
    input  logic rst_ni,
    output req_t req_o,
    input  rsp_t rsp_i,
    output logic hop_o
);
    localparam logic [1:0] ASK = 2'd0, WAIT = 2'd1, THINKING = 2'd2;
    logic [1:0] state_q;
    logic [3:0] left_q;
    logic [7:0] node_q;
    assign req_o.valid = state_q == ASK;
    assign req_o.write = 1'b0;
    assign req_o.addr  = node_q;
    assign req_o.wdata = 16'd0;
    assign hop_o       = state_q == WAIT && rsp_i.rvalid;
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            state_q <= ASK;
            left_q  <= '0;
            node_q  <= FIRST;
        end else
            case (state_q)
                ASK: if (rsp_i.ready) state_q <= WAIT;
                WAIT: if (rsp_i.rvalid) begin
                    node_q  <= rsp_i.rdata[7:0];
                    left_q  <= THINK;
                    state_q <= THINKING;
                end
                default: begin
                    left_q <= left_q - 1'b1;
                    if (left_q == 1) state_q <= ASK;
                end
            endcase
endmodule

module req_mux
    import bus_pkg::*;
(
    input  logic clk_i,
    input  logic rst_ni,
    input  req_t a_req_i,
    output rsp_t a_rsp_o,
    input  req_t b_req_i,
    output rsp_t b_rsp_o,
    output req_t mem_req_o,
    input  rsp_t mem_rsp_i
);
    logic turn_q, owner_q;
    wire  pick_b = b_req_i.valid && (turn_q || !a_req_i.valid);
    assign mem_req_o      = pick_b ? b_req_i : a_req_i;
    assign a_rsp_o.ready  = mem_rsp_i.ready && !pick_b;
    assign b_rsp_o.ready  = mem_rsp_i.ready && pick_b;
    assign a_rsp_o.rvalid = mem_rsp_i.rvalid && !owner_q;
    assign b_rsp_o.rvalid = mem_rsp_i.rvalid && owner_q;
    assign a_rsp_o.rdata  = mem_rsp_i.rdata;
    assign b_rsp_o.rdata  = mem_rsp_i.rdata;
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            turn_q  <= 1'b0;
            owner_q <= 1'b0;
        end else if (mem_req_o.valid && mem_rsp_i.ready) begin
            turn_q  <= !pick_b;
            owner_q <= pick_b;
        end
endmodule

module node_memory
    import bus_pkg::*;
#(parameter int CYCLES = 6) (
    input  logic clk_i,
    input  logic rst_ni,
    input  req_t req_i,
    output rsp_t rsp_o
);
    logic        busy_q;
    logic [3:0]  left_q;
    logic [7:0]  addr_q;
    assign rsp_o.ready  = !busy_q;
    assign rsp_o.rvalid = busy_q && left_q == 0;
    assign rsp_o.rdata  = {8'd0, addr_q} * 16'd5 + 16'd3;
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            busy_q <= 1'b0;
            left_q <= '0;
            addr_q <= '0;
        end else if (!busy_q) begin
            busy_q <= req_i.valid;
            left_q <= CYCLES - 1;
            addr_q <= req_i.addr;
        end else if (left_q == 0) busy_q <= 1'b0;
        else left_q <= left_q - 1'b1;
endmodule

module struct_bus
    import bus_pkg::*;
#(parameter int THINK = 3, parameter int CYCLES = 6) (
    input  logic       clk_i,
    input  logic       rst_ni,
    output logic [1:0] hop_o
);
    req_t a_req, b_req, mem_req;
    rsp_t a_rsp, b_rsp, mem_rsp;
    list_walker #(.THINK(THINK), .FIRST(8'd1)) i_walker_a (.clk_i, .rst_ni, .req_o(a_req), .rsp_i(a_rsp), .hop_o(hop_o[0]));
    list_walker #(.THINK(THINK), .FIRST(8'd77)) i_walker_b (.clk_i, .rst_ni, .req_o(b_req), .rsp_i(b_rsp), .hop_o(hop_o[1]));
    req_mux i_mux (.clk_i, .rst_ni, .a_req_i(a_req), .a_rsp_o(a_rsp), .b_req_i(b_req), .b_rsp_o(b_rsp), .mem_req_o(mem_req), .mem_rsp_i(mem_rsp));
    node_memory #(.CYCLES(CYCLES)) i_memory (.clk_i, .rst_ni, .req_i(mem_req), .rsp_o(mem_rsp));
endmodule
