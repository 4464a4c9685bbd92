/** Addresses that a click may open; null for everything else, however it is written. */
export function safeHref(written: string): string | null {
  const url = URL.parse(written);
  return url !== null && /^(?:https?|mailto):$/.test(url.protocol) ? url.href : null;
}
