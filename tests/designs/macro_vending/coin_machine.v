// SPDX-License-Identifier: Apache-2.0
/*
 * Takes coins, sells goods, gives change. This comment mentions endmodule and even
 * endmodule : coin_machine
 * which a careless tool takes for the end.
 */
`include "vending_states.vh"
`default_nettype none

module coin_machine #(
	parameter PRICE = 25
) (
	input  wire clk,
	input  wire rst,
	`STREAM_SLAVE(coin, `WIDTH),	// tabs, and ports made by a macro
	`STREAM_MASTER(change, `WIDTH),
	output wire vend,
	input  wire jammed
);
	reg [2:0]		state;
	reg [`WIDTH-1:0]	credit;

	assign coin_ready   = state == `ST_IDLE || state == `ST_COUNT;
	assign change_valid = state == `ST_CHANGE;
	assign change_data  = credit;
	assign vend         = state == `ST_VEND;	// endmodule

	always @(posedge clk)
		if (rst)
			state <= `ST_IDLE;
		else
			case (state)
				`ST_IDLE:
					if (coin_valid)
						state <= `ST_COUNT;
				`ST_COUNT:
					if (jammed)
						state <= `ST_JAM;
					else if (credit >= PRICE)
						state <= `ST_VEND;
				`ST_VEND:
					state <= credit == PRICE ? `ST_IDLE : `ST_CHANGE;
				`ST_CHANGE:
					if (change_ready)
						state <= `ST_IDLE;
				`ST_JAM:
					if (!jammed) begin
						$display("coin_machine: free again; this string says endmodule too");
						state <= `ST_COUNT;
					end
				default:
					state <= `ST_IDLE;
			endcase

	always @(posedge clk)
		if (rst)
			credit <= 0;
		else if (state == `ST_VEND)
			credit <= credit - PRICE;
		else if (state == `ST_CHANGE && change_ready)
			credit <= 0;
		else if (coin_valid && coin_ready)
			credit <= credit + coin_data;
endmodule

`default_nettype wire
