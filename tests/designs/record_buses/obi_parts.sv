// SPDX-License-Identifier: Apache-2.0
// A core that fetches and loads and stores, and a memory for each of the two ports, which takes a request while it answers
// the one before.
module obi_core
    import record_pkg::*;
(
    input  logic        clk_i,
    input  logic        rst_ni,
    output fetch_req_t  instr_req_o,
    input  fetch_rsp_t  instr_rsp_i,
    output obi_req_t    data_req_o,
    input  obi_rsp_t    data_rsp_i,
    output logic [31:0] sum_o,
    output logic        done_o
);
    logic [7:0]  fetched, issued, answered;
    logic [31:0] sum;
    always_comb begin
        instr_req_o        = '0;
        instr_req_o.req    = fetched != 8'd120 && sum[1:0] != 2'd1;
        instr_req_o.addr   = {22'h0, fetched, 2'b00};
        data_req_o         = '0;
        data_req_o.req     = issued != 8'd70 && issued < fetched;
        data_req_o.a.addr  = {24'h0, issued};
        data_req_o.a.we    = issued[1];
        data_req_o.a.be    = issued[2] ? 8'h0f : 8'hff;
        data_req_o.a.wdata = {8{issued}};
    end
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            fetched  <= '0;
            issued   <= '0;
            answered <= '0;
            sum      <= '0;
        end else begin
            sum <= sum + 32'd1 + (instr_rsp_i.rvalid ? instr_rsp_i.rdata : '0)
                       + (data_rsp_i.rvalid ? data_rsp_i.r.rdata[31:0] : '0);
            if (instr_req_o.req && instr_rsp_i.gnt) fetched <= fetched + 8'd1;
            if (data_req_o.req && data_rsp_i.gnt) issued <= issued + 8'd1;
            if (data_rsp_i.rvalid) answered <= answered + 8'd1;
        end
    assign sum_o  = sum;
    assign done_o = fetched == 8'd120 && answered == 8'd70;
endmodule

module obi_memory
    import record_pkg::*;
(
    input  logic     clk_i,
    input  logic     rst_ni,
    input  obi_req_t obi_req_i,
    output obi_rsp_t obi_rsp_o
);
    logic [63:0] kept [8];
    logic        first, second, blocked;
    logic [63:0] value, answer;
    assign obi_rsp_o.gnt     = obi_req_i.req && !blocked;
    assign obi_rsp_o.rvalid  = second;
    assign obi_rsp_o.r.rdata = answer;
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            first   <= 1'b0;
            second  <= 1'b0;
            blocked <= 1'b0;
            value   <= '0;
            answer  <= '0;
            for (int i = 0; i < 8; i++) kept[i] <= 64'(i);
        end else begin
            blocked <= obi_req_i.a.addr[1] && !blocked;
            first   <= obi_rsp_o.gnt;
            second  <= first;
            value   <= kept[obi_req_i.a.addr[2:0]];
            answer  <= value;
            if (obi_rsp_o.gnt && obi_req_i.a.we)
                for (int i = 0; i < 8; i++)
                    if (obi_req_i.a.be[i]) kept[obi_req_i.a.addr[2:0]][8*i+:8] <= obi_req_i.a.wdata[8*i+:8];
        end
endmodule

module fetch_memory
    import record_pkg::*;
(
    input  logic       clk_i,
    input  logic       rst_ni,
    input  fetch_req_t req_i,
    output fetch_rsp_t rsp_o
);
    logic        answers;
    logic [31:0] answer;
    assign rsp_o = '{gnt: req_i.req, rvalid: answers, rdata: answer};
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            answers <= 1'b0;
            answer  <= '0;
        end else begin
            answers <= req_i.req;
            answer  <= req_i.addr ^ 32'h1234;
        end
endmodule
