export type { Lines } from "./lines.ts";
export { runPlain } from "./run-plain.ts";
