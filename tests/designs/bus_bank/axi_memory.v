// SPDX-License-Identifier: Apache-2.0
// A memory behind AXI4 with identifiers. It takes up to four reads before it answers the first; a burst
// comes after a pause that depends on its address. Writes are taken one at a time.

module axi_memory (
    input  wire        clk,
    input  wire        rst,
    input  wire [3:0]  s_axi_arid,
    input  wire [11:0] s_axi_araddr,
    input  wire [7:0]  s_axi_arlen,
    input  wire        s_axi_arvalid,
    output wire        s_axi_arready,
    output reg  [3:0]  s_axi_rid,
    output wire [31:0] s_axi_rdata,
    output wire        s_axi_rlast,
    output wire        s_axi_rvalid,
    input  wire        s_axi_rready,
    input  wire [11:0] s_axi_awaddr,
    input  wire [7:0]  s_axi_awlen,
    input  wire        s_axi_awvalid,
    output wire        s_axi_awready,
    input  wire [31:0] s_axi_wdata,
    input  wire [3:0]  s_axi_wstrb,
    input  wire        s_axi_wlast,
    input  wire        s_axi_wvalid,
    output wire        s_axi_wready,
    output wire        s_axi_bvalid,
    input  wire        s_axi_bready
);
    reg  [31:0] words [0:1023];
    integer     i;
    initial for (i = 0; i < 1024; i = i + 1) words[i] = i * 32'h9e3779b1;

    // The request at work, and up to three that wait; requests move up when the first is done.
    reg  [23:0] r0, r1, r2, r3;  // {id, len, addr}
    reg  [2:0]  held;
    reg  [3:0]  pause;
    reg  [7:0]  beat;
    wire [9:0]  at = r0[11:2] + {2'd0, beat};
    wire        asked = s_axi_arvalid && s_axi_arready;
    wire        moved = s_axi_rvalid && s_axi_rready;
    wire        done = moved && s_axi_rlast;
    wire [23:0] request = {s_axi_arid, s_axi_arlen, s_axi_araddr};
    wire [2:0]  left = held - {2'd0, done};

    assign s_axi_arready = held != 3'd4;
    assign s_axi_rvalid  = held != 3'd0 && pause == 4'd0;
    assign s_axi_rlast   = beat == r0[19:12];
    assign s_axi_rdata   = words[at];
    always @* s_axi_rid = r0[23:20];

    always @(posedge clk) begin
        if (rst) begin
            held  <= 3'd0;
            beat  <= 8'd0;
            pause <= 4'd0;
        end else begin
            if (done) begin
                r0 <= r1;
                r1 <= r2;
                r2 <= r3;
            end
            if (asked) begin
                case (left)
                    3'd0: r0 <= request;
                    3'd1: r1 <= request;
                    3'd2: r2 <= request;
                    default: r3 <= request;
                endcase
            end
            held <= left + {2'd0, asked};
            if (done || (asked && held == 3'd0)) pause <= 4'd3 + {1'b0, s_axi_araddr[4:2]};
            else if (pause != 4'd0) pause <= pause - 4'd1;
            if (moved) beat <= s_axi_rlast ? 8'd0 : beat + 8'd1;
        end
    end

    localparam [1:0] ASK = 2'd0, TAKE = 2'd1, ANSWER = 2'd2;
    reg [1:0] write_state;
    reg [9:0] write_at;

    assign s_axi_awready = write_state == ASK;
    assign s_axi_wready  = write_state == TAKE;
    assign s_axi_bvalid  = write_state == ANSWER;

    always @(posedge clk) begin
        if (rst) write_state <= ASK;
        else begin
            case (write_state)
                ASK: if (s_axi_awvalid) begin
                    write_at    <= s_axi_awaddr[11:2];
                    write_state <= TAKE;
                end
                TAKE: if (s_axi_wvalid) begin
                    for (i = 0; i < 4; i = i + 1)
                        if (s_axi_wstrb[i]) words[write_at][8*i +: 8] <= s_axi_wdata[8*i +: 8];
                    write_at <= write_at + 10'd1;
                    if (s_axi_wlast) write_state <= ANSWER;
                end
                ANSWER: if (s_axi_bready) write_state <= ASK;
                default: write_state <= ASK;
            endcase
        end
    end

    wire unused = &{1'b0, s_axi_awlen, s_axi_awaddr[1:0], r0[1:0]};
endmodule
