// SPDX-License-Identifier: Apache-2.0
// A table walker reads through a small cache; a miss fetches a line from a DRAM that takes its time.
module walker #(parameter int WORK = 2) (
    input  logic        clk,
    input  logic        rst,
    output logic        rd_req,
    input  logic        rd_ack,
    output logic [11:0] rd_addr,
    input  logic [15:0] rd_data,
    output logic        visited
);
    enum logic [1:0] {READ, GOT, THINK} step;
    logic [3:0] n;
    assign rd_req  = step == READ;
    assign visited = step == GOT;
    always_ff @(posedge clk)
        if (rst) begin
            step    <= READ;
            rd_addr <= 12'h005;
            n       <= '0;
        end else case (step)
            READ: if (rd_ack) begin
                rd_addr <= rd_data[0] ? rd_addr + 12'd1 : rd_addr + 12'd7;
                step    <= GOT;
                n       <= WORK;
            end
            GOT: step <= THINK;
            default: begin
                n <= n - 1'b1;
                if (n == 1) step <= READ;
            end
        endcase
endmodule

module small_cache (
    input  logic        clk,
    input  logic        rst,
    input  logic        rd_req,
    output logic        rd_ack,
    input  logic [11:0] rd_addr,
    output logic [15:0] rd_data,
    output logic        mem_req,
    input  logic        mem_valid,
    output logic [9:0]  mem_line,
    input  logic [63:0] mem_data
);
    localparam IDLE = 2'd0, LOOKUP = 2'd1, FETCH = 2'd2;
    logic [1:0]  cstate;
    logic [63:0] lines[0:7];
    logic [6:0]  tags[0:7];
    logic [7:0]  valid;
    wire  [2:0]  index = rd_addr[4:2];
    wire hit = valid[index] && tags[index] == rd_addr[11:5];
    assign rd_ack   = cstate == LOOKUP && hit;
    assign rd_data  = lines[index][16*rd_addr[1:0]+:16];
    assign mem_req  = cstate == FETCH;
    assign mem_line = rd_addr[11:2];
    always_ff @(posedge clk)
        if (rst) begin
            cstate <= IDLE;
            valid  <= '0;
        end else case (cstate)
            IDLE:   if (rd_req) cstate <= LOOKUP;
            LOOKUP: if (hit) cstate <= IDLE;
                    else cstate <= FETCH;
            default: if (mem_valid) begin
                lines[index] <= mem_data;
                tags[index]  <= rd_addr[11:5];
                valid[index] <= 1'b1;
                cstate       <= LOOKUP;
            end
        endcase
endmodule

module dram #(parameter int LATENCY = 22) (
    input  logic        clk,
    input  logic        rst,
    input  logic        mem_req,
    output logic        mem_valid,
    input  logic [9:0]  mem_line,
    output logic [63:0] mem_data
);
    logic [5:0] count;
    assign mem_valid = mem_req && count == LATENCY;
    assign mem_data  = {6{mem_line, 1'b1}};
    always_ff @(posedge clk)
        if (rst || !mem_req || mem_valid) count <= '0;
        else count <= count + 1'b1;
endmodule

module cache_walk #(parameter int WORK = 2, parameter int LATENCY = 22) (
    input  logic clk,
    input  logic rst,
    output logic visited
);
    logic rd_req, rd_ack, mem_req, mem_valid;
    logic [11:0] rd_addr;
    logic [15:0] rd_data;
    logic [9:0] mem_line;
    logic [63:0] mem_data;
    walker #(.WORK(WORK)) u_walker (.*);
    small_cache u_cache (.*);
    dram #(.LATENCY(LATENCY)) u_dram (.*);
endmodule
