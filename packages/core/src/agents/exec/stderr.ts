const noise = [
  /^\s*at /,
  /^note: run with `RUST_BACKTRACE/,
  /^Warning: /,
  /^WARNING: proceeding/,
  /^Reading (?:additional input|prompt) from stdin/,
  /^YOLO mode is enabled/,
  /^Ripgrep is not available/,
];
const mostLines = 8;
const mostCharacters = 1000;

/** Rust prints its stack after the reason, which would be cut off. */
const backtrace = /^stack backtrace:\n(?:\s+(?:\d+: |at ).*\n?)*/gim;

/** The last output on stderr, without colours and routine lines; `keepsRoutine`: those, if there are no others. */
export function lastWords(stderr: string, keepsRoutine = true): string {
  const lines = withoutColours(stderr)
    .replace(backtrace, "")
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  const telling = lines.filter((line) => !noise.some((pattern) => pattern.test(line)));
  const text = (telling.length > 0 || !keepsRoutine ? telling : lines).slice(-mostLines).join("\n");
  return text.length > mostCharacters ? `…${text.slice(-mostCharacters)}` : text;
}

function withoutColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are written with them
  return text.replace(/\u001B\[[0-9;]*[A-Za-z]/g, "");
}
