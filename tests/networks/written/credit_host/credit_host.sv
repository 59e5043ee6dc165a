// SPDX-License-Identifier: Apache-2.0
// A sensor's packets go over a link whose far side hands out credits: a flit is sent only when a credit is left, and the
// far side gives one back for each that it has read.
module sensor #(parameter int PERIOD = 5) (
    input  logic        clk,
    input  logic        rst,
    output logic        sample_vld,
    input  logic        sample_rdy,
    output logic [7:0]  sample
);
    logic [3:0] age;
    assign sample_vld = age == 4'(PERIOD);
    always_ff @(posedge clk)
        if (rst) begin
            age    <= '0;
            sample <= 8'd1;
        end else if (sample_vld && sample_rdy) begin
            age    <= 4'd1;
            sample <= sample * 8'd5 + 8'd3;
        end else if (!sample_vld) age <= age + 4'd1;
endmodule

// Two flits for each sample: a header and the value with its parity.
module framer #(parameter int WORK = 3) (
    input  logic       clk,
    input  logic       rst,
    input  logic       sample_vld,
    output logic       sample_rdy,
    input  logic [7:0] sample,
    output logic       flit_vld,
    input  logic       flit_rdy,
    output logic [9:0] flit
);
    typedef enum logic [1:0] {TAKE, WORKING, HEADER, VALUE} state_t;
    state_t state;
    logic [7:0] held;
    logic [3:0] work;
    assign sample_rdy = state == TAKE;
    assign flit_vld   = state == HEADER || state == VALUE;
    assign flit       = state == HEADER ? {2'b10, 4'hc, held[3:0]} : {1'b0, ^held, held};
    always_ff @(posedge clk)
        if (rst) state <= TAKE;
        else
            case (state)
                TAKE: if (sample_vld) begin
                    held  <= sample;
                    work  <= '0;
                    state <= WORKING;
                end
                WORKING: begin
                    work <= work + 4'd1;
                    if (work == 4'(WORK - 1)) state <= HEADER;
                end
                HEADER: if (flit_rdy) state <= VALUE;
                default: if (flit_rdy) state <= TAKE;
            endcase
endmodule

module link_sender #(parameter int CREDITS = 4) (
    input  logic       clk,
    input  logic       rst,
    input  logic       flit_vld,
    output logic       flit_rdy,
    input  logic [9:0] flit,
    output logic       link_flit_vld,
    output logic [9:0] link_flit,
    input  logic       link_credit
);
    logic [4:0] credits;
    assign flit_rdy = credits != 0;
    always_ff @(posedge clk)
        if (rst) begin
            credits       <= 5'(CREDITS);
            link_flit_vld <= 1'b0;
        end else begin
            credits       <= credits + 5'(link_credit) - 5'(flit_vld && flit_rdy);
            link_flit_vld <= flit_vld && flit_rdy;
            link_flit     <= flit;
        end
endmodule

module credit_host #(parameter int PERIOD = 5, parameter int WORK = 3, parameter int CREDITS = 4) (
    input  logic       clk,
    input  logic       rst,
    output logic       link_flit_vld,
    output logic [9:0] link_flit,
    input  logic       link_credit
);
    logic sample_vld, sample_rdy, flit_vld, flit_rdy;
    logic [7:0] sample;
    logic [9:0] flit;
    sensor #(.PERIOD(PERIOD)) u_sensor (.clk, .rst, .sample_vld, .sample_rdy, .sample);
    framer #(.WORK(WORK)) u_framer (.clk, .rst, .sample_vld, .sample_rdy, .sample, .flit_vld, .flit_rdy, .flit);
    link_sender #(.CREDITS(CREDITS)) u_sender (.clk, .rst, .flit_vld, .flit_rdy, .flit, .link_flit_vld, .link_flit, .link_credit);
endmodule
