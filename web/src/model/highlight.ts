// SPDX-License-Identifier: Apache-2.0
// Splits source text into tokens for highlighting. It only affects colours, so it need not be a full lexer.

export interface Token {
  kind: "plain" | "comment" | "string" | "number" | "keyword" | "directive";
  text: string;
}

const verilog = `
  module endmodule input output inout wire reg logic assign always always_ff always_comb always_latch begin end if
  else case casez casex endcase default for generate endgenerate genvar parameter localparam posedge negedge or
  initial function endfunction task endtask typedef enum struct packed interface endinterface modport package
  endpackage import unique signed integer int bit byte while repeat forever`;
const vhdl = `
  abs access after alias all and architecture array assert attribute begin block body buffer bus case component
  configuration constant context disconnect downto else elsif end entity exit file for force function generate generic
  group guarded if impure in inertial inout is label library linkage literal loop map mod nand new next nor not null
  of on open or others out package port postponed procedure process protected pure range record register reject
  release rem report return rol ror select severity shared signal sla sll sra srl subtype then to transport type
  unaffected units until use variable wait when while with xnor xor bit boolean integer natural positive real
  std_logic std_logic_vector std_ulogic std_ulogic_vector string time signed unsigned rising_edge falling_edge true
  false`;
const c = `
  int char void for while do if else switch case break continue return struct typedef unsigned signed short long float
  double const static inline sizeof default enum bool auto template class public private namespace using`;

const keywords = (text: string) => new Set(text.trim().split(/\s+/));

export interface Language {
  keywords: Set<string>;
  lineComment: string;
  isVhdl: boolean; // ignores case, and has character literals such as '1'
}

export function languageOf(file: string): Language {
  const ending = file.slice(file.lastIndexOf(".") + 1).toLowerCase();
  if (["vhd", "vhdl"].includes(ending)) return { keywords: keywords(vhdl), lineComment: "--", isVhdl: true };
  if (["v", "sv", "vh", "svh"].includes(ending))
    return { keywords: keywords(verilog), lineComment: "//", isVhdl: false };
  return { keywords: keywords(c), lineComment: "//", isVhdl: false };
}

// Tokens of each line. A block comment may span several.
export function tokenize(text: string, language: Language): Token[][] {
  let inComment = false;
  return text.split(/\r?\n/).map((line) => {
    const list: Token[] = [];
    let at = 0;
    while (at < line.length) {
      const rest = line.slice(at);
      const token = inComment ? restOfComment(rest, 0) : nextToken(rest, language);
      if (inComment || (token.kind === "comment" && token.text.startsWith("/*")))
        inComment = !token.text.slice(inComment ? 0 : 2).endsWith("*/");
      list.push(token);
      at += token.text.length;
    }
    return list;
  });
}

// A comment, up to its end or that of the line. The end is looked for from `from` on.
function restOfComment(rest: string, from: number): Token {
  const end = rest.indexOf("*/", from);
  return { kind: "comment", text: end < 0 ? rest : rest.slice(0, end + 2) };
}

function nextToken(rest: string, language: Language): Token {
  if (rest.startsWith(language.lineComment)) return { kind: "comment", text: rest };
  if (rest.startsWith("/*")) return restOfComment(rest, 2);
  // A character literal, but not the tick of a qualified expression such as std_logic'('1').
  if (language.isVhdl && /^'[^(]'/.test(rest)) return { kind: "string", text: rest.slice(0, 3) };
  const match =
    /^("(?:[^"\\]|\\.)*"?)|^([`#][A-Za-z_]\w*)|^(\d[\w.']*)|^([A-Za-z_$][\w$]*)|^(\s+|[^\sA-Za-z_$"'`#\d/-]+|.)/.exec(
      rest,
    )!;
  if (match[1]) return { kind: "string", text: match[1] };
  if (match[2]) return { kind: "directive", text: match[2] };
  if (match[3]) return { kind: "number", text: match[3] };
  if (match[4])
    return {
      kind: language.keywords.has(language.isVhdl ? match[4].toLowerCase() : match[4]) ? "keyword" : "plain",
      text: match[4],
    };
  return { kind: "plain", text: match[5]! };
}
