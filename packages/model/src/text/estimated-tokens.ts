/** An estimate by length. Letters beyond ASCII weigh more. */
export function estimatedTokens(text: string): number {
  let extraBytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    extraBytes += code < 0x80 ? 0 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return Math.ceil(text.length / 4 + extraBytes / 2.5);
}
