// SPDX-License-Identifier: Apache-2.0
// A stage whose ports are packed structures: beats in and out with both sides in records, beats out with a ready of its
// own, and a register bus whose requests and answers share two records.
package struct_ports_pkg;
    typedef struct packed {
        logic       valid;
        logic       last;
        logic [7:0] data;
    } beat_t;
    typedef struct packed {
        logic ready;
    } back_t;
    typedef struct packed {
        logic        a_valid;
        logic [15:0] a_address;
        logic        d_ready;
    } request_t;
    typedef struct packed {
        logic        a_ready;
        logic        d_valid;
        logic [31:0] d_data;
    } answer_t;
endpackage

module struct_ports
    import struct_ports_pkg::*;
(
    input  logic     clk_i,
    input  logic     rst_ni,
    input  beat_t    s_i,
    output back_t    s_o,
    output beat_t    m_o,
    input  back_t    m_i,
    output beat_t    copy_o,
    input  logic     copy_ready_i,
    input  request_t reg_i,
    output answer_t  reg_o
);
    typedef enum logic [1:0] {EMPTY, COPY, GIVE} state_t;
    state_t      state;
    beat_t       kept;
    logic [15:0] taken;
    logic        answering;
    logic [31:0] answer;

    always_comb begin
        s_o.ready    = state == EMPTY;
        copy_o       = kept;
        copy_o.valid = state == COPY;
        m_o          = kept;
        m_o.valid    = state == GIVE;
    end
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            state <= EMPTY;
            kept  <= '0;
            taken <= '0;
        end else
            case (state)
                EMPTY: if (s_i.valid) begin
                    kept  <= s_i;
                    taken <= taken + 1'b1;
                    state <= COPY;
                end
                COPY: if (copy_ready_i) state <= GIVE;
                GIVE: if (m_i.ready) state <= EMPTY;
                default: state <= EMPTY;
            endcase

    always_comb begin
        reg_o.a_ready = !answering;
        reg_o.d_valid = answering;
        reg_o.d_data  = answer;
    end
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            answering <= 1'b0;
            answer    <= '0;
        end else if (reg_i.a_valid && !answering) begin
            answering <= 1'b1;
            answer    <= {reg_i.a_address, taken};
        end else if (reg_i.d_ready) answering <= 1'b0;
endmodule
