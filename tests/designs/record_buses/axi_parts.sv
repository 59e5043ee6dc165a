// SPDX-License-Identifier: Apache-2.0
// A client that writes bursts and reads others ahead, of any types of records, and stores behind an array of ports.
module axi_client #(
    parameter type  req_t  = logic,
    parameter type  resp_t = logic,
    parameter [7:0] BURSTS = 8'd40,
    parameter [2:0] AHEAD  = 3'd3
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    output req_t        mst_req_o,
    input  resp_t       mst_resp_i,
    output logic [31:0] sum_o,
    output logic        done_o
);
    typedef enum logic [1:0] {ADDRESS, DATA, ANSWER, REST} write_e;
    write_e      writing;
    logic [7:0]  written, asked, read, beat;
    logic [2:0]  under_way;
    logic [31:0] sum;
    logic        paused;
    wire         takes_last = mst_resp_i.r_valid && mst_resp_i.r.last && mst_req_o.r_ready;
    wire         asks = mst_req_o.ar_valid && mst_resp_i.ar_ready;

    always_comb begin
        mst_req_o          = '0;
        mst_req_o.aw_valid = writing == ADDRESS;
        mst_req_o.aw.addr  = {16'h1000, written, 8'h0};
        mst_req_o.aw.len   = {6'h0, written[1:0]};
        mst_req_o.w_valid  = writing == DATA && (!paused || written[0]);
        mst_req_o.w.data   = {written, beat, 16'h55aa};
        mst_req_o.w.strb   = written[2] ? 4'b0110 : 4'b1111;
        mst_req_o.w.last   = beat == {6'h0, written[1:0]};
        mst_req_o.b_ready  = writing == ANSWER;
        mst_req_o.ar_valid = asked != BURSTS && under_way != AHEAD;
        mst_req_o.ar.id    = asked[1:0];
        mst_req_o.ar.addr  = {24'h0, asked};
        mst_req_o.ar.len   = {5'h0, asked[2:0]};
        mst_req_o.r_ready  = sum[1:0] != 2'd3 || written[0];
    end
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            writing <= ADDRESS;
            written <= '0;
            beat    <= '0;
            paused  <= 1'b0;
        end else begin
            paused <= !mst_req_o.w_valid || mst_resp_i.w_ready ? !paused : paused;
            case (writing)
                ADDRESS: if (mst_resp_i.aw_ready) writing <= DATA;
                DATA: if (mst_req_o.w_valid && mst_resp_i.w_ready) begin
                    beat <= beat + 8'd1;
                    if (mst_req_o.w.last) writing <= ANSWER;
                end
                ANSWER: if (mst_resp_i.b_valid) begin
                    beat    <= '0;
                    written <= written + 8'd1;
                    writing <= written == BURSTS - 8'd1 ? REST : ADDRESS;
                end
                default: ;
            endcase
        end
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            asked     <= '0;
            read      <= '0;
            under_way <= '0;
            sum       <= '0;
        end else begin
            if (asks) asked <= asked + 8'd1;
            under_way <= under_way + {2'b0, asks} - {2'b0, takes_last};
            if (mst_resp_i.r_valid && mst_req_o.r_ready) sum <= sum + mst_resp_i.r.data;
            else sum <= sum + 32'd1;
            if (takes_last) read <= read + 8'd1;
        end
    assign sum_o  = sum;
    assign done_o = writing == REST && read == BURSTS;
endmodule

module axi_store #(
    parameter type  req_t  = logic,
    parameter type  resp_t = logic,
    parameter [3:0] WAIT   = 4'd3
) (
    input  logic  clk_i,
    input  logic  rst_ni,
    input  req_t  slv_req_i,
    output resp_t slv_resp_o
);
    logic [3:0]  left;
    logic        reading, filling, answering;
    logic [7:0]  beats;
    logic [31:0] addr, kept;
    logic [1:0]  id;

    always_comb begin
        slv_resp_o          = '0;
        slv_resp_o.ar_ready = !reading;
        slv_resp_o.r_valid  = reading && left == 0;
        slv_resp_o.r.id     = id;
        slv_resp_o.r.data   = addr ^ kept;
        slv_resp_o.r.last   = beats == 0;
        slv_resp_o.aw_ready = !filling && !answering;
        slv_resp_o.w_ready  = filling && left[0];
        slv_resp_o.b_valid  = answering && left[1];
    end
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            left      <= '0;
            reading   <= 1'b0;
            filling   <= 1'b0;
            answering <= 1'b0;
            beats     <= '0;
            addr      <= '0;
            kept      <= '0;
            id        <= '0;
        end else begin
            left <= left == 0 ? (reading ? 4'd0 : WAIT) : left - 4'd1;
            if (!reading && slv_req_i.ar_valid) begin
                reading <= 1'b1;
                left    <= WAIT;
                beats   <= slv_req_i.ar.len;
                addr    <= slv_req_i.ar.addr;
                id      <= slv_req_i.ar.id;
            end else if (slv_resp_o.r_valid && slv_req_i.r_ready) begin
                addr  <= addr + 32'd4;
                beats <= beats - 8'd1;
                left  <= {2'b0, addr[3:2]};
                if (beats == 0) reading <= 1'b0;
            end
            if (slv_resp_o.aw_ready && slv_req_i.aw_valid) filling <= 1'b1;
            if (slv_resp_o.w_ready && slv_req_i.w_valid) begin
                kept <= kept + slv_req_i.w.data;
                if (slv_req_i.w.last) begin
                    filling   <= 1'b0;
                    answering <= 1'b1;
                end
            end
            if (slv_resp_o.b_valid && slv_req_i.b_ready) answering <= 1'b0;
            if (reading && left == 0 && !slv_req_i.r_ready) left <= 4'd2;
        end
endmodule

module axi_row #(
    parameter type         req_t  = logic,
    parameter type         resp_t = logic,
    parameter int unsigned PORTS  = 2
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  req_t  [PORTS-1:0] slv_ports_req_i,
    output resp_t [PORTS-1:0] slv_ports_resp_o
);
    for (genvar i = 0; i < PORTS; i++) begin : gen_store
        axi_store #(.req_t(req_t), .resp_t(resp_t), .WAIT(4'd2 + 4'(i))) i_store (
            .clk_i, .rst_ni, .slv_req_i(slv_ports_req_i[i]), .slv_resp_o(slv_ports_resp_o[i]));
    end
endmodule
