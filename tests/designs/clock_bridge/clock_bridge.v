// SPDX-License-Identifier: Apache-2.0
// A generator in one clock domain, a collector in another, a gray-pointer FIFO between them.

module generator (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       full,
    output wire       write,
    output reg  [7:0] value
);
    localparam [1:0] GEN_IDLE = 0, GEN_BURST = 1, GEN_PAUSE = 2;

    reg [1:0] state;
    reg [4:0] burst_left;
    reg [5:0] pause_left;

    assign write = state == GEN_BURST && !full;

    always @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
            state      <= GEN_IDLE;
            burst_left <= 5'd0;
            pause_left <= 6'd0;
            value      <= 8'd0;
        end else begin
            case (state)
                GEN_IDLE: begin
                    burst_left <= value[4:0];
                    state      <= GEN_BURST;
                end
                GEN_BURST: if (!full) begin
                    value      <= value + 8'd5;
                    burst_left <= burst_left - 5'd1;
                    if (burst_left == 5'd0) begin
                        pause_left <= {value[2:0], 3'd1};
                        state      <= GEN_PAUSE;
                    end
                end
                GEN_PAUSE: begin
                    pause_left <= pause_left - 6'd1;
                    if (pause_left == 6'd0) state <= GEN_IDLE;
                end
                default: state <= GEN_IDLE;
            endcase
        end
    end
endmodule

module collector (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        empty,
    output wire        read,
    input  wire [7:0]  value,
    output reg  [15:0] taken,
    output reg  [7:0]  faults
);
    localparam [2:0] COL_WAIT = 3'b001, COL_TAKE = 3'b010, COL_DIGEST = 3'b100;

    reg [2:0] state;
    reg [7:0] wanted;

    assign read = state == COL_TAKE && !empty;

    always @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
            state  <= COL_WAIT;
            wanted <= 8'd0;
            taken  <= 16'd0;
            faults <= 8'd0;
        end else begin
            case (state)
                COL_WAIT: if (!empty) state <= COL_TAKE;
                COL_TAKE: begin
                    if (empty) state <= COL_WAIT;
                    else begin
                        wanted <= wanted + 8'd5;
                        taken  <= taken + 16'd1;
                        if (value != wanted) faults <= faults + 8'd1;
                        if (value[3:0] == 4'd0) state <= COL_DIGEST;
                    end
                end
                COL_DIGEST: state <= COL_WAIT;
                default: state <= COL_WAIT;
            endcase
        end
    end
endmodule

module clock_bridge (
    input  wire        fast_clk,
    input  wire        fast_rst_n,
    input  wire        slow_clk,
    input  wire        slow_rst_n,
    output wire [15:0] taken,
    output wire [7:0]  faults
);
    wire       write, full, read, empty;
    wire [7:0] in_value, out_value;

    generator u_generator (.clk(fast_clk), .rst_n(fast_rst_n), .full(full), .write(write), .value(in_value));

    async_fifo #(.DSIZE(8), .ASIZE(3)) u_fifo (
        .wclk(fast_clk), .wrst_n(fast_rst_n), .winc(write), .wdata(in_value), .wfull(full),
        .rclk(slow_clk), .rrst_n(slow_rst_n), .rinc(read), .rdata(out_value), .rempty(empty)
    );

    collector u_collector (
        .clk(slow_clk), .rst_n(slow_rst_n), .empty(empty), .read(read), .value(out_value),
        .taken(taken), .faults(faults)
    );
endmodule
