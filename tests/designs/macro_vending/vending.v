// SPDX-License-Identifier: Apache-2.0
// The coin machine and a motor that pushes the goods out. The motor's states are macros defined
// in this file.
`include "vending_states.vh"

`define MOTOR_STOP    2'b00
`define MOTOR_FORWARD 2'b01
`define MOTOR_BACK    2'b11

module vending (
	input  wire clk,
	input  wire rst,
	`STREAM_SLAVE(coin, `WIDTH),
	`STREAM_MASTER(change, `WIDTH),
	input  wire jammed,
	output reg  [15:0] sold
);
	wire vend;

	coin_machine #(.PRICE(30)) u_coin (
		.clk(clk), .rst(rst),
		.coin_data(coin_data), .coin_valid(coin_valid), .coin_ready(coin_ready),
		.change_data(change_data), .change_valid(change_valid), .change_ready(change_ready),
		.vend(vend), .jammed(jammed)
	);

	reg [1:0] motor;
	reg [2:0] steps;

	always @(posedge clk) begin
		if (rst) begin
			motor <= `MOTOR_STOP;
			steps <= 3'd0;
			sold  <= 16'd0;
		end else begin
			steps <= steps + 3'd1;
			case (motor)
				`MOTOR_STOP: if (vend) begin
					motor <= `MOTOR_FORWARD;
					steps <= 3'd0;
				end
				`MOTOR_FORWARD: if (steps == 3'd7) motor <= `MOTOR_BACK;
				`MOTOR_BACK: if (steps == 3'd7) begin
					motor <= `MOTOR_STOP;
					sold  <= sold + 16'd1;
				end
				default: motor <= `MOTOR_STOP;
			endcase
		end
	end
endmodule
