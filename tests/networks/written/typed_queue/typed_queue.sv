// SPDX-License-Identifier: Apache-2.0
// Orders of a shop: booked, priced, shipped. The queues between are written once for any type.
package shop_pkg;
    typedef struct packed {
        logic [7:0] customer;
        logic [7:0] article;
    } order_t;
    typedef struct packed {
        order_t      order;
        logic [15:0] price;
    } bill_t;
endpackage

module queue_of #(parameter type T = logic [7:0], parameter int unsigned Depth = 4) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic flush_i,
    input  T     data_i,
    input  logic valid_i,
    output logic ready_o,
    output T     data_o,
    output logic valid_o,
    input  logic ready_i
);
    T [Depth-1:0] mem_q;
    logic [$clog2(Depth)-1:0] read_q, write_q;
    logic [$clog2(Depth):0]   fill_q;
    wire push = valid_i && ready_o;
    wire pop  = valid_o && ready_i;
    assign ready_o = fill_q != Depth;
    assign valid_o = fill_q != 0;
    assign data_o  = mem_q[read_q];
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            read_q  <= '0;
            write_q <= '0;
            fill_q  <= '0;
            mem_q   <= '0;
        end else if (flush_i) begin
            read_q  <= '0;
            write_q <= '0;
            fill_q  <= '0;
        end else begin
            if (push) begin
                mem_q[write_q] <= data_i;
                write_q        <= write_q + 1'b1;
            end
            if (pop) read_q <= read_q + 1'b1;
            fill_q <= fill_q + push - pop;
        end
endmodule

module pricer import shop_pkg::*; (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic [4:0] cycles_i,
    input  order_t     order_i,
    input  logic       valid_i,
    output logic       ready_o,
    output bill_t      bill_o,
    output logic       valid_o,
    input  logic       ready_i
);
    typedef enum logic [1:0] {Idle, LookUp, Bill} price_state_e;
    price_state_e state_q, state_d;
    logic [4:0] count_q, count_d;
    bill_t bill_q, bill_d;
    assign ready_o = state_q == Idle;
    assign valid_o = state_q == Bill;
    assign bill_o  = bill_q;
    always_comb begin
        state_d = state_q;
        count_d = count_q;
        bill_d  = bill_q;
        unique case (state_q)
            Idle: if (valid_i) begin
                bill_d  = '{order: order_i, price: 16'd10};
                count_d = '0;
                state_d = LookUp;
            end
            LookUp: begin
                bill_d.price = bill_q.price + {8'd0, bill_q.order.article};
                count_d      = count_q + 1'b1;
                if (count_q == cycles_i - 1) state_d = Bill;
            end
            Bill: if (ready_i) state_d = Idle;
            default: state_d = Idle;
        endcase
    end
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            state_q <= Idle;
            count_q <= '0;
            bill_q  <= '0;
        end else begin
            state_q <= state_d;
            count_q <= count_d;
            bill_q  <= bill_d;
        end
endmodule

module shipper import shop_pkg::*; (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic [4:0] cycles_i,
    input  bill_t      bill_i,
    input  logic       valid_i,
    output logic       ready_o,
    output logic       shipped_o
);
    logic [4:0] left_q;
    assign ready_o = left_q == '0;
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            left_q    <= '0;
            shipped_o <= 1'b0;
        end else begin
            shipped_o <= left_q == 5'd1;
            if (valid_i && ready_o) left_q <= cycles_i;
            else if (left_q != '0) left_q <= left_q - 1'b1;
        end
endmodule

module typed_queue import shop_pkg::*; (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic [4:0] price_cycles_i,
    input  logic [4:0] ship_cycles_i,
    input  order_t     order_i,
    input  logic       order_valid_i,
    output logic       order_ready_o,
    output logic       shipped_o
);
    order_t order;
    bill_t bill, queued;
    logic order_valid, order_ready, bill_valid, bill_ready, queued_valid, queued_ready;
    queue_of #(.T(order_t), .Depth(4)) i_orders (
        .clk_i, .rst_ni, .flush_i(1'b0), .data_i(order_i), .valid_i(order_valid_i), .ready_o(order_ready_o),
        .data_o(order), .valid_o(order_valid), .ready_i(order_ready));
    pricer i_pricer (.clk_i, .rst_ni, .cycles_i(price_cycles_i), .order_i(order), .valid_i(order_valid), .ready_o(order_ready),
                     .bill_o(bill), .valid_o(bill_valid), .ready_i(bill_ready));
    queue_of #(.T(bill_t), .Depth(8)) i_bills (
        .clk_i, .rst_ni, .flush_i(1'b0), .data_i(bill), .valid_i(bill_valid), .ready_o(bill_ready),
        .data_o(queued), .valid_o(queued_valid), .ready_i(queued_ready));
    shipper i_shipper (.clk_i, .rst_ni, .cycles_i(ship_cycles_i), .bill_i(queued), .valid_i(queued_valid), .ready_o(queued_ready), .shipped_o);
endmodule
