export { itemFields } from "./item-fields.ts";
export { json, safeJson } from "./json.ts";
export { transcriptJson, turnsJson } from "./transcript-json.ts";
export { transcriptLines } from "./transcript-lines.ts";
