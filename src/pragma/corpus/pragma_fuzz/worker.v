// A worker with pragmas in processes of every kind: clocked and combinational, with nested
// conditions, a loop, a variable that is assigned at once, and a generate loop.
`default_nettype none
module worker (
    input  wire       clk,
    input  wire       rst,
    input  wire       go,
    input  wire       ack,
    input  wire [3:0] data,
    output reg        req,
    output reg  [3:0] count,
    output wire [1:0] lane_full,
    output reg        parity
);
  localparam [1:0] IDLE = 2'd0, WORK = 2'd1, ASK = 2'd2;
  reg [1:0] state;

  // Clocked: an `if` for the reset, a `case`, conditions in its branches and of the pragmas.
  always @(posedge clk) begin : control
    if (rst) begin
      state <= IDLE;
      count <= 4'd0;
      req   <= 1'b0;
    end else begin
      case (state)
        IDLE: begin
          // pragma recap rest idle -> load, step
          if (go) begin
            // pragma recap load recv($CPU, data)
            count <= data;
            state <= WORK;
          end
        end
        WORK: begin
          // pragma recap step busy
          if (count == 4'd0) begin
            if (data[0]) begin
              // pragma recap jump overhead
              state <= IDLE;
            end else begin
              state <= ASK;
              req   <= 1'b1;
            end
          end else count <= count - 4'd1;
        end
        ASK: begin
          // pragma recap w1 wait_recv(worker.out, ack) : !ack
          // pragma recap d1 recv(worker.out, ack) : ack -> rest
          if (ack) begin
            state <= IDLE;
            req   <= 1'b0;
          end
        end
        default: state <= IDLE;
      endcase
    end
  end

  // Combinational, with a loop and a value that changes on the way.
  integer i;
  reg [2:0] ones;
  always @* begin
    ones = 3'd0;
    for (i = 0; i < 4; i = i + 1) begin
      if (data[i]) ones = ones + 3'd1;
      if (ones == 3'd2) // pragma recap two busy
        parity = 1'b0;
    end
    if (ones > 3'd2) ; // pragma recap many busy
    ones   = ones & 3'd1;
    parity = ones[0];
    if (ones == 3'd1 && data[3]) begin
      // pragma recap odd overhead
    end
  end

  // A variable that is assigned at the edge and read behind it.
  reg [2:0] level;
  always @(posedge clk) begin : meter
    if (rst) level = 3'd0;
    else begin
      level = level + {2'b0, ack};
      if (level == 3'd5) begin
        level = 3'd0;
        // pragma recap wrap busy
      end else if (level[0])
        // pragma recap odd_level busy
        level = level;
    end
  end

  genvar g;
  generate
    for (g = 0; g < 2; g = g + 1) begin : lanes
      reg [1:0] fill;
      assign lane_full[g] = fill == 2'd3;
      always @(posedge clk) begin : fill_lane
        if (rst) fill <= 2'd0;
        else if (lane_full[g]) begin
          // pragma recap full wait_send(worker.out, room)
          if (ack) fill <= 2'd0;
        end else if (data[g]) begin
          fill <= fill + 2'd1;  // pragma recap filling recv($CPU, data)
        end
      end
    end
  endgenerate
endmodule
`default_nettype wire
