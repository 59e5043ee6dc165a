// SPDX-License-Identifier: Apache-2.0
// A host that reads and writes in turns, two requests ahead, and a device that answers in order.
module tl_host
    import record_pkg::*;
(
    input  logic        clk_i,
    input  logic        rst_ni,
    output tl_h2d_t     tl_o,
    input  tl_d2h_t     tl_i,
    output logic [31:0] sum_o,
    output logic        done_o
);
    logic [7:0]  sent, got;
    logic [31:0] sum;
    wire         writes = sent[0] ^ sent[2];
    always_comb begin
        tl_o           = '{a_opcode: Get, default: '0};
        tl_o.a_valid   = sent != 8'd90 && sent - got < 8'd2;
        tl_o.a_opcode  = !writes ? Get : sent[1] ? PutPartialData : PutFullData;
        tl_o.a_size    = 2'd2;
        tl_o.a_source  = sent;
        tl_o.a_address = {22'h0, sent, 2'b00};
        tl_o.a_mask    = writes && sent[1] ? 4'b0011 : 4'b1111;
        tl_o.a_data    = {4{sent}};
        tl_o.d_ready   = !sum[2];
    end
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            sent <= '0;
            got  <= '0;
            sum  <= '0;
        end else begin
            sum <= sum + 32'd1;
            if (tl_o.a_valid && tl_i.a_ready) sent <= sent + 8'd1;
            if (tl_i.d_valid && tl_o.d_ready) begin
                got <= got + 8'd1;
                sum <= sum + tl_i.d_data;
            end
        end
    assign sum_o  = sum;
    assign done_o = got == 8'd90;
endmodule

module tl_device
    import record_pkg::*;
(
    input  logic    clk_i,
    input  logic    rst_ni,
    input  tl_h2d_t tl_i,
    output tl_d2h_t tl_o
);
    logic [31:0] kept [16];
    logic        busy;
    logic [2:0]  left;
    tl_h2d_t     request;
    always_comb begin
        tl_o          = '{d_opcode: AccessAck, default: '0};
        tl_o.a_ready  = !busy;
        tl_o.d_valid  = busy && left == 0;
        tl_o.d_opcode = request.a_opcode == Get ? AccessAckData : AccessAck;
        tl_o.d_source = request.a_source;
        tl_o.d_data   = request.a_opcode == Get ? kept[request.a_address[5:2]] : '0;
    end
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            busy    <= 1'b0;
            left    <= '0;
            request <= '{a_opcode: Get, default: '0};
            for (int i = 0; i < 16; i++) kept[i] <= 32'(i);
        end else if (!busy) begin
            request <= tl_i;
            left    <= tl_i.a_opcode == Get ? 3'd4 : 3'd1;
            busy    <= tl_i.a_valid;
            if (tl_i.a_valid && tl_i.a_opcode != Get)
                for (int i = 0; i < 4; i++)
                    if (tl_i.a_mask[i]) kept[tl_i.a_address[5:2]][8*i+:8] <= tl_i.a_data[8*i+:8];
        end else if (left != 0) left <= left - 3'd1;
        else if (tl_i.d_ready) busy <= 1'b0;
endmodule
