// SPDX-License-Identifier: Apache-2.0
// The front of a small core: instructions come from a memory that answers late, one request at a time.
module instr_mem #(parameter int Latency = 8) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        req_i,
    output logic        gnt_o,
    input  logic [11:0] addr_i,
    output logic        rvalid_o,
    output logic [31:0] rdata_o
);
    logic [4:0]  count_q;
    logic        pending_q;
    logic [11:0] addr_q;
    assign gnt_o    = req_i & ~pending_q;
    assign rvalid_o = pending_q & (count_q == 5'd0);
    assign rdata_o  = {addr_q, 8'h13, addr_q};
    always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
            pending_q <= 1'b0;
            count_q   <= '0;
            addr_q    <= '0;
        end else if (gnt_o) begin
            pending_q <= 1'b1;
            count_q   <= 5'(Latency - 1);
            addr_q    <= addr_i;
        end else if (rvalid_o) begin
            pending_q <= 1'b0;
        end else if (pending_q) begin
            count_q <= count_q - 5'd1;
        end
    end
endmodule

module fetch_unit (
    input  logic        clk_i,
    input  logic        rst_ni,
    output logic        instr_req_o,
    input  logic        instr_gnt_i,
    output logic [11:0] instr_addr_o,
    input  logic        instr_rvalid_i,
    input  logic [31:0] instr_rdata_i,
    output logic        id_valid_o,
    input  logic        id_ready_i,
    output logic [31:0] id_instr_o
);
    typedef enum logic [1:0] {Request, WaitData, Hold} fetch_e;
    fetch_e      fetch_q, fetch_d;
    logic [11:0] pc_q, pc_d;
    logic [31:0] instr_q, instr_d;
    assign instr_addr_o = pc_q;
    assign id_instr_o   = instr_q;
    always_comb begin
        fetch_d     = fetch_q;
        pc_d        = pc_q;
        instr_d     = instr_q;
        instr_req_o = 1'b0;
        id_valid_o  = 1'b0;
        unique case (fetch_q)
            Request: begin
                instr_req_o = 1'b1;
                if (instr_gnt_i) fetch_d = WaitData;
            end
            WaitData: if (instr_rvalid_i) begin
                instr_d = instr_rdata_i;
                pc_d    = pc_q + 12'd4;
                fetch_d = Hold;
            end
            default: begin
                id_valid_o = 1'b1;
                if (id_ready_i) fetch_d = Request;
            end
        endcase
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
            fetch_q <= Request;
            pc_q    <= 12'h080;
            instr_q <= '0;
        end else begin
            fetch_q <= fetch_d;
            pc_q    <= pc_d;
            instr_q <= instr_d;
        end
    end
endmodule

module execute #(parameter int Cycles = 4) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        id_valid_i,
    output logic        id_ready_o,
    input  logic [31:0] id_instr_i,
    output logic        retired_o
);
    logic [3:0]  left_q;
    logic [31:0] acc_q;
    assign id_ready_o = left_q == 4'd0;
    assign retired_o  = left_q == 4'd1;
    always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
            left_q <= '0;
            acc_q  <= '0;
        end else if (id_valid_i && id_ready_o) begin
            left_q <= 4'(Cycles);
            acc_q  <= acc_q + id_instr_i;
        end else if (left_q != 4'd0) begin
            left_q <= left_q - 4'd1;
        end
    end
endmodule

module obi_fetch #(parameter int Latency = 8, parameter int Cycles = 4) (
    input  logic clk_i,
    input  logic rst_ni,
    output logic retired_o
);
    logic        req, gnt, rvalid, id_valid, id_ready;
    logic [11:0] addr;
    logic [31:0] rdata, id_instr;
    fetch_unit i_fetch (
        .clk_i, .rst_ni, .instr_req_o(req), .instr_gnt_i(gnt), .instr_addr_o(addr), .instr_rvalid_i(rvalid),
        .instr_rdata_i(rdata), .id_valid_o(id_valid), .id_ready_i(id_ready), .id_instr_o(id_instr));
    instr_mem #(.Latency(Latency)) i_mem (
        .clk_i, .rst_ni, .req_i(req), .gnt_o(gnt), .addr_i(addr), .rvalid_o(rvalid), .rdata_o(rdata));
    execute #(.Cycles(Cycles)) i_exec (
        .clk_i, .rst_ni, .id_valid_i(id_valid), .id_ready_o(id_ready), .id_instr_i(id_instr), .retired_o);
endmodule
