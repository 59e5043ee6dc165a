// SPDX-License-Identifier: Apache-2.0
// A DMA reads words over a request and response bus. The memory could have sixteen reads under way, the DMA asks for
// two at a time.
module dma_reader #(parameter OUTSTANDING = 2) (
    input  wire        clk,
    input  wire        resetn,
    output wire        cmd_valid,
    input  wire        cmd_ready,
    output reg  [15:0] cmd_address,
    input  wire        rsp_valid,
    input  wire [31:0] rsp_data,
    output wire        pixel_valid,
    output wire [31:0] pixel
);
    reg [5:0] in_flight;
    wire issue = cmd_valid && cmd_ready;
    assign cmd_valid   = in_flight < OUTSTANDING;
    assign pixel_valid = rsp_valid;
    assign pixel       = rsp_data;
    always @(posedge clk)
        if (!resetn) begin
            in_flight   <= 0;
            cmd_address <= 0;
        end else begin
            in_flight <= in_flight + issue - rsp_valid;
            if (issue) cmd_address <= cmd_address + 4;
        end
endmodule

module pipelined_memory #(parameter LATENCY = 18) (
    input  wire        clk,
    input  wire        resetn,
    input  wire        cmd_valid,
    output wire        cmd_ready,
    input  wire [15:0] cmd_address,
    output wire        rsp_valid,
    output wire [31:0] rsp_data
);
    reg [LATENCY-1:0] pipe;
    reg [15:0]        addresses[0:LATENCY-1];
    integer i;
    assign cmd_ready = 1'b1;
    assign rsp_valid = pipe[LATENCY-1];
    assign rsp_data  = {addresses[LATENCY-1], ~addresses[LATENCY-1]};
    always @(posedge clk)
        if (!resetn) pipe <= 0;
        else begin
            pipe         <= {pipe[LATENCY-2:0], cmd_valid};
            addresses[0] <= cmd_address;
            for (i = 1; i < LATENCY; i = i + 1) addresses[i] <= addresses[i-1];
        end
endmodule

module pixel_sum (
    input  wire        clk,
    input  wire        resetn,
    input  wire        pixel_valid,
    input  wire [31:0] pixel,
    output reg         sum_valid,
    output reg  [31:0] sum
);
    always @(posedge clk)
        if (!resetn) begin
            sum_valid <= 1'b0;
            sum       <= 0;
        end else begin
            sum_valid <= pixel_valid;
            if (pixel_valid) sum <= sum + pixel;
        end
endmodule

module dma_one_read #(parameter OUTSTANDING = 2, parameter LATENCY = 18) (
    input  wire        clk,
    input  wire        resetn,
    output wire        sum_valid,
    output wire [31:0] sum
);
    wire cmd_valid, cmd_ready, rsp_valid, pixel_valid;
    wire [15:0] cmd_address;
    wire [31:0] rsp_data, pixel;
    dma_reader #(.OUTSTANDING(OUTSTANDING)) dma (
        .clk(clk), .resetn(resetn), .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_address(cmd_address),
        .rsp_valid(rsp_valid), .rsp_data(rsp_data), .pixel_valid(pixel_valid), .pixel(pixel));
    pipelined_memory #(.LATENCY(LATENCY)) memory (
        .clk(clk), .resetn(resetn), .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_address(cmd_address),
        .rsp_valid(rsp_valid), .rsp_data(rsp_data));
    pixel_sum adder (.clk(clk), .resetn(resetn), .pixel_valid(pixel_valid), .pixel(pixel), .sum_valid(sum_valid), .sum(sum));
endmodule
