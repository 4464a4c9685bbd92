// What other faces share of how text of agents is shown.
export { decodeEntities } from "./decode-entities.ts";
export { type DiffLine, diffLines } from "./diff-lines.ts";
export { markdownTokens, type Token, type Tokens } from "./markdown-tokens.ts";
export { safeHref } from "./safe-href.ts";
