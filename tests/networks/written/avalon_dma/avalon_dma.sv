// SPDX-License-Identifier: Apache-2.0
// Samples are averaged by fours and written to an SDRAM over Avalon; every access opens a row first.
module averager (
    input  wire        clk,
    input  wire        reset_n,
    input  wire        asi_valid,
    output wire        asi_ready,
    input  wire [15:0] asi_data,
    output reg         aso_valid,
    input  wire        aso_ready,
    output reg  [15:0] aso_data
);
    reg [1:0]  count;
    reg [17:0] sum;
    assign asi_ready = !aso_valid | aso_ready;
    always @(posedge clk or negedge reset_n)
        if (!reset_n) begin
            count     <= 2'd0;
            sum       <= 18'd0;
            aso_valid <= 1'b0;
            aso_data  <= 16'd0;
        end else begin
            if (aso_ready) aso_valid <= 1'b0;
            if (asi_valid && asi_ready) begin
                count <= count + 2'd1;
                sum   <= count == 2'd3 ? 18'd0 : sum + asi_data;
                if (count == 2'd3) begin
                    aso_valid <= 1'b1;
                    aso_data  <= (sum + asi_data) >> 2;
                end
            end
        end
endmodule

module write_master (
    input  wire        clk,
    input  wire        reset_n,
    input  wire        asi_valid,
    output wire        asi_ready,
    input  wire [15:0] asi_data,
    output reg  [15:0] avm_address,
    output reg         avm_write,
    output reg  [15:0] avm_writedata,
    input  wire        avm_waitrequest
);
    assign asi_ready = !avm_write;
    always @(posedge clk or negedge reset_n)
        if (!reset_n) begin
            avm_address   <= 16'd0;
            avm_write     <= 1'b0;
            avm_writedata <= 16'd0;
        end else if (!avm_write) begin
            avm_write     <= asi_valid;
            avm_writedata <= asi_data;
        end else if (!avm_waitrequest) begin
            avm_write   <= 1'b0;
            avm_address <= avm_address + 16'd2;
        end
endmodule

module sdram_controller #(parameter ACTIVATE = 5, parameter PRECHARGE = 3) (
    input  wire        clk,
    input  wire        reset_n,
    input  wire [15:0] avs_address,
    input  wire        avs_write,
    input  wire [15:0] avs_writedata,
    output wire        avs_waitrequest,
    output reg  [3:0]  command,
    output reg  [15:0] dq
);
    localparam [1:0] ST_IDLE = 0, ST_ACT = 1, ST_WRITE = 2, ST_PRE = 3;
    reg [1:0] st;
    reg [3:0] t;
    assign avs_waitrequest = !(st == ST_WRITE);
    always @(posedge clk or negedge reset_n)
        if (!reset_n) begin
            st      <= ST_IDLE;
            t       <= 4'd0;
            command <= 4'd0;
            dq      <= 16'd0;
        end else begin
            t <= t + 4'd1;
            case (st)
                ST_IDLE: if (avs_write) begin
                    st      <= ST_ACT;
                    command <= 4'b0011;
                    t       <= 4'd0;
                end
                ST_ACT: if (t == ACTIVATE - 1) begin
                    st      <= ST_WRITE;
                    command <= 4'b0100;
                end
                ST_WRITE: begin
                    dq      <= avs_writedata ^ avs_address;
                    st      <= ST_PRE;
                    command <= 4'b0010;
                    t       <= 4'd0;
                end
                ST_PRE: if (t == PRECHARGE - 1) st <= ST_IDLE;
            endcase
        end
endmodule

module avalon_dma #(parameter ACTIVATE = 5, parameter PRECHARGE = 3) (
    input  wire        clk,
    input  wire        reset_n,
    input  wire        asi_valid,
    output wire        asi_ready,
    input  wire [15:0] asi_data,
    output wire [3:0]  command,
    output wire [15:0] dq
);
    wire        mean_valid, mean_ready, write, waitrequest;
    wire [15:0] mean, address, writedata;
    averager u_averager (
        .clk(clk), .reset_n(reset_n), .asi_valid(asi_valid), .asi_ready(asi_ready), .asi_data(asi_data),
        .aso_valid(mean_valid), .aso_ready(mean_ready), .aso_data(mean));
    write_master u_master (
        .clk(clk), .reset_n(reset_n), .asi_valid(mean_valid), .asi_ready(mean_ready), .asi_data(mean),
        .avm_address(address), .avm_write(write), .avm_writedata(writedata), .avm_waitrequest(waitrequest));
    sdram_controller #(.ACTIVATE(ACTIVATE), .PRECHARGE(PRECHARGE)) u_sdram (
        .clk(clk), .reset_n(reset_n), .avs_address(address), .avs_write(write), .avs_writedata(writedata),
        .avs_waitrequest(waitrequest), .command(command), .dq(dq));
endmodule
