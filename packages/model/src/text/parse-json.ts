/** Far beyond what agents write, within what `JSON.stringify` and the parsers of the agents accept (128 in Rust's serde). */
export const maxDepth = 100;

/**
 * `JSON.parse` for text that we did not write. A value nested deeper than `levels` becomes a string of its raw text, so
 * that code may safely recurse over the result. Linear in the text.
 */
export function parseJson(text: string, levels: number = maxDepth): unknown {
  const value: unknown = JSON.parse(text);
  return text.length > 2 * levels && isDeeperThan(value, levels) ? JSON.parse(flattened(text, levels)) : value;
}

/** Like `parseJson`; undefined if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const part of value) if (isDeeperThan(part, levels - 1)) return true;
    return false;
  }
  for (const key in value) {
    if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true;
  }
  return false;
}

/** The same JSON with each value below `levels` as a string. `text` must be valid JSON. */
function flattened(text: string, levels: number): string {
  const pieces: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBracket || code === openBrace) {
      if (depth === levels) {
        pieces.push(text.slice(from, at));
        from = at;
      }
      depth += 1;
    } else if (code === closeBracket || code === closeBrace) {
      depth -= 1;
      if (depth === levels) {
        pieces.push(JSON.stringify(rawText(text.slice(from, at + 1), levels)));
        from = at + 1;
      }
    }
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

function rawText(json: string, levels: number): string {
  return `[nested deeper than ${levels} levels: shown as raw text] ${json}`;
}

const quote = 34;
const backslash = 92;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) at += code === backslash ? 2 : 1;
  return at;
}
