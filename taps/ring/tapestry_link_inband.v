// SPDX-License-Identifier: Apache-2.0
//
// tapestry_link_inband: packets within the application's own output stream.
//
// Purpose      The link for designs whose only output is a stream. It is placed between the application's stream
//              (app_*) and the port it leaves by (out_*).
// Measures     The edges at which the application had a beat, the port would have taken it, and a report went
//              instead: an event tap (tapestry_event_core) of its own on the ring, SITE ff01 unless told otherwise.
// Parameters   WIDTH: bits of the stream, a multiple of 8. HAS_LAST: 1 lets reports in only between the
//              application's packets. MARK: the word that announces a report. GAP: beats of the application, at
//              least, between two reports while it has beats to send.
// Timing       A beat of the application passes unchanged and without delay. The word MARK is followed by a word
//              whose low byte n says what it was: 0 an application's beat of that value (its tkeep and tlast are those
//              of this second word), else n bytes of a packet, in the bytes above (WIDTH > 8) or in the next
//              n words (WIDTH = 8, n = 1). The last word of a packet has tlast = 1.
// Overflow     Impossible: back-pressure holds the sender; the application waits for two beats of a report (three when WIDTH = 8).
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: an application's beat leaves once and unchanged; a report never stands within a packet of one that has
//              ends; what is offered is stable until taken.

`default_nettype none

module tapestry_link_inband #(
    parameter integer WIDTH = 32,
    parameter integer HAS_LAST = 1,
    parameter [WIDTH-1:0] MARK = {WIDTH/8{8'ha5}},
    parameter integer GAP = 16,
    parameter [15:0]  SITE = 16'hff01,
    parameter integer COUNTER_WIDTH = 32
) (
    input  wire               clk_i,
    input  wire               rst_i,
    output wire               command_valid_o,
    input  wire               command_ready_i,
    output wire [7:0]         command_data_o,
    input  wire               packet_valid_i,
    output wire               packet_ready_o,
    input  wire [7:0]         packet_data_i,
    input  wire               packet_last_i,
    input  wire [9:0]         ring_in,
    output wire [9:0]         ring_out,
    input  wire [WIDTH-1:0]   app_tdata,
    input  wire [WIDTH/8-1:0] app_tkeep,
    input  wire               app_tvalid,
    output wire               app_tready,
    input  wire               app_tlast,
    output wire [WIDTH-1:0]   out_tdata,
    output wire [WIDTH/8-1:0] out_tkeep,
    output wire               out_tvalid,
    input  wire               out_tready,
    output wire               out_tlast,
    input  wire [7:0]         tapestry_inband_command_tdata,
    input  wire               tapestry_inband_command_tvalid,
    output wire               tapestry_inband_command_tready
);
  localparam integer BYTES = WIDTH / 8;
  localparam integer ROOM = (BYTES > 1) ? BYTES - 1 : 1;  // packet bytes of a report
  localparam integer GAP_WIDTH = $clog2(GAP + 1);
  // verilator lint_off WIDTH
  localparam [GAP_WIDTH-1:0] WAIT = GAP;
  localparam [7:0] FULL = ROOM;
  // verilator lint_on WIDTH

  // Packet bytes that wait for a report.
  reg [8*ROOM-1:0] bytes_q = {8*ROOM{1'b0}};
  reg [7:0]        number_q = 8'd0;
  reg              last_q = 1'b0;
  wire             whole = number_q == FULL || last_q;
  wire             sent;
  always @(posedge clk_i)
    if (rst_i || sent) begin
      number_q <= 8'd0;
      last_q <= 1'b0;
    end
    else if (packet_valid_i && !whole) begin
      bytes_q[8*number_q +: 8] <= packet_data_i;
      number_q <= number_q + 8'd1;
      last_q <= packet_last_i;
    end
  assign packet_ready_o = !whole && !rst_i;

  // APP: the application's beats pass. Else the words of a report, or the second one of a beat that looks like MARK.
  localparam [1:0] APP = 2'd0, LITERAL = 2'd1, REPORT = 2'd2, BYTE = 2'd3;
  reg  [1:0]           state_q = APP;
  reg  [GAP_WIDTH-1:0] gap_q = {GAP_WIDTH{1'b0}};  // beats until a report may push in
  reg                  open_q = 1'b0;              // within a packet of the application
  reg                  held_q = 1'b0;              // the beat offered is the application's and must stay
  wire                 boundary = HAS_LAST == 0 || !open_q;
  wire                 report = state_q == APP && whole && boundary && !held_q && (!app_tvalid || gap_q == {GAP_WIDTH{1'b0}});
  // Once MARK of a report is offered it must stay, too.
  reg                  marked_q = 1'b0;
  wire                 mark = report || marked_q;
  wire                 literal = state_q == APP && !mark && app_tvalid && app_tdata == MARK;
  wire                 go = out_tvalid && out_tready;

  wire [WIDTH-1:0] second, third;
  generate
    if (BYTES > 1) begin : wide
      assign second = {bytes_q, number_q};
      assign third = {WIDTH{1'b0}};
    end
    else begin : narrow
      assign second = number_q;
      assign third = bytes_q;
    end
  endgenerate

  assign out_tvalid = state_q != APP || mark || app_tvalid;
  assign out_tdata = (state_q == APP) ? (mark ? MARK : app_tdata)
                   : (state_q == LITERAL) ? {WIDTH{1'b0}}
                   : (state_q == REPORT) ? second : third;
  assign out_tkeep = ((state_q == APP && !mark && !literal) || state_q == LITERAL) ? app_tkeep : {BYTES{1'b1}};
  assign out_tlast = ((state_q == APP && !mark && !literal) || state_q == LITERAL) ? app_tlast
                   : ((state_q == REPORT && BYTES > 1) || state_q == BYTE) && last_q;
`ifdef MUTANT_1
  assign app_tready = out_tready;
