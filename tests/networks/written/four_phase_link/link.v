// SPDX-License-Identifier: Apache-2.0
// Bytes from a counter are squared and stored. Each hand-over is a full four-phase cycle: req up, ack up, req down, ack down.
module byte_source #(parameter GAP = 2) (
    input  wire       clk,
    input  wire       rst,
    output reg        req,
    input  wire       ack,
    output reg  [7:0] value
);
    reg [3:0] gap;
    always @(posedge clk)
        if (rst) begin
            req   <= 1'b0;
            value <= 8'd1;
            gap   <= GAP;
        end else if (req) begin
            if (ack) begin
                req <= 1'b0;
                gap <= GAP;
            end
        end else if (gap != 0) gap <= gap - 1'b1;
        else if (!ack) begin
            req   <= 1'b1;
            value <= value + 8'd3;
        end
endmodule

module squaring_station #(parameter WORK = 12) (
    input  wire        clk,
    input  wire        rst,
    input  wire        a_req,
    output reg         a_ack,
    input  wire [7:0]  a_value,
    output reg         b_req,
    input  wire        b_ack,
    output reg  [15:0] b_value
);
    localparam LISTEN = 0, RELEASE = 1, THINK = 2, OFFER = 3, RECOVER = 4;
    reg [2:0] st;
    reg [4:0] left;
    reg [7:0] held;
    always @(posedge clk)
        if (rst) begin
            st      <= LISTEN;
            a_ack   <= 1'b0;
            b_req   <= 1'b0;
            b_value <= 16'd0;
            left    <= 0;
            held    <= 0;
        end else
            case (st)
                LISTEN: if (a_req) begin
                    held  <= a_value;
                    a_ack <= 1'b1;
                    st    <= RELEASE;
                end
                RELEASE: if (!a_req) begin
                    a_ack <= 1'b0;
                    left  <= WORK - 1;
                    st    <= THINK;
                end
                THINK: begin
                    left <= left - 1'b1;
                    if (left == 0) begin
                        b_value <= held * held;
                        b_req   <= 1'b1;
                        st      <= OFFER;
                    end
                end
                OFFER: if (b_ack) begin
                    b_req <= 1'b0;
                    st    <= RECOVER;
                end
                default: if (!b_ack) st <= LISTEN;
            endcase
endmodule

module word_store #(parameter WRITE = 2) (
    input  wire        clk,
    input  wire        rst,
    input  wire        req,
    output reg         ack,
    input  wire [15:0] value,
    output reg         stored,
    output reg  [15:0] last
);
    reg [2:0] busy;
    always @(posedge clk)
        if (rst) begin
            ack    <= 1'b0;
            busy   <= 0;
            stored <= 1'b0;
            last   <= 0;
        end else begin
            stored <= 1'b0;
            if (ack) begin
                if (!req) ack <= 1'b0;
            end else if (busy != 0) begin
                busy <= busy - 1'b1;
                if (busy == 1) begin
                    ack    <= 1'b1;
                    stored <= 1'b1;
                    last   <= value;
                end
            end else if (req) busy <= WRITE;
        end
endmodule

module four_phase_link #(parameter GAP = 2, parameter WORK = 12, parameter WRITE = 2) (
    input  wire        clk,
    input  wire        rst,
    output wire        stored,
    output wire [15:0] last
);
    wire r0, k0, r1, k1;
    wire [7:0] v0;
    wire [15:0] v1;
    byte_source #(.GAP(GAP)) source (.clk(clk), .rst(rst), .req(r0), .ack(k0), .value(v0));
    squaring_station #(.WORK(WORK)) squarer (.clk(clk), .rst(rst), .a_req(r0), .a_ack(k0), .a_value(v0), .b_req(r1), .b_ack(k1), .b_value(v1));
    word_store #(.WRITE(WRITE)) store (.clk(clk), .rst(rst), .req(r1), .ack(k1), .value(v1), .stored(stored), .last(last));
endmodule
