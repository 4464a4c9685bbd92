import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chartOf } from "./chart.ts";

const docs = fileURLToPath(new URL("../../docs", import.meta.url));
const path = join(docs, "benchmarks.md");
export const marks = {
  begin: "<!-- measured: `npm run bench` writes from here -->",
  end: "<!-- to here; everything else is written by hand -->",
};
const untouched = `# Benchmarks\n\n${marks.begin}\n${marks.end}\n`;

/** Writes the measured part of docs/benchmarks.md and leaves what people wrote. Returns its path. */
export function writeDocument(measured: string): string {
  writeFileSync(path, withMeasured(existsSync(path) ? readFileSync(path, "utf8") : untouched, measured));
  writeChart();
  return path;
}

/** What the README shows of it. */
export function writeChart(): void {
  writeFileSync(join(docs, "chart.svg"), chartOf(readFileSync(path, "utf8")));
}

/** The document with another measured part. Throws when it does not say where that is. */
export function withMeasured(document: string, measured: string): string {
  const [from, to] = [document.indexOf(marks.begin), document.indexOf(marks.end)];
  if (from === -1 || to < from)
    throw new Error(
      `docs/benchmarks.md has lost the marks around its measured part. Put them back:\n${marks.begin}\n${marks.end}`,
    );
  return `${document.slice(0, from)}${marks.begin}\n\n${measured}\n\n${document.slice(to)}`;
}
