// item → presented (tone, name, outcome, blocks) → a painter of each face; item → textsOf → search, clipboard, shortening
export * from "./brief-value.ts";
export * from "./changes.ts";
export * from "./markdown.ts";
export * from "./presented.ts";
export * from "./texts.ts";
