// SPDX-License-Identifier: Apache-2.0
// One stream is dealt out to three slow squarers in turn and collected again in the same order.
// Arrays of interfaces join the parts.

module dealer #(
    parameter int LANES = 3
) (
    input logic      clk,
    input logic      rst,
    stream_if.sink   from,
    stream_if.source lanes [LANES]
);
    logic [1:0]       turn;
    logic [LANES-1:0] lane_ready;

    for (genvar i = 0; i < LANES; i++) begin : deal
        assign lanes[i].valid = from.valid && turn == 2'(i);
        assign lanes[i].data  = from.data;
        assign lane_ready[i]  = lanes[i].ready;
    end

    assign from.ready = lane_ready[turn];

    always_ff @(posedge clk) begin
        if (rst) turn <= '0;
        else if (from.valid && from.ready) turn <= turn == 2'(LANES - 1) ? '0 : turn + 2'd1;
    end
endmodule : dealer

module squarer (
    input logic      clk,
    input logic      rst,
    stream_if.sink   in,
    stream_if.source out
);
    // Squares by adding odd numbers, so that large values take longer.
    typedef enum logic [1:0] {TAKE, ADD, GIVE} state_t;

    state_t      state;
    logic [15:0] sum, odd, left;

    assign in.ready  = state == TAKE;
    assign out.valid = state == GIVE;
    assign out.data  = sum;

    always_ff @(posedge clk) begin
        if (rst) begin
            state <= TAKE;
            sum   <= '0;
            odd   <= 16'd1;
            left  <= '0;
        end else begin
            unique case (state)
                TAKE: if (in.valid) begin
                    sum   <= '0;
                    odd   <= 16'd1;
                    left  <= in.data;
                    state <= ADD;
                end
                ADD: begin
                    if (left == '0) state <= GIVE;
                    else begin
                        sum  <= sum + odd;
                        odd  <= odd + 16'd2;
                        left <= left - 16'd1;
                    end
                end
                GIVE: if (out.ready) state <= TAKE;
                default: state <= TAKE;
            endcase
        end
    end
endmodule : squarer

module collector #(
    parameter int LANES = 3
) (
    input logic      clk,
    input logic      rst,
    stream_if.sink   lanes [LANES],
    stream_if.source to
);
    logic [1:0]             turn;
    logic [LANES-1:0]       lane_valid;
    logic [LANES-1:0][15:0] lane_data;

    for (genvar i = 0; i < LANES; i++) begin : gather
        assign lane_valid[i]  = lanes[i].valid;
        assign lane_data[i]   = lanes[i].data;
        assign lanes[i].ready = to.ready && turn == 2'(i);
    end

    assign to.valid = lane_valid[turn];
    assign to.data  = lane_data[turn];

    always_ff @(posedge clk) begin
        if (rst) turn <= '0;
        else if (to.valid && to.ready) turn <= turn == 2'(LANES - 1) ? '0 : turn + 2'd1;
    end
endmodule : collector

module iface_mesh (
    input  logic        clk,
    input  logic        rst,
    input  logic        in_valid,
    output logic        in_ready,
    input  logic [15:0] in_data,
    output logic        out_valid,
    input  logic        out_ready,
    output logic [15:0] out_data
);
    localparam int LANES = 3;

    stream_if feed (.clk(clk));
    stream_if work [LANES] (.clk(clk));
    stream_if results [LANES] (.clk(clk));
    stream_if drain (.clk(clk));

    assign feed.valid  = in_valid;
    assign feed.data   = in_data;
    assign in_ready    = feed.ready;
    assign out_valid   = drain.valid;
    assign out_data    = drain.data;
    assign drain.ready = out_ready;

    dealer #(.LANES(LANES)) u_dealer (.clk, .rst, .from(feed), .lanes(work));

    for (genvar i = 0; i < LANES; i++) begin : lane
        squarer u_squarer (.clk, .rst, .in(work[i]), .out(results[i]));
    end

    collector #(.LANES(LANES)) u_collector (.clk, .rst, .lanes(results), .to(drain));
endmodule : iface_mesh
