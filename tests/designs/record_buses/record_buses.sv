// SPDX-License-Identifier: Apache-2.0
// Buses in packed structures, one or several of each style, and one that leaves the design.
module record_buses
    import record_pkg::*;
(
    input  logic        clk_i,
    input  logic        rst_ni,
    output lite_req_t   ext_req_o,
    input  lite_resp_t  ext_resp_i,
    output logic [31:0] sum_o,
    output logic        done_o
);
    axi_req_t  [1:0]       axi_req;
    axi_resp_t [1:0]       axi_resp;
    tl_h2d_t               tl_main_h2d;
    tl_d2h_t               tl_main_d2h;
    obi_req_t              away;
    obi_rsp_t              home;
    fetch_req_t            instr_req;
    fetch_rsp_t            instr_rsp;
    logic      [3:0][31:0] sums;
    logic      [3:0]       dones;

    for (genvar i = 0; i < 2; i++) begin : gen_client
        axi_client #(.req_t(axi_req_t), .resp_t(axi_resp_t), .AHEAD(3'd1 + 3'(i))) i_client (
            .clk_i, .rst_ni, .mst_req_o(axi_req[i]), .mst_resp_i(axi_resp[i]), .sum_o(sums[i]),
            .done_o(dones[i]));
    end
    axi_row #(.req_t(axi_req_t), .resp_t(axi_resp_t), .PORTS(2)) i_row (
        .clk_i, .rst_ni, .slv_ports_req_i(axi_req), .slv_ports_resp_o(axi_resp));

    tl_host i_host (.clk_i, .rst_ni, .tl_o(tl_main_h2d), .tl_i(tl_main_d2h), .sum_o(sums[2]), .done_o(dones[2]));
    tl_device i_device (.clk_i, .rst_ni, .tl_i(tl_main_h2d), .tl_o(tl_main_d2h));

    obi_core i_core (.clk_i, .rst_ni, .instr_req_o(instr_req), .instr_rsp_i(instr_rsp), .data_req_o(away),
                     .data_rsp_i(home), .sum_o(sums[3]), .done_o(dones[3]));
    fetch_memory i_fetch (.clk_i, .rst_ni, .req_i(instr_req), .rsp_o(instr_rsp));
    obi_memory i_memory (.clk_i, .rst_ni, .obi_req_i(away), .obi_rsp_o(home));

    logic [7:0]  looked;
    logic        waiting;
    logic [31:0] seen;
    always_comb begin
        ext_req_o          = '0;
        ext_req_o.ar.valid = !waiting && looked != 8'd50;
        ext_req_o.ar.addr  = {8'h0, looked};
        ext_req_o.r.ready  = waiting;
    end
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            looked  <= '0;
            waiting <= 1'b0;
            seen    <= '0;
        end else if (!waiting) waiting <= ext_req_o.ar.valid && ext_resp_i.ar.ready;
        else if (ext_resp_i.r.valid) begin
            waiting <= 1'b0;
            looked  <= looked + 8'd1;
            seen    <= seen + {16'h0, ext_resp_i.r.data};
        end
    assign sum_o  = sums[0] ^ sums[1] ^ sums[2] ^ sums[3] ^ seen;
    assign done_o = &dones && looked == 8'd50;
endmodule
