export { damageRows, moreDamageRows } from "./damage-rows.ts";
export { isFoldedAtFirst } from "./folding.ts";
export { itemRows } from "./item-rows.ts";
export { itemWords } from "./item-words.ts";
export { hasMatch, markMatches } from "./mark-matches.ts";
export { type CacheOptions, RowCache } from "./row-cache.ts";
export type { RowOptions } from "./row-options.ts";
