// SPDX-License-Identifier: Apache-2.0
// Last stage: wraps the runs of a frame in a header word (the frame's number) and a closing word
// (the number of runs), and sends all as one packet.

module frame_writer (
    input  logic        clk,
    input  logic        rst,
    input  logic        in_valid,
    output logic        in_ready,
    input  logic [16:0] in_data,  // {last, colour, length}
    output logic [15:0] m_axis_tdata,
    output logic        m_axis_tlast,
    output logic        m_axis_tvalid,
    input  logic        m_axis_tready
);
    typedef enum logic [1:0] {
        WAIT_RUNS,   // nothing to send
        SEND_HEADER,
        SEND_RUNS,
        SEND_COUNT
    } state_t;

    state_t      state;
    logic [15:0] frame_number;
    logic [15:0] run_count;

    assign in_ready      = state == SEND_RUNS && m_axis_tready;
    assign m_axis_tvalid = state == SEND_HEADER || state == SEND_COUNT || (state == SEND_RUNS && in_valid);
    assign m_axis_tlast  = state == SEND_COUNT;
    assign m_axis_tdata  = state == SEND_HEADER ? frame_number : state == SEND_COUNT ? run_count : in_data[15:0];

    always_ff @(posedge clk) begin
        if (rst) begin
            state        <= WAIT_RUNS;
            frame_number <= '0;
            run_count    <= '0;
        end else begin
            case (state)
                WAIT_RUNS: if (in_valid) state <= SEND_HEADER;
                SEND_HEADER: if (m_axis_tready) begin
                    run_count <= '0;
                    state     <= SEND_RUNS;
                end
                SEND_RUNS: if (in_valid && m_axis_tready) begin
                    run_count <= run_count + 16'd1;
                    if (in_data[16]) state <= SEND_COUNT;
                end
                SEND_COUNT: if (m_axis_tready) begin
                    frame_number <= frame_number + 16'd1;
                    state        <= WAIT_RUNS;
                end
                default: state <= WAIT_RUNS;
            endcase
        end
    end
endmodule : frame_writer
