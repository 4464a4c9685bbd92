export { damageRows, moreDamageRows } from "./damage-rows.ts";
export { itemRows } from "./item-rows.ts";
export { hasMatch, markMatches } from "./mark-matches.ts";
export { RowCache } from "./row-cache.ts";
