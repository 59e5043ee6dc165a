// SPDX-License-Identifier: Apache-2.0
// Reads eight sensors in turn. All is written out in one machine of 66 states, as hand-written
// sequencers and unrolled HLS loops are.

module sensor_scan (
    input  wire        clk,
    input  wire        rst,
    input  wire        enable,
    output reg  [7:0]  select,
    output reg         trigger,
    input  wire        ready,
    input  wire [7:0]  bus,
    output reg  [15:0] sample,
    output reg  [2:0]  sample_index,
    output reg         sample_strobe,
    output reg  [18:0] total,
    output reg         total_strobe
);
    localparam [6:0]
        IDLE = 7'd0,
        S0_SELECT = 7'd1,
        S0_SETTLE = 7'd2,
        S0_TRIGGER = 7'd3,
        S0_CONVERT = 7'd4,
        S0_READ_HIGH = 7'd5,
        S0_READ_LOW = 7'd6,
        S0_STORE = 7'd7,
        S0_RELEASE = 7'd8,
        S1_SELECT = 7'd9,
        S1_SETTLE = 7'd10,
        S1_TRIGGER = 7'd11,
        S1_CONVERT = 7'd12,
        S1_READ_HIGH = 7'd13,
        S1_READ_LOW = 7'd14,
        S1_STORE = 7'd15,
        S1_RELEASE = 7'd16,
        S2_SELECT = 7'd17,
        S2_SETTLE = 7'd18,
        S2_TRIGGER = 7'd19,
        S2_CONVERT = 7'd20,
        S2_READ_HIGH = 7'd21,
        S2_READ_LOW = 7'd22,
        S2_STORE = 7'd23,
        S2_RELEASE = 7'd24,
        S3_SELECT = 7'd25,
        S3_SETTLE = 7'd26,
        S3_TRIGGER = 7'd27,
        S3_CONVERT = 7'd28,
        S3_READ_HIGH = 7'd29,
        S3_READ_LOW = 7'd30,
        S3_STORE = 7'd31,
        S3_RELEASE = 7'd32,
        S4_SELECT = 7'd33,
        S4_SETTLE = 7'd34,
        S4_TRIGGER = 7'd35,
        S4_CONVERT = 7'd36,
        S4_READ_HIGH = 7'd37,
        S4_READ_LOW = 7'd38,
        S4_STORE = 7'd39,
        S4_RELEASE = 7'd40,
        S5_SELECT = 7'd41,
        S5_SETTLE = 7'd42,
        S5_TRIGGER = 7'd43,
        S5_CONVERT = 7'd44,
        S5_READ_HIGH = 7'd45,
        S5_READ_LOW = 7'd46,
        S5_STORE = 7'd47,
        S5_RELEASE = 7'd48,
        S6_SELECT = 7'd49,
        S6_SETTLE = 7'd50,
        S6_TRIGGER = 7'd51,
        S6_CONVERT = 7'd52,
        S6_READ_HIGH = 7'd53,
        S6_READ_LOW = 7'd54,
        S6_STORE = 7'd55,
        S6_RELEASE = 7'd56,
        S7_SELECT = 7'd57,
        S7_SETTLE = 7'd58,
        S7_TRIGGER = 7'd59,
        S7_CONVERT = 7'd60,
        S7_READ_HIGH = 7'd61,
        S7_READ_LOW = 7'd62,
        S7_STORE = 7'd63,
        S7_RELEASE = 7'd64,
        SUMMARY = 7'd65;

    reg [6:0]  state;
    reg [3:0]  settle;
    reg [18:0] sum;

    always @(posedge clk) begin
        if (rst) begin
            state         <= IDLE;
            select        <= 8'd0;
            trigger       <= 1'b0;
            settle        <= 4'd0;
            sample        <= 16'd0;
            sample_index  <= 3'd0;
            sample_strobe <= 1'b0;
            sum           <= 19'd0;
            total         <= 19'd0;
            total_strobe  <= 1'b0;
        end else begin
            trigger       <= 1'b0;
            sample_strobe <= 1'b0;
            total_strobe  <= 1'b0;
            settle        <= settle - 4'd1;
            case (state)
                IDLE: if (enable) begin
                    sum   <= 19'd0;
                    state <= S0_SELECT;
                end
                S0_SELECT: begin
                    select <= 8'd1;
                    settle <= 4'd3;
                    state  <= S0_SETTLE;
                end
                S0_SETTLE: if (settle == 4'd0) state <= S0_TRIGGER;
                S0_TRIGGER: begin
                    trigger <= 1'b1;
                    state   <= S0_CONVERT;
                end
                S0_CONVERT: if (ready) state <= S0_READ_HIGH;
                S0_READ_HIGH: begin
                    sample[15:8] <= bus;
                    state        <= S0_READ_LOW;
                end
                S0_READ_LOW: begin
                    sample[7:0] <= bus;
                    state       <= S0_STORE;
                end
                S0_STORE: begin
                    sample_index  <= 3'd0;
                    sample_strobe <= 1'b1;
                    sum           <= sum + sample;
                    state         <= S0_RELEASE;
                end
                S0_RELEASE: begin
                    select <= 8'd0;
                    if (!ready) state <= S1_SELECT;
                end
                S1_SELECT: begin
                    select <= 8'd2;
                    settle <= 4'd4;
                    state  <= S1_SETTLE;
                end
                S1_SETTLE: if (settle == 4'd0) state <= S1_TRIGGER;
                S1_TRIGGER: begin
                    trigger <= 1'b1;
                    state   <= S1_CONVERT;
                end
                S1_CONVERT: if (ready) state <= S1_READ_HIGH;
                S1_READ_HIGH: begin
                    sample[15:8] <= bus;
                    state        <= S1_READ_LOW;
                end
                S1_READ_LOW: begin
                    sample[7:0] <= bus;
                    state       <= S1_STORE;
                end
                S1_STORE: begin
                    sample_index  <= 3'd1;
                    sample_strobe <= 1'b1;
                    sum           <= sum + sample;
                    state         <= S1_RELEASE;
                end
                S1_RELEASE: begin
                    select <= 8'd0;
                    if (!ready) state <= S2_SELECT;
                end
                S2_SELECT: begin
                    select <= 8'd4;
                    settle <= 4'd5;
                    state  <= S2_SETTLE;
                end
                S2_SETTLE: if (settle == 4'd0) state <= S2_TRIGGER;
                S2_TRIGGER: begin
                    trigger <= 1'b1;
                    state   <= S2_CONVERT;
                end
                S2_CONVERT: if (ready) state <= S2_READ_HIGH;
                S2_READ_HIGH: begin
                    sample[15:8] <= bus;
                    state        <= S2_READ_LOW;
                end
                S2_READ_LOW: begin
                    sample[7:0] <= bus;
                    state       <= S2_STORE;
                end
                S2_STORE: begin
                    sample_index  <= 3'd2;
                    sample_strobe <= 1'b1;
                    sum           <= sum + sample;
                    state         <= S2_RELEASE;
                end
                S2_RELEASE: begin
                    select <= 8'd0;
                    if (!ready) state <= S3_SELECT;
                end
                S3_SELECT: begin
                    select <= 8'd8;
                    settle <= 4'd6;
                    state  <= S3_SETTLE;
                end
                S3_SETTLE: if (settle == 4'd0) state <= S3_TRIGGER;
                S3_TRIGGER: begin
                    trigger <= 1'b1;
                    state   <= S3_CONVERT;
                end
                S3_CONVERT: if (ready) state <= S3_READ_HIGH;
                S3_READ_HIGH: begin
                    sample[15:8] <= bus;
                    state        <= S3_READ_LOW;
                end
                S3_READ_LOW: begin
                    sample[7:0] <= bus;
                    state       <= S3_STORE;
                end
                S3_STORE: begin
                    sample_index  <= 3'd3;
                    sample_strobe <= 1'b1;
                    sum           <= sum + sample;
                    state         <= S3_RELEASE;
                end
                S3_RELEASE: begin
                    select <= 8'd0;
                    if (!ready) state <= S4_SELECT;
                end
                S4_SELECT: begin
                    select <= 8'd16;
                    settle <= 4'd3;
                    state  <= S4_SETTLE;
                end
                S4_SETTLE: if (settle == 4'd0) state <= S4_TRIGGER;
                S4_TRIGGER: begin
                    trigger <= 1'b1;
                    state   <= S4_CONVERT;
                end
                S4_CONVERT: if (ready) state <= S4_READ_HIGH;
                S4_READ_HIGH: begin
                    sample[15:8] <= bus;
                    state        <= S4_READ_LOW;
                end
                S4_READ_LOW: begin
                    sample[7:0] <= bus;
                    state       <= S4_STORE;
                end
                S4_STORE: begin
                    sample_index  <= 3'd4;
                    sample_strobe <= 1'b1;
                    sum           <= sum + sample;
                    state         <= S4_RELEASE;
                end
                S4_RELEASE: begin
                    select <= 8'd0;
                    if (!ready) state <= S5_SELECT;
                end
                S5_SELECT: begin
                    select <= 8'd32;
                    settle <= 4'd4;
                    state  <= S5_SETTLE;
                end
                S5_SETTLE: if (settle == 4'd0) state <= S5_TRIGGER;
                S5_TRIGGER: begin
                    trigger <= 1'b1;
                    state   <= S5_CONVERT;
                end
                S5_CONVERT: if (ready) state <= S5_READ_HIGH;
                S5_READ_HIGH: begin
                    sample[15:8] <= bus;
                    state        <= S5_READ_LOW;
                end
                S5_READ_LOW: begin
                    sample[7:0] <= bus;
                    state       <= S5_STORE;
                end
                S5_STORE: begin
                    sample_index  <= 3'd5;
                    sample_strobe <= 1'b1;
                    sum           <= sum + sample;
                    state         <= S5_RELEASE;
                end
                S5_RELEASE: begin
                    select <= 8'd0;
                    if (!ready) state <= S6_SELECT;
                end
                S6_SELECT: begin
                    select <= 8'd64;
                    settle <= 4'd5;
                    state  <= S6_SETTLE;
                end
                S6_SETTLE: if (settle == 4'd0) state <= S6_TRIGGER;
                S6_TRIGGER: begin
                    trigger <= 1'b1;
                    state   <= S6_CONVERT;
                end
                S6_CONVERT: if (ready) state <= S6_READ_HIGH;
                S6_READ_HIGH: begin
                    sample[15:8] <= bus;
                    state        <= S6_READ_LOW;
                end
                S6_READ_LOW: begin
                    sample[7:0] <= bus;
                    state       <= S6_STORE;
                end
                S6_STORE: begin
                    sample_index  <= 3'd6;
                    sample_strobe <= 1'b1;
                    sum           <= sum + sample;
                    state         <= S6_RELEASE;
                end
                S6_RELEASE: begin
                    select <= 8'd0;
                    if (!ready) state <= S7_SELECT;
                end
                S7_SELECT: begin
                    select <= 8'd128;
                    settle <= 4'd6;
                    state  <= S7_SETTLE;
                end
                S7_SETTLE: if (settle == 4'd0) state <= S7_TRIGGER;
                S7_TRIGGER: begin
                    trigger <= 1'b1;
                    state   <= S7_CONVERT;
                end
                S7_CONVERT: if (ready) state <= S7_READ_HIGH;
                S7_READ_HIGH: begin
                    sample[15:8] <= bus;
                    state        <= S7_READ_LOW;
                end
                S7_READ_LOW: begin
                    sample[7:0] <= bus;
                    state       <= S7_STORE;
                end
                S7_STORE: begin
                    sample_index  <= 3'd7;
                    sample_strobe <= 1'b1;
                    sum           <= sum + sample;
                    state         <= S7_RELEASE;
                end
                S7_RELEASE: begin
                    select <= 8'd0;
                    if (!ready) state <= SUMMARY;
                end
                SUMMARY: begin
                    total        <= sum;
                    total_strobe <= 1'b1;
                    state        <= IDLE;
                end
                default: state <= IDLE;
            endcase
        end
    end
endmodule
