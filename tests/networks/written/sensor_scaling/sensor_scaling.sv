// SPDX-License-Identifier: Apache-2.0
// Samples of a pressure sensor: offset removed, divided by the calibration factor, packed for the radio.
module offset_remover #(parameter int CYCLES = 3) (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        i_vld,
    output logic        i_rdy,
    input  logic [15:0] i_dat,
    output logic        o_vld,
    input  logic        o_rdy,
    output logic [15:0] o_dat
);
    enum logic [1:0] {IDLE, SUB, OUT} st;
    logic [7:0] cnt;
    assign i_rdy = st == IDLE;
    assign o_vld = st == OUT;
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            st    <= IDLE;
            cnt   <= '0;
            o_dat <= '0;
        end else case (st)
            IDLE: if (i_vld) begin
                o_dat <= i_dat - 16'd100;
                cnt   <= '0;
                st    <= SUB;
            end
            SUB: begin
                cnt <= cnt + 1'b1;
                if (cnt == CYCLES - 1) st <= OUT;
            end
            default: if (o_rdy) st <= IDLE;
        endcase
endmodule

// Restoring division, BITS quotient bits, one bit a cycle.
module serial_divider #(parameter int BITS = 16) (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        i_vld,
    output logic        i_rdy,
    input  logic [15:0] i_dat,
    output logic        o_vld,
    input  logic        o_rdy,
    output logic [15:0] o_dat
);
    localparam logic [15:0] FACTOR = 16'd37;
    enum logic [1:0] {REST, DIVIDE, DONE} st;
    logic [4:0]  bit_no;
    logic [15:0] rem, num;
    wire  [15:0] next_rem = {rem[14:0], num[15]};
    assign i_rdy = st == REST;
    assign o_vld = st == DONE;
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            st     <= REST;
            bit_no <= '0;
            rem    <= '0;
            num    <= '0;
            o_dat  <= '0;
        end else case (st)
            REST: if (i_vld) begin
                num    <= i_dat;
                rem    <= '0;
                bit_no <= '0;
                st     <= DIVIDE;
            end
            DIVIDE: begin
                rem    <= next_rem >= FACTOR ? next_rem - FACTOR : next_rem;
                o_dat  <= {o_dat[14:0], next_rem >= FACTOR};
                num    <= num << 1;
                bit_no <= bit_no + 1'b1;
                if (bit_no == BITS - 1) st <= DONE;
            end
            default: if (o_rdy) st <= REST;
        endcase
endmodule

// Two nibbles of header, then the sample, four bits a cycle.
module radio_packer #(parameter int NIBBLES = 6) (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        i_vld,
    output logic        i_rdy,
    input  logic [15:0] i_dat,
    output logic        o_vld,
    input  logic        o_rdy,
    output logic [3:0]  o_dat
);
    enum logic {WAIT, SEND} st;
    logic [3:0]  nibble;
    logic [23:0] shift;
    assign i_rdy = st == WAIT;
    assign o_vld = st == SEND;
    assign o_dat = shift[23:20];
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            st     <= WAIT;
            nibble <= '0;
            shift  <= '0;
        end else case (st)
            WAIT: if (i_vld) begin
                shift  <= {8'hA5, i_dat};
                nibble <= '0;
                st     <= SEND;
            end
            default: if (o_rdy) begin
                shift  <= shift << 4;
                nibble <= nibble + 1'b1;
                if (nibble == NIBBLES - 1) st <= WAIT;
            end
        endcase
endmodule

module sensor_scaling #(
    parameter int OFFSET_CYCLES = 3,
    parameter int QUOTIENT_BITS = 16,
    parameter int NIBBLES = 6
) (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        sample_vld,
    output logic        sample_rdy,
    input  logic [15:0] sample,
    output logic        radio_vld,
    input  logic        radio_rdy,
    output logic [3:0]  radio
);
    logic        zeroed_vld, zeroed_rdy, scaled_vld, scaled_rdy;
    logic [15:0] zeroed, scaled;
    offset_remover #(.CYCLES(OFFSET_CYCLES)) u_offset (
        .clk, .rst_n, .i_vld(sample_vld), .i_rdy(sample_rdy), .i_dat(sample),
        .o_vld(zeroed_vld), .o_rdy(zeroed_rdy), .o_dat(zeroed));
    serial_divider #(.BITS(QUOTIENT_BITS)) u_divider (
        .clk, .rst_n, .i_vld(zeroed_vld), .i_rdy(zeroed_rdy), .i_dat(zeroed),
        .o_vld(scaled_vld), .o_rdy(scaled_rdy), .o_dat(scaled));
    radio_packer #(.NIBBLES(NIBBLES)) u_packer (
        .clk, .rst_n, .i_vld(scaled_vld), .i_rdy(scaled_rdy), .i_dat(scaled),
        .o_vld(radio_vld), .o_rdy(radio_rdy), .o_dat(radio));
endmodule
