/** As a terminal shows it: what follows a carriage return replaces the line, as progress bars do. */
export function overwrittenLines(text: string): string {
  if (!text.includes("\r")) return text;
  return text
    .split("\n")
    .map((line) => {
      const kept = line.endsWith("\r") ? line.slice(0, -1) : line;
      return kept.slice(kept.lastIndexOf("\r") + 1);
    })
    .join("\n");
}
