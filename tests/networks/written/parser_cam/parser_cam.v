// SPDX-License-Identifier: Apache-2.0
// A switch port: the header of a packet is parsed, its destination is looked for in a table entry by entry while the payload
// waits in a FIFO, and the packet leaves with the number of its port in front.
module header_parser (
    input             aclk,
    input             aresetn,
    input             s_axis_tvalid,
    output            s_axis_tready,
    input       [7:0] s_axis_tdata,
    input             s_axis_tlast,
    output reg        search_start,
    output reg [15:0] search_key,
    input             search_idle,
    output            pay_wr,
    output      [8:0] pay_din,
    input             pay_full
);
    localparam [3:0] DST_HI = 4'b0001, DST_LO = 4'b0010, SKIP = 4'b0100, PAYLOAD = 4'b1000;
    reg [3:0] state;
    wire take = s_axis_tvalid && s_axis_tready;
    assign s_axis_tready = state == PAYLOAD ? !pay_full : state == SKIP ? search_idle && !search_start : 1'b1;
    assign pay_wr  = take && state == PAYLOAD;
    assign pay_din = {s_axis_tlast, s_axis_tdata};
    always @(posedge aclk)
        if (!aresetn) begin
            state        <= DST_HI;
            search_start <= 1'b0;
        end else begin
            search_start <= 1'b0;
            if (take)
                case (state)
                    DST_HI: begin
                        search_key[15:8] <= s_axis_tdata;
                        state <= DST_LO;
                    end
                    DST_LO: begin
                        search_key[7:0] <= s_axis_tdata;
                        state <= SKIP;
                    end
                    SKIP: begin
                        search_start <= 1'b1;
                        state <= PAYLOAD;
                    end
                    default: if (s_axis_tlast) state <= DST_HI;
                endcase
        end
endmodule

module table_search #(parameter WAYS = 1) (
    input             aclk,
    input             aresetn,
    input             search_start,
    input      [15:0] search_key,
    output            search_idle,
    output reg        found,
    output reg  [4:0] port,
    input             found_taken
);
    reg        searching;
    reg [15:0] key;
    reg  [5:0] entry;
    // The table: entry n is for destination 16'h0a00 + 3 n.
    wire hit_0 = key == 16'h0a00 + 3 * entry;
    wire hit_1 = WAYS == 2 && key == 16'h0a00 + 3 * (entry + 1);
    assign search_idle = !searching && !found;
    always @(posedge aclk)
        if (!aresetn) begin
            searching <= 1'b0;
            found     <= 1'b0;
        end else begin
            if (found_taken) found <= 1'b0;
            if (search_start) begin
                searching <= 1'b1;
                key       <= search_key;
                entry     <= 0;
            end else if (searching) begin
                entry <= entry + WAYS;
                if (hit_0 || hit_1 || entry >= 32 - WAYS) begin
                    searching <= 1'b0;
                    found     <= 1'b1;
                    port      <= hit_1 ? entry + 1 : entry;
                end
            end
        end
endmodule

module payload_fifo #(parameter LOG2 = 4) (
    input        aclk,
    input        aresetn,
    input        wr,
    input  [8:0] din,
    output       full,
    input        rd,
    output [8:0] dout,
    output       empty
);
    reg [8:0]    store [0:(1 << LOG2) - 1];
    reg [LOG2:0] wptr, rptr;
    assign full  = wptr == {~rptr[LOG2], rptr[LOG2-1:0]};
    assign empty = wptr == rptr;
    assign dout  = store[rptr[LOG2-1:0]];
    always @(posedge aclk)
        if (!aresetn) begin
            wptr <= 0;
            rptr <= 0;
        end else begin
            if (wr) store[wptr[LOG2-1:0]] <= din;
            if (wr) wptr <= wptr + 1;
            if (rd) rptr <= rptr + 1;
        end
endmodule

module forwarder (
    input            aclk,
    input            aresetn,
    input            found,
    input      [4:0] port,
    output           found_taken,
    input            pay_empty,
    input      [8:0] pay_dout,
    output           pay_rd,
    output           m_axis_tvalid,
    input            m_axis_tready,
    output     [7:0] m_axis_tdata,
    output           m_axis_tlast
);
    reg sending;
    assign m_axis_tvalid = sending ? !pay_empty : found;
    assign m_axis_tdata  = sending ? pay_dout[7:0] : {3'b111, port};
    assign m_axis_tlast  = sending && pay_dout[8];
    assign found_taken   = !sending && found && m_axis_tready;
    assign pay_rd        = sending && !pay_empty && m_axis_tready;
    always @(posedge aclk)
        if (!aresetn) sending <= 1'b0;
        else if (found_taken) sending <= 1'b1;
        else if (pay_rd && pay_dout[8]) sending <= 1'b0;
endmodule

module parser_cam #(parameter WAYS = 1, parameter LOG2 = 4) (
    input        aclk,
    input        aresetn,
    input        s_axis_tvalid,
    output       s_axis_tready,
    input  [7:0] s_axis_tdata,
    input        s_axis_tlast,
    output       m_axis_tvalid,
    input        m_axis_tready,
    output [7:0] m_axis_tdata,
    output       m_axis_tlast
);
    wire search_start, search_idle, found, found_taken, pay_wr, pay_full, pay_rd, pay_empty;
    wire [15:0] search_key;
    wire [4:0] port;
    wire [8:0] pay_din, pay_dout;
    header_parser parser (.aclk(aclk), .aresetn(aresetn), .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready), .s_axis_tdata(s_axis_tdata),
        .s_axis_tlast(s_axis_tlast), .search_start(search_start), .search_key(search_key), .search_idle(search_idle), .pay_wr(pay_wr), .pay_din(pay_din), .pay_full(pay_full));
    table_search #(.WAYS(WAYS)) search (.aclk(aclk), .aresetn(aresetn), .search_start(search_start), .search_key(search_key), .search_idle(search_idle),
        .found(found), .port(port), .found_taken(found_taken));
    payload_fifo #(.LOG2(LOG2)) fifo (.aclk(aclk), .aresetn(aresetn), .wr(pay_wr), .din(pay_din), .full(pay_full), .rd(pay_rd), .dout(pay_dout), .empty(pay_empty));
    forwarder forward (.aclk(aclk), .aresetn(aresetn), .found(found), .port(port), .found_taken(found_taken), .pay_empty(pay_empty), .pay_dout(pay_dout), .pay_rd(pay_rd),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready), .m_axis_tdata(m_axis_tdata), .m_axis_tlast(m_axis_tlast));
endmodule
