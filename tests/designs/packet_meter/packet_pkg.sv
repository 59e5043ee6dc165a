// SPDX-License-Identifier: Apache-2.0
// Types shared by the parser and the meter.

package packet_pkg;
    typedef enum logic [2:0] {
        HUNT    = 3'd0,
        LENGTH  = 3'd1,
        PAYLOAD = 3'd2,
        CHECK   = 3'd3,
        REPORT  = 3'd4
    } parse_state_t;

    typedef enum logic [1:0] {
        METER_WAIT  = 2'd0,
        METER_TAKE  = 2'd1,
        METER_REST  = 2'd2
    } meter_state_t;

    typedef struct packed {
        logic       present;
        logic [7:0] data;
    } byte_t;

    typedef struct packed {
        logic [7:0] length;
        logic [7:0] check;
        logic       good;
    } header_t;

    // All registers of the meter in one record, its state among them.
    typedef struct packed {
        logic [15:0]  good;
        logic [15:0]  bad;
        meter_state_t state;
        logic [3:0]   rest;
    } meter_reg_t;

    localparam logic [7:0] SYNC_BYTE = 8'hd5;
endpackage
