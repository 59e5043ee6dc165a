// SPDX-License-Identifier: Apache-2.0
// A hub that reads three sensors over a two-wire bus, bit by bit at a divided clock, and smooths what they say.
module baud #(parameter int DIV = 4) (
    input  logic clk,
    input  logic rst_n,
    output logic tick
);
    logic [3:0] divider;
    assign tick = divider == 4'(DIV - 1);
    always_ff @(posedge clk, negedge rst_n)
        if (!rst_n) divider <= '0;
        else divider <= tick ? '0 : divider + 4'd1;
endmodule

// Start, seven bits of address and one to read, an acknowledge, eight bits of data, stop.
module two_wire (
    input  logic       clk,
    input  logic       rst_n,
    input  logic       tick,
    input  logic       go,
    input  logic [6:0] address,
    output logic       done,
    output logic [7:0] reading,
    output logic       scl,
    output logic       sda_out,
    input  logic       sda_in
);
    localparam logic [2:0] sIdle = 3'd0, sStart = 3'd1, sAddress = 3'd2, sAck = 3'd3, sData = 3'd4, sStop = 3'd5;
    logic [2:0] cur;
    logic [2:0] count;
    logic [7:0] shift;
    assign scl     = cur == sAddress || cur == sAck || cur == sData;
    assign sda_out = cur == sAddress ? shift[7] : cur != sStart;
    assign reading = shift;
    always_ff @(posedge clk, negedge rst_n)
        if (!rst_n) begin
            cur   <= sIdle;
            count <= '0;
            done  <= 1'b0;
            shift <= '0;
        end else begin
            done <= 1'b0;
            if (tick)
                unique0 case (cur)
                    sIdle: if (go && !done) cur <= sStart;
                    sStart: begin
                        shift <= {address, 1'b1};
                        count <= '0;
                        cur   <= sAddress;
                    end
                    sAddress: begin
                        shift <= {shift[6:0], 1'b0};
                        count <= count + 3'd1;
                        if (count == 3'd7) cur <= sAck;
                    end
                    sAck: cur <= sda_in ? sStop : sData;
                    sData: begin
                        shift <= {shift[6:0], sda_in};
                        count <= count + 3'd1;
                        if (count == 3'd7) cur <= sStop;
                    end
                    sStop: begin
                        done <= 1'b1;
                        cur  <= sIdle;
                    end
                endcase
        end
endmodule

// What hangs on the bus: three sensors, each of which knows its address.
module sensors (
    input  logic clk,
    input  logic rst_n,
    input  logic tick,
    input  logic scl,
    input  logic sda_to,
    output logic sda_from
);
    logic [4:0] bits;
    logic [7:0] heard, value[0:2];
    wire [1:0] which = heard[2:1];
    assign sda_from = bits == 5'd8 ? 1'b0 : value[which][3'(5'd16 - bits)];
    always_ff @(posedge clk, negedge rst_n)
        if (!rst_n) begin
            bits  <= '0;
            heard <= '0;
            for (int i = 0; i < 3; i++) value[i] <= 8'(40 * i + 3);
        end else if (tick) begin
            bits <= scl ? bits + 5'd1 : '0;
            if (scl && bits < 5'd8) heard <= {heard[6:0], sda_to};
            if (scl && bits == 5'd16) value[which] <= value[which] * 8'd3 + 8'd1;
        end
endmodule

module round_poller #(parameter int REST = 8) (
    input  logic       clk,
    input  logic       rst_n,
    output logic       go,
    output logic [6:0] address,
    input  logic       done,
    input  logic [7:0] reading,
    output logic       raw_valid,
    output logic [7:0] raw,
    input  logic       raw_ready
);
    typedef enum {Ask, Hand, Rest} phase_t;
    phase_t phase;
    logic [1:0] sensor;
    logic [4:0] rest;
    assign go        = phase == Ask;
    assign address   = {5'b10010, sensor};
    assign raw_valid = phase == Hand;
    always_ff @(posedge clk, negedge rst_n)
        if (!rst_n) begin
            phase  <= Ask;
            sensor <= '0;
            rest   <= '0;
        end else
            case (phase)
                Ask: if (done) begin
                    raw   <= reading;
                    phase <= Hand;
                end
                Hand: if (raw_ready) begin
                    rest  <= '0;
                    phase <= Rest;
                end
                default: begin
                    rest <= rest + 5'd1;
                    if (rest == 5'(REST - 1)) begin
                        sensor <= sensor == 2'd2 ? 2'd0 : sensor + 2'd1;
                        phase  <= Ask;
                    end
                end
            endcase
endmodule

module smoother #(parameter int WORK = 60) (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        raw_valid,
    input  logic [7:0]  raw,
    output logic        raw_ready,
    output logic        smooth_stb,
    output logic [11:0] smooth
);
    logic [5:0] work;
    assign raw_ready = work == 0;
    always_ff @(posedge clk, negedge rst_n)
        if (!rst_n) begin
            work       <= '0;
            smooth     <= '0;
            smooth_stb <= 1'b0;
        end else begin
            smooth_stb <= work == 6'd1;
            if (raw_valid && raw_ready) begin
                work   <= 6'(WORK);
                smooth <= smooth - (smooth >> 2) + {4'd0, raw};
            end else if (work != 0) work <= work - 6'd1;
        end
endmodule

module i2c_hub #(parameter int DIV = 4, parameter int REST = 8, parameter int WORK = 60) (
    input  logic        clk,
    input  logic        rst_n,
    output logic        smooth_stb,
    output logic [11:0] smooth
);
    logic tick, go, done, scl, sda_to, sda_from, raw_valid, raw_ready;
    logic [6:0] address;
    logic [7:0] reading, raw;
    baud #(.DIV(DIV)) u_baud (.clk, .rst_n, .tick);
    two_wire u_bus (.clk, .rst_n, .tick, .go, .address, .done, .reading, .scl, .sda_out(sda_to), .sda_in(sda_from));
    sensors u_sensors (.clk, .rst_n, .tick, .scl, .sda_to, .sda_from);
    round_poller #(.REST(REST)) u_poller (.clk, .rst_n, .go, .address, .done, .reading, .raw_valid, .raw, .raw_ready);
    smoother #(.WORK(WORK)) u_smooth (.clk, .rst_n, .raw_valid, .raw, .raw_ready, .smooth_stb, .smooth);
endmodule
