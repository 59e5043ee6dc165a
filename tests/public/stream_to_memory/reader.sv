// SPDX-License-Identifier: Apache-2.0
// A memory behind a window of requests.
module late_memory #(parameter int LATENCY = 8) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [31:0] address,
    input  logic        req,
    output logic [31:0] data,
    output logic        rsp
);
    logic [LATENCY-1:0] valid;
    logic [31:0] pipe[LATENCY];
    assign rsp = valid[LATENCY-1];
    assign data = pipe[LATENCY-1];
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) valid <= '0;
        else begin
            valid <= {valid[LATENCY-2:0], req};
            pipe[0] <= address * 32'd2654435761;
            for (int i = 1; i < LATENCY; i++) pipe[i] <= pipe[i-1];
        end
endmodule

module reader #(parameter int ROOM = 2, parameter int LATENCY = 8) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [31:0] ask,
    input  logic        ask_valid,
    output logic        ask_ready,
    output logic [31:0] answer,
    output logic        answer_valid,
    input  logic        answer_ready
);
    logic [31:0] address, data;
    logic req, rsp;
    cc_stream_to_mem #(.mem_req_t(logic [31:0]), .mem_resp_t(logic [31:0]), .BufDepth(ROOM)) u_window (
        .clk_i, .rst_ni, .clr_i(1'b0), .req_i(ask), .req_valid_i(ask_valid), .req_ready_o(ask_ready), .resp_o(answer),
        .resp_valid_o(answer_valid), .resp_ready_i(answer_ready), .mem_req_o(address), .mem_req_valid_o(req),
        .mem_req_ready_i(1'b1), .mem_resp_i(data), .mem_resp_valid_i(rsp));
    late_memory #(.LATENCY(LATENCY)) u_memory (.clk_i, .rst_ni, .address(address), .req(req), .data(data), .rsp(rsp));
endmodule
