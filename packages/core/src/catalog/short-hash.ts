/** A fast 64-bit hash, not cryptographic: a list must not load a crypto library. */
export function shortHash(text: string): string {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, 16777619);
    second = Math.imul(second + code, 0x9e3779b1) ^ (second >>> 13);
  }
  const half = (value: number) => (value >>> 0).toString(16).padStart(8, "0");
  return half(first) + half(second);
}
