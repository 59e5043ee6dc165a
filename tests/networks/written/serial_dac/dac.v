// SPDX-License-Identifier: Apache-2.0
// Samples of a wave are looked up, and shifted out bit by bit to a converter.
module wave_table #(parameter LOOKUP = 4) (
    input  wire        clk,
    input  wire        clr,
    output reg         load,
    output reg  [15:0] wave,
    input  wire        empty
);
    reg [2:0] looking;
    reg [7:0] angle;
    always @(posedge clk)
        if (clr) begin
            load    <= 1'b0;
            wave    <= 16'd0;
            looking <= LOOKUP;
            angle   <= 8'd0;
        end else begin
            load <= 1'b0;
            if (looking != 0) looking <= looking - 3'd1;
            else if (empty && !load) begin
                load    <= 1'b1;
                wave    <= {angle, ~angle} ^ 16'h1234;
                angle   <= angle + 8'd11;
                looking <= LOOKUP;
            end
        end
endmodule

module bit_shifter #(parameter CLOCKS = 2) (
    input  wire        clk,
    input  wire        clr,
    input  wire        load,
    input  wire [15:0] wave,
    output wire        empty,
    output wire        sdo,
    output reg         sync
);
    reg [15:0] bits;
    reg [4:0]  count;
    reg [1:0]  phase;
    assign empty = count == 0;
    assign sdo   = bits[15];
    always @(posedge clk)
        if (clr) begin
            bits  <= 16'd0;
            count <= 5'd0;
            phase <= 2'd0;
            sync  <= 1'b0;
        end else begin
            sync <= 1'b0;
            if (load) begin
                bits  <= wave;
                count <= 5'd16;
                phase <= CLOCKS - 1;
            end else if (!empty) begin
                if (phase != 0) phase <= phase - 2'd1;
                else begin
                    phase <= CLOCKS - 1;
                    bits  <= {bits[14:0], 1'b0};
                    count <= count - 5'd1;
                    sync  <= count == 5'd1;
                end
            end
        end
endmodule

module serial_dac #(parameter LOOKUP = 4, parameter CLOCKS = 2) (
    input  wire clk,
    input  wire clr,
    output wire sdo,
    output wire sync
);
    wire load, empty;
    wire [15:0] wave;
    wave_table #(.LOOKUP(LOOKUP)) table_i (.clk(clk), .clr(clr), .load(load), .wave(wave), .empty(empty));
    bit_shifter #(.CLOCKS(CLOCKS)) shifter (.clk(clk), .clr(clr), .load(load), .wave(wave), .empty(empty), .sdo(sdo), .sync(sync));
endmodule
