/** Unique within a file at a third of the size: the random end of a UUID, else 53 bits. */
export function shortId(id: string): string {
  return id.length === 36 && id.charCodeAt(23) === 45 ? id.slice(24) : hashOf(id);
}

function hashOf(id: string): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < id.length; at += 1) {
    const code = id.charCodeAt(at);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (4294967296 * (2097151 & high) + (low >>> 0)).toString(36);
}