`else
  assign app_tready = out_tready && ((state_q == APP && !mark && !literal) || state_q == LITERAL);
`endif
  assign sent = go && ((state_q == REPORT && BYTES > 1) || state_q == BYTE);

  always @(posedge clk_i) begin
    held_q <= state_q == APP && !mark && app_tvalid && !out_tready;
    marked_q <= state_q == APP && mark && !out_tready;
    if (app_tvalid && app_tready) begin
      open_q <= !app_tlast;
      if (gap_q != {GAP_WIDTH{1'b0}}) gap_q <= gap_q - 1'b1;
    end
    if (sent) gap_q <= WAIT;
    if (go)
      case (state_q)
        APP: state_q <= mark ? REPORT : literal ? LITERAL : APP;
        REPORT: state_q <= (BYTES > 1) ? APP : BYTE;
        default: state_q <= APP;
      endcase
    if (rst_i) begin
      state_q <= APP;
      open_q <= 1'b0;
      held_q <= 1'b0;
      marked_q <= 1'b0;
    end
  end

  // The application's stalls.
  tapestry_event_node #(.SITE(SITE), .WIDTH(1), .COUNTER_WIDTH(COUNTER_WIDTH)) stalls
      (.clk_i(clk_i), .rst_i(rst_i), .tap_event_i(app_tvalid && out_tready && !app_tready),
       .ring_in(ring_in), .ring_out(ring_out));

  assign command_valid_o = tapestry_inband_command_tvalid;
  assign command_data_o = tapestry_inband_command_tdata;
  assign tapestry_inband_command_tready = command_ready_i;

`ifdef FORMAL
  // The application keeps offering its beat, and the port sees what is offered until it takes it.
  reg                 f_app = 1'b0, f_out = 1'b0, f_app_last = 1'b0, f_out_last = 1'b0, f_marked = 1'b0;
  reg                 f_open = 1'b0;  // the application's last beat did not end its packet
  reg [WIDTH-1:0]     f_app_data = {WIDTH{1'b0}}, f_out_data = {WIDTH{1'b0}};
  reg [WIDTH/8-1:0]   f_app_keep = {WIDTH/8{1'b0}}, f_out_keep = {WIDTH/8{1'b0}};
  always @(posedge clk_i) begin
    f_app <= app_tvalid && !app_tready && !rst_i;
    {f_app_data, f_app_keep, f_app_last} <= {app_tdata, app_tkeep, app_tlast};
    f_out <= out_tvalid && !out_tready && !rst_i;
    {f_out_data, f_out_keep, f_out_last} <= {out_tdata, out_tkeep, out_tlast};
    if (f_app) assume (app_tvalid && {app_tdata, app_tkeep, app_tlast} == {f_app_data, f_app_keep, f_app_last});
    if (rst_i) f_open <= 1'b0;
    else if (app_tvalid && app_tready) f_open <= !app_tlast;
    if (rst_i) f_marked <= 1'b0;
    else if (go) f_marked <= state_q == APP && out_tdata == MARK;
  end
  wire f_fair = !f_app || (app_tvalid && {app_tdata, app_tkeep, app_tlast} == {f_app_data, f_app_keep, f_app_last});
  always @* if (f_fair) begin
    if (f_out) assert (out_tvalid && {out_tdata, out_tkeep, out_tlast} == {f_out_data, f_out_keep, f_out_last});
    // A beat that is taken leaves at that edge, as it is, or as the second word of one that looked like MARK.
    if (app_tvalid && app_tready) begin
      assert (out_tvalid && out_tready && out_tkeep == app_tkeep && out_tlast == app_tlast);
      assert (f_marked ? out_tdata == {WIDTH{1'b0}} && app_tdata == MARK : out_tdata == app_tdata && app_tdata != MARK);
    end
    // A report never stands within a packet.
    assert (f_open == open_q);
    if (HAS_LAST != 0 && (mark || state_q == REPORT || state_q == BYTE)) assert (!f_open);
    // What is not the application's is announced.
    assert (f_marked == (state_q == LITERAL || state_q == REPORT));
    if (state_q == LITERAL) assert (f_app && f_app_data == MARK);
    if (state_q == REPORT || state_q == BYTE || marked_q) assert (whole && number_q != 8'd0);
    if (BYTES > 1) assert (state_q != BYTE);
    if (held_q) assert (f_app && state_q == APP && !marked_q);
    if (marked_q) assert (state_q == APP);
    assert (number_q <= FULL && (!last_q || number_q != 8'd0));
  end
`endif

endmodule

`default_nettype wire
